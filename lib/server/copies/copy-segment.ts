import type { ListOperation, Row } from "../../catalogue"
import {
  isUpstreamError,
  type ListPosition,
  type ListReader,
  type PlatformPage,
  UpstreamError,
} from "../../platform"
import type { KeyRange, SyncedPages, SyncSegment, WaitingRows } from "../../records"
import { type ClosedRows, closeRows } from "./close-rows"
import { type CopyKey, keyOf } from "./copy-key"
import { startOfInterval } from "./interval"

export interface SegmentParts {
  readonly operation: ListOperation
  /** What the list is copied by, and by what edited records are found. */
  readonly key: CopyKey | undefined
  readonly changes: CopyKey | undefined
  readonly reader: ListReader
  readonly pages: SyncedPages
  /** Whether a page is read while the last one is stored: where a page read twice costs nothing. */
  readonly readsAhead: boolean
  /** How many pages are stored in one transaction, unless they take long to come. */
  readonly pagesAtOnce: number
  /** After how many pages others get their turn, though there are more. */
  readonly maxPages?: number | undefined
}

interface HeldSegment {
  readonly run: string
  readonly holder: string
  readonly segment: SyncSegment
}

/** Pages that have come and are to be stored together: the interval that they close, and what waits behind them. */
interface Pending extends Omit<ClosedRows, "closed"> {
  readonly closed: ClosedInterval | undefined
  readonly pages: number
  readonly count: number
  readonly firstKey: string | null
  readonly next: ListPosition | null
}

interface ClosedInterval {
  readonly range: KeyRange
  readonly rows: Row[]
  readonly hasStored: boolean
}

/** Both as one, where the second closes the interval that follows; undefined where they have to be stored apart. */
function joinPending(one: Pending, { closed, ...two }: Pending): Pending | undefined {
  const [first, second] = [one.closed, closed]
  if (!first || !second || second.hasStored) return undefined
  if (first.range.span !== "time" || second.range.span !== "time") return undefined
  first.rows.push(...second.rows)
  const range = { ...first.range, upper: second.range.upper }
  return {
    ...two,
    closed: { ...first, range },
    pages: one.pages + two.pages,
    count: one.count + two.count,
    firstKey: one.firstKey ?? two.firstKey,
  }
}

/** Nobody waits longer for the pages that have come, in milliseconds. */
const maxPendingMs = 1000

/** How far a segment is: rows from `openKey` on have been read, as far as they wait, but readers do not see them. */
interface Progress {
  position: ListPosition | null
  /** The position as it is stored. */
  stored: string
  openKey: string | null
  waiting: WaitingRows
}

/** As many pages of waiting rows are held beside the store, which has them all, so that it need not be asked for the few of a moment. */
const heldPages = 5

const noneWaiting: WaitingRows = { count: 0, held: [] }

function addWaiting({ count, held }: WaitingRows, rows: readonly Row[], max: number): WaitingRows {
  const sum = count + rows.length
  return { count: sum, held: held && sum <= max ? [...held, ...rows] : undefined }
}

/** A value that the database cannot hold is a wrong answer of the platform's. */
function refuseUnstorable(error: unknown): never {
  const isState = error instanceof Error && "code" in error && `${error.code}`.startsWith("22")
  if (!isState && !(error instanceof TypeError)) throw error
  throw new UpstreamError("upstream_invalid", { reason: "unstorable", cause: error })
}

/** The steps of one segment for the instance that holds it; each is false where the segment has become somebody else's. */
async function openSegment(parts: SegmentParts, { run, holder, segment }: HeldSegment) {
  const { operation, reader, pages } = parts
  const { span, lower, number } = segment
  const max = heldPages * operation.limit.maximum
  const key = span === "changed" ? parts.changes : parts.key
  const held = { run, number, holder }
  const progress: Progress = {
    position: segment.place === null ? null : (JSON.parse(segment.place) as ListPosition),
    stored: segment.place ?? "",
    openKey: segment.openKey,
    waiting: await pages.readWaiting(run, number, max),
  }

  let pending: Pending | undefined
  let startedAt = performance.now()

  function read(page: PlatformPage): Pending {
    const closable = closeRows(key, segment, progress, page)
    const { held: before } = progress.waiting
    const closed = closable.closed && {
      range: closable.closed.range,
      rows: [...(before ?? []), ...closable.closed.rows],
      hasStored: before === undefined,
    }
    const { data: rows } = page.envelope
    const [first] = rows
    const firstKey = key && span === "time" && first ? keyOf(key, first) : null
    return { ...closable, closed, pages: 1, count: rows.length, firstKey, next: page.next }
  }

  /** Stores what has come. */
  async function flush(): Promise<boolean> {
    if (!pending) return true
    const { next, ...page } = pending
    pending = undefined
    const place = next && JSON.stringify(next)
    const busyMs = performance.now() - startedAt
    startedAt = performance.now()
    const figures = { calls: reader.takeCalls(), busyMs }
    const saved = await pages
      .keep({ ...page, ...figures, held, from: progress.stored, place })
      .catch(refuseUnstorable)
    progress.stored = place ?? ""
    return saved
  }

  return {
    progress,
    flush,
    /** Takes a page, and stores it with those before it where they are enough. */
    async keep(page: PlatformPage): Promise<boolean> {
      const own = read(page)
      const { closed, open, openKey, next } = own
      const waiting = addWaiting(closed ? noneWaiting : progress.waiting, open, max)
      const joined = pending && joinPending(pending, own)
      if (!joined && !(await flush())) return false
      pending = joined ?? own
      Object.assign(progress, { position: next, openKey, waiting })
      const isDue = performance.now() - startedAt > maxPendingMs
      const isEnough = pending.pages >= parts.pagesAtOnce || isDue || !next || !closed
      return isEnough ? flush() : true
    },
    /** Back to the first row that readers do not see: a cursor that has expired leads nowhere. */
    async goOnByKey(): Promise<boolean> {
      const isOrdered = span === "time" || span === "changed"
      const from = { ...segment, lower: isOrdered ? progress.openKey : lower }
      const position = startOfInterval(operation, key, from)
      const text = JSON.stringify(position)
      const saved = await pages.restart(held, {
        from: progress.stored,
        place: text,
        calls: reader.takeCalls(),
        dropped: progress.waiting.count,
      })
      Object.assign(progress, { position, stored: text, waiting: noneWaiting })
      return saved
    },
  }
}

/**
 * Copies one segment from where it is to its end, or so many pages of it, page by page. False where the
 * segment has become somebody else's. Throws what stops it, `UpstreamError` among it.
 */
export async function copySegment(parts: SegmentParts, held: HeldSegment): Promise<boolean> {
  const { reader, readsAhead, maxPages = Number.POSITIVE_INFINITY } = parts
  const { progress, keep, flush, goOnByKey } = await openSegment(parts, held)
  const seen = new Set<string>()
  const readAhead = (position: ListPosition | null) => {
    const page = readsAhead && position ? reader.read(position, seen) : undefined
    page?.catch(() => {})
    return page
  }
  let isHeld = true
  let pages = 0
  let coming: Promise<PlatformPage> | undefined
  let expired: { openKey: string | null; waiting: number } | undefined
  while (isHeld && progress.position && pages < maxPages) {
    try {
      const page = await (coming ?? reader.read(progress.position, seen))
      pages += 1
      coming = readAhead(page.next)
      isHeld = await keep(page)
    } catch (error) {
      if (!(await flush())) return false
      if (!isUpstreamError(error) || error.code !== "cursor_expired") throw error
      // Cursors that expire before a new row comes would be asked for again without end.
      const { openKey, waiting } = progress
      if (expired?.openKey === openKey && waiting.count <= expired.waiting) throw error
      expired = { openKey, waiting: waiting.count }
      coming = undefined
      seen.clear()
      isHeld = await goOnByKey()
    }
  }
  return isHeld && flush()
}
