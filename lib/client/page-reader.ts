import type { QueryClient } from "@tanstack/react-query"
import type { PageAnswer } from "./answers"
import { fetchPage } from "./answers"
import { type ApiProblem, isCursorProblem, toProblem } from "./api-problem"
import { type IndexRange, linkAt, type PageLink, type PageList } from "./page-list"
import { nextPageToRead, putAwayFar } from "./plan-reading"
import { loseLink, putPage, withLink } from "./put-page"
import type { ListOptions } from "./queries"
import type { ReportRequest } from "./restore-link"

/** What a reader is doing: at most one page is on its way. */
export interface ReaderState {
  readonly isReading: boolean
  /** Why the page after those at hand did not come; nothing is read until `retry`. */
  readonly problem?: ApiProblem
  /** True once a cursor had expired and the list went on by another way. */
  readonly wasRestored: boolean
}

const idle: ReaderState = { isReading: false, wasRestored: false }

/** A list whose cursors expire as soon as they are given cannot be read; so often it is tried without a new row. */
const maxRestores = 2

/**
 * Reads the pages of a list that the rows in sight need, one after the other, into the query's data:
 * each by the URL that the page before it carried. Far pages are put away. An expired cursor is found
 * again by the row before it.
 */
export class PageReader {
  private state = idle
  private range: IndexRange | undefined
  private running: AbortController | undefined
  private restores = 0
  private readonly listeners = new Set<() => void>()

  constructor(
    private readonly client: QueryClient,
    private readonly options: ListOptions,
    private readonly report: ReportRequest,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
      if (this.listeners.size === 0) this.stop()
    }
  }

  readonly getState = (): ReaderState => this.state

  /** Says which rows are in sight. */
  readonly show = (range: IndexRange): void => {
    this.range = range
    this.readOn()
  }

  /** Looks again for something to read, as after the first page was read anew. */
  readonly readOn = (): void => {
    if (this.running || this.state.problem) return
    const list = this.list()
    const index = list && this.range && nextPageToRead(list, this.range)
    if (list && index !== undefined) void this.read(list, index)
  }

  readonly retry = (): void => {
    this.restores = 0
    this.change({ isReading: false, wasRestored: this.state.wasRestored })
    this.readOn()
  }

  /** Abandons the page on its way. */
  stop(): void {
    this.running?.abort()
    this.running = undefined
    if (this.state.isReading) this.change({ ...this.state, isReading: false })
  }

  private list = () => this.client.getQueryData<PageList>(this.options.queryKey)

  private change(state: ReaderState) {
    this.state = state
    for (const listener of this.listeners) listener()
  }

  private async read(list: PageList, index: number) {
    const running = new AbortController()
    this.running = running
    if (!this.state.isReading) this.change({ ...this.state, isReading: true })
    let link = linkAt(list, index)
    try {
      if (link?.url === undefined) link = await this.restoreLink(list, index)
      const fresh = list.pages[index]?.outdated === "fresh"
      const answer = await fetchPage(link.url ?? "", { signal: running.signal, fresh })
      if (this.isStill(list, index, running)) this.put(index, link, answer)
    } catch (error) {
      if (this.isStill(list, index, running)) this.fail(index, link, error)
    }
    if (this.running !== running) return
    this.running = undefined
    this.readOn()
    if (!this.running) this.change({ ...this.state, isReading: false })
  }

  /** False for an answer that nobody waits for: it was abandoned, or the list was renewed under it. */
  private isStill(before: PageList, index: number, running: AbortController): boolean {
    const list = this.list()
    if (!list || running.signal.aborted) return false
    return linkAt(list, index)?.url === linkAt(before, index)?.url
  }

  private async restoreLink(list: PageList, index: number): Promise<PageLink> {
    const { restoreLink } = await import("./restore-link")
    return restoreLink(this.report, list, index)
  }

  private put(index: number, link: PageLink, answer: PageAnswer) {
    const list = this.list()
    if (!list) return
    const read = putPage(withLink(list, index, link), index, answer)
    if (read.pages[index]?.rows !== list.pages[index]?.rows) this.restores = 0
    this.client.setQueryData(
      this.options.queryKey,
      this.range ? putAwayFar(read, this.range) : read,
    )
  }

  private fail(index: number, link: PageLink | undefined, error: unknown) {
    const list = this.list()
    const isLost = isCursorProblem(error) && link?.url?.includes("cursor=") === true
    if (!list || !isLost || ++this.restores > maxRestores)
      return this.change({ ...this.state, problem: toProblem(error) })
    // No filter says what comes after a row in the order of names: the list starts over.
    if (this.report.operation.wholeOf !== undefined) {
      void this.client.resetQueries({ queryKey: this.options.queryKey, exact: true })
      return this.change({ ...this.state, wasRestored: true })
    }
    this.client.setQueryData(this.options.queryKey, loseLink(list, index))
    this.change({ ...this.state, wasRestored: true })
  }
}
