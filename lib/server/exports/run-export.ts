import "server-only"
import { type Catalogue, type Row, TakenRows } from "../../catalogue"
import {
  createListReader,
  isUpstreamError,
  type ListReader,
  type PlatformPage,
  type Upstream,
} from "../../platform"
import { BffError } from "../http/problem"
import type { SmallGroupsGuard } from "../kpis/small-groups-guard"
import type { UpstreamHider } from "../reads/hide-upstream"
import type { WholePages } from "../reads/whole-source"
import { exportOrderOf, type ReadOrder } from "./export-order"
import { continueByKey, type ExportPosition, positionAfter } from "./export-position"
import { collectIds, type NameSources, namesOf, type PageIds } from "./page-names"
import { readRows } from "./read-rows"
import { makeFile } from "./saved-file"
import type { Names } from "./sheet-columns"
import type { ExportJobs, StoredExport } from "./table"

export interface ExportParts {
  readonly catalogue: Catalogue
  readonly apiUrl: string
  readonly upstream: Pick<Upstream, "read">
  readonly upstreamHider: UpstreamHider
  readonly jobs: ExportJobs
  readonly largestWorkbook?: number | undefined
  /** Without them, a workbook's name columns are empty. */
  readonly names?: NameSources | undefined
  readonly guard?: Pick<SmallGroupsGuard, "note" | "holdsPersons"> | undefined
  /** Without them, whole lists cannot be exported. */
  readonly wholePages?: WholePages | undefined
}

/** An instance's progress with a job. */
export interface Progress {
  position: ExportPosition | null
  /** The position as stored. */
  stored: string
  pages: number
  rows: number
  /** Calls not yet counted by a stored page. */
  calls: number
  readonly seen: Set<string>
  taken: TakenRows
  /** False for the first row that cannot have been exported; no row after it can repeat either. */
  isTied: (row: Row) => boolean
}

/** The names stored with a page. */
export async function readShownNames(jobs: ExportJobs, id: string, number: number): Promise<Names> {
  const text = await jobs.readNames(id, number)
  return text === undefined ? {} : (JSON.parse(text) as Names)
}

interface RunningJob {
  readonly job: StoredExport
  readonly holder: string
  readonly signal: AbortSignal
}

/**
 * Reads an order's list: from the platform at its pace, or a whole list from the copies without any
 * call.
 */
function createReader(
  { catalogue, apiUrl, upstream, wholePages }: ExportParts,
  { operation, parameters, order: { scope, shown, seesAllNames = false } }: ReadOrder,
  { job, signal }: RunningJob,
): ListReader {
  if (operation.wholeOf !== undefined) {
    if (!wholePages) throw new BffError("not_copied")
    const [language = "en"] = shown?.locale.toLowerCase().split("-") ?? []
    const reader = { language, seesAllNames }
    return {
      read: (position) => wholePages.read(operation, position, { scope, reader, signal }),
      takeCalls: () => 0,
    }
  }
  const ticket = { priority: "export", person: job.person, signal } as const
  return createListReader({ catalogue, apiUrl, upstream, operation, parameters, scope, ticket })
}

/** Reads one job from its position to the end, for the instance that holds it. */
export function createExportRun(parts: ExportParts, running: RunningJob) {
  const { catalogue, upstreamHider, jobs, largestWorkbook, names, guard } = parts
  const { job, holder, signal } = running
  const order = exportOrderOf(catalogue, job.orderText)
  const { operation, parameters } = order
  const reader = createReader(parts, order, running)
  const held = { id: job.id, holder }
  const { format, timeZone, shown } = order.order
  const keepsNames = shown !== undefined || (format === "xlsx" && timeZone !== undefined)
  const readPage = (number: number) => readRows(jobs, job.id, number)
  const progress: Progress = {
    position: job.place === null ? null : (JSON.parse(job.place) as ExportPosition),
    stored: job.place ?? "",
    pages: job.pages,
    rows: job.rows,
    calls: 0,
    seen: new Set(),
    taken: new TakenRows(),
    isTied: () => true,
  }

  async function goOnByKey() {
    const { pages } = progress
    const { position, taken, isTied } = await continueByKey(catalogue, order, {
      pages,
      readPage,
    })
    Object.assign(progress, { position, taken, isTied })
    progress.seen.clear()
  }

  /** Extracts what is stored of a platform page. */
  function takePage({ envelope, receivedAt, next }: PlatformPage, position: ExportPosition) {
    const rows: Row[] = []
    const texts: string[] = []
    let isPast = false
    for (const came of envelope.data) {
      const text = JSON.stringify(came)
      const row = upstreamHider.isMentioned(text) ? (upstreamHider.hide(came) as Row) : came
      isPast ||= !progress.isTied(row)
      if (position.repeats && progress.taken.comesAgain(row)) continue
      rows.push(row)
      texts.push(row === came ? text : JSON.stringify(row))
    }
    return {
      text: Buffer.from(`[${texts.join(",")}]`),
      count: rows.length,
      ids: keepsNames ? collectIds(catalogue, order, rows) : undefined,
      isPast,
      next,
      receivedAt,
      speaksOfPersons: guard?.note(operation, parameters, envelope.data),
    }
  }

  /**
   * Stores the names of a page's ids with the page: the same rows produce the same file, even after
   * a rename.
   */
  const printNames = async (ids: PageIds | undefined) =>
    names && ids && JSON.stringify(await namesOf(ids, order.order, names))

  /** Reads and stores one page; false if the job no longer belongs to this instance. */
  async function step(position: ExportPosition): Promise<boolean> {
    const page = await reader
      .read(position, progress.seen)
      .then((answer) => takePage(answer, position))
    const tellsPersons = order.order.tellsPersons === true
    if ((await page.speaksOfPersons) && !tellsPersons) throw new BffError("small_groups")
    const { text, count, isPast, next } = page
    progress.calls += reader.takeCalls()
    const after = positionAfter({ ...position, repeats: position.repeats && !isPast }, next)
    const stored = after && JSON.stringify(after)
    const saved = await jobs.keep(held, {
      from: progress.stored,
      place: stored,
      text,
      names: await printNames(page.ids),
      count,
      calls: progress.calls,
      readAt: page.receivedAt,
    })
    progress.calls = 0
    progress.position = after
    progress.stored = stored ?? ""
    progress.rows += count
    if (count > 0) progress.pages += 1
    return saved
  }

  /**
   * Data points of people may have appeared since the export was ordered. The result must not
   * depend on which of them it has read.
   */
  async function requireImpersonal() {
    if (!guard || order.order.tellsPersons === true) return
    const requested = { priority: "export", person: job.person, since: Date.now() } as const
    if (await guard.holdsPersons(operation, parameters, requested))
      throw new BffError("small_groups")
  }

  async function finish(): Promise<void> {
    await requireImpersonal()
    const { pages, rows } = progress
    const now = (await jobs.find(job.id, job.person)) ?? job
    const parts = {
      job: { ...now, pages, rows },
      order,
      catalogue,
      readPage,
      readPageNames: (number: number) => readShownNames(jobs, job.id, number),
      isComplete: true,
      largestWorkbook,
    }
    const made = await makeFile(jobs, parts, signal)
    await jobs.end(held, { state: "done", calls: progress.calls, made })
  }

  return {
    progress,
    /**
     * Resolves when the job has ended or another instance has taken over; throws what stops it,
     * including `UpstreamError`.
     */
    async run(): Promise<void> {
      if (progress.position?.repeats) await goOnByKey()
      let isHeld = true
      // Without this check, a cursor that expires before a new row arrives would be requested again
      // forever.
      let expiredAt: number | undefined
      while (isHeld && progress.position) {
        signal.throwIfAborted()
        try {
          isHeld = await step(progress.position)
        } catch (error) {
          progress.calls += reader.takeCalls()
          if (!isUpstreamError(error) || error.code !== "cursor_expired") throw error
          // No filter can continue after a row when the order is by names.
          if (operation.wholeOf !== undefined) throw error
          if (expiredAt === progress.rows) throw error
          expiredAt = progress.rows
          await goOnByKey()
        }
      }
      if (isHeld) await finish()
    },
  }
}
