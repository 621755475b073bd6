import "server-only"
import { randomUUID } from "node:crypto"
import { type Catalogue, type ListEnvelope, printPath, type Row, TakenRows } from "../../catalogue"
import type { ExportJob, ExportJobs } from "../../store"
import {
  isUpstreamError,
  pageQuery,
  placeOf,
  refuseRepetition,
  type Upstream,
} from "../../upstream"
import type { UpstreamHider } from "../hide-upstream"
import { isList } from "../print-answer"
import { BffError } from "../problem"
import type { SmallGroupsGuard } from "../series/small-groups-guard"
import { orderOf } from "./export-order"
import { makeFile } from "./kept-file"
import { type NameSources, namesOf } from "./page-names"
import { continueByKey, placeAfter, type ReadingPlace } from "./reading-place"
import type { Names } from "./sheet-columns"

export interface ExportParts {
  readonly catalogue: Catalogue
  readonly apiUrl: string
  readonly upstream: Pick<Upstream, "read">
  readonly hider: UpstreamHider
  readonly jobs: ExportJobs
  readonly largestWorkbook?: number | undefined
  /** Without them a workbook's columns of names are empty. */
  readonly names?: NameSources | undefined
  readonly guard?: Pick<SmallGroupsGuard, "note" | "holdsPersons"> | undefined
}

/** How far one instance is with a job. */
export interface Progress {
  place: ReadingPlace | null
  /** The place as it is kept. */
  stored: string
  pages: number
  rows: number
  /** Calls that no kept page has counted yet. */
  calls: number
  readonly seen: Set<string>
  taken: TakenRows
  /** False for the first row that cannot have been taken: nothing comes again after it. */
  isTied: (row: Row) => boolean
}

/** The rows of a stored page; throws where it is gone. */
export async function readRows(jobs: ExportJobs, id: string, number: number): Promise<Row[]> {
  const text = await jobs.readPage(id, number)
  if (text === undefined) throw new Error("A page of an export is gone.")
  return JSON.parse(text) as Row[]
}

/** The names that were kept with a stored page. */
export async function readNames(jobs: ExportJobs, id: string, number: number): Promise<Names> {
  const text = await jobs.readNames(id, number)
  return text === undefined ? {} : (JSON.parse(text) as Names)
}

/** Reads one job from where it is to its end, for the instance that holds it. */
export function createExportRun(
  { catalogue, apiUrl, upstream, hider, jobs, largestWorkbook, names, guard }: ExportParts,
  { job, holder, signal }: { job: ExportJob; holder: string; signal: AbortSignal },
) {
  const order = orderOf(catalogue, job.orderText)
  const { operation, parameters } = order
  const path = printPath(operation, parameters)
  const held = { id: job.id, holder }
  const readPage = (number: number) => readRows(jobs, job.id, number)
  const progress: Progress = {
    place: job.place === null ? null : (JSON.parse(job.place) as ReadingPlace),
    stored: job.place ?? "",
    ...{ pages: job.pages, rows: job.rows, calls: 0, seen: new Set() },
    ...{ taken: new TakenRows(), isTied: () => true },
  }

  async function goOnByKey() {
    const { pages } = progress
    const { place, taken, isTied } = await continueByKey(catalogue, order, { pages, readPage })
    Object.assign(progress, { place, taken, isTied })
    progress.seen.clear()
  }

  async function read(
    place: ReadingPlace,
  ): Promise<{ envelope: ListEnvelope; receivedAt: number }> {
    const { envelope, receivedAt } = await upstream.read({
      ...{ operation, parameters, following: place.following, requestId: randomUUID() },
      search: new URLSearchParams(place.search),
      ticket: { lane: "export", person: job.person, signal },
      onSent: () => {
        progress.calls += 1
      },
    })
    if (!isList(envelope)) throw new TypeError(`"${operation.id}" is no list.`)
    return { envelope, receivedAt }
  }

  /** The query of the next page, which leads neither elsewhere nor back. */
  function nextQuery(place: ReadingPlace, nextUrl: string | null | undefined) {
    if (!nextUrl) return undefined
    const next = pageQuery(nextUrl, { catalogue, apiUrl, path })
    if (place.following) progress.seen.add(placeOf(new URLSearchParams(place.search)))
    refuseRepetition(next, progress.seen)
    return next
  }

  function pickNew(rows: readonly Row[], place: ReadingPlace): readonly Row[] {
    if (!place.repeats) return rows
    return rows.filter((row) => !progress.taken.comesAgain(row))
  }

  /** The rows without the platform's address, and their text, printed once where nothing is left out. */
  function toStored(came: readonly Row[], place: ReadingPlace) {
    const text = JSON.stringify(came)
    const isClean = !hider.isMentioned(text)
    const all = isClean ? came : (hider.hide(came) as Row[])
    const rows = pickNew(all, place)
    const isWhole = isClean && rows.length === came.length
    return { all, rows, text: isWhole ? text : JSON.stringify(rows) }
  }

  /** Throws `small_groups` where rows speak of persons to whom only groups are told. */
  async function requireTellable(rows: readonly Row[]) {
    const speaks = await guard?.note(operation, parameters, rows)
    if (speaks && order.order.tellsPersons !== true) throw new BffError("small_groups")
  }

  /** The names of what a page's ids stand for, kept with it: the same rows make the same file, whatever is renamed later. */
  async function nameRows(rows: readonly Row[]): Promise<string | undefined> {
    if (!names || order.order.format !== "xlsx" || order.order.timeZone === undefined)
      return undefined
    return JSON.stringify(await namesOf(catalogue, order, rows, names))
  }

  /** Reads and stores one page; false where the job is not this instance's any more. */
  async function step(place: ReadingPlace): Promise<boolean> {
    const { envelope, receivedAt } = await read(place)
    await requireTellable(envelope.data)
    const next = nextQuery(place, envelope.nextUrl)
    const { all, rows, text } = toStored(envelope.data, place)
    const isPast = all.some((row) => !progress.isTied(row))
    const after = placeAfter({ ...place, repeats: place.repeats && !isPast }, next)
    const stored = after && JSON.stringify(after)
    const kept = await jobs.keep(held, {
      ...{ from: progress.stored, place: stored },
      ...{ text, names: await nameRows(rows), count: rows.length, calls: progress.calls },
      readAt: receivedAt,
    })
    progress.calls = 0
    progress.place = after
    progress.stored = stored ?? ""
    progress.rows += rows.length
    if (rows.length > 0) progress.pages += 1
    return kept
  }

  /** Points of persons may have come since the export was ordered; whether it ends well does not hang on which of them it has met. */
  async function requireImpersonal() {
    if (!guard || order.order.tellsPersons === true) return
    const asked = { lane: "export", person: job.person, since: Date.now() } as const
    if (await guard.holdsPersons(operation, parameters, asked)) throw new BffError("small_groups")
  }

  async function finish(): Promise<void> {
    await requireImpersonal()
    const { pages, rows } = progress
    const now = (await jobs.find(job.id, job.person)) ?? job
    const parts = {
      job: { ...now, pages, rows },
      order,
      ...{ catalogue, readPage },
      readPageNames: (number: number) => readNames(jobs, job.id, number),
      isComplete: true,
      largestWorkbook,
    }
    const made = await makeFile(jobs, parts, signal)
    await jobs.end(held, { state: "done", calls: progress.calls, made })
  }

  return {
    progress,
    /** Resolves when the job has ended or is somebody else's; throws what stops it, `UpstreamError` among it. */
    async run(): Promise<void> {
      if (progress.place?.repeats) await goOnByKey()
      let isHeld = true
      // Cursors that expire before a new row comes would be asked for again without end.
      let expiredAt: number | undefined
      while (isHeld && progress.place) {
        signal.throwIfAborted()
        try {
          isHeld = await step(progress.place)
        } catch (error) {
          if (!isUpstreamError(error) || error.code !== "cursor_expired") throw error
          if (expiredAt === progress.rows) throw error
          expiredAt = progress.rows
          await goOnByKey()
        }
      }
      if (isHeld) await finish()
    },
  }
}
