import type { Completeness } from "../../catalogue"
import type { SyncProgress } from "../../contract"
import type { SyncedList, SyncSegment } from "../../records"
import type { ListCopyStatus } from "./replica"

const sum = (segments: readonly SyncSegment[], of: (segment: SyncSegment) => number): number =>
  segments.reduce((total, segment) => total + of(segment), 0)

const asIso = (date: Date | null) => date?.toISOString() ?? null

/** The share of an interval of time that has been read, with its length as the weight; undefined where nobody can tell. */
function coveredTime(segment: SyncSegment, now: number) {
  const { span, lower, firstKey, lastKey, openKey, place } = segment
  if (span !== "time") return undefined
  const start = Date.parse(lower ?? firstKey ?? "")
  const end = lastKey === null ? now : Date.parse(lastKey)
  const length = end - start
  if (place === null) return { length: length || 0, covered: length || 0 }
  if (Number.isNaN(start) || length <= 0) return undefined
  const reached = openKey === null ? start : Date.parse(openKey)
  return { length, covered: Math.min(Math.max(reached - start, 0), length) }
}

/** From the rows that the last run found, else from the time that has been read. */
function shareOf({ run, rows, segments, checkedAt }: SyncedList): number | null {
  if (!run) return null
  if (segments.length > 0 && segments.every(({ place }) => place === null)) return 1
  const read = sum(segments, (each) => each.rows)
  if (run.kind !== "incremental" && checkedAt !== null && rows > 0)
    return Math.min(read / rows, 0.99)
  const times = segments.filter(({ span }) => span === "time")
  const covered = times.map((segment) => coveredTime(segment, Date.parse(run.startedAt)))
  const known = covered.flatMap((each) => each ?? [])
  const length = known.reduce((total, each) => total + each.length, 0)
  if (known.length < times.length || length === 0) return null
  return Math.min(known.reduce((total, each) => total + each.covered, 0) / length, 0.99)
}

/** Pages in a minute of the segments that are still read, each at its own pace. */
function paceOf(segments: readonly SyncSegment[]): number {
  const open = segments.filter(({ place }) => place !== null)
  return sum(open, ({ pages, busyMs }) => (busyMs > 0 ? (pages * 60_000) / busyMs : 0))
}

const round = (value: number) => Math.round(value * 10) / 10

/** How far the open run of a list is. */
function progressOf(list: SyncedList): SyncProgress | null {
  const { run, segments } = list
  if (!run?.isOpen) return null
  const pages = sum(segments, (each) => each.pages)
  const share = shareOf(list)
  const isKnown = share !== null && share > 0 && pages > 0
  const callsLeft = isKnown ? Math.ceil((pages * (1 - share)) / share) : null
  const pace = paceOf(segments)
  return {
    kind: run.kind,
    startedAt: new Date(run.startedAt).toISOString(),
    pages,
    share,
    callsLeft,
    calls: run.calls + sum(segments, (each) => each.calls),
    rows: sum(segments, (each) => each.rows),
    minutesLeft: callsLeft !== null && pace > 0 ? round(callsLeft / pace) : null,
  }
}

/** A stored list as its readers see it. */
export function statusOf(list: SyncedList): ListCopyStatus {
  const { operation, path, state, reason, segments, everyMinutes, orderedBy, ordererName } = list
  const growth = list.run?.isOpen ? sum(segments, (each) => each.inserted - each.deleted) : 0
  return {
    operation,
    path,
    state,
    reason,
    everyMinutes,
    orderedBy,
    ordererName,
    parameters: JSON.parse(list.parameters) as ListCopyStatus["parameters"],
    isWaiting: state === "running" && (reason !== null || !list.isLeased),
    retryAt: asIso(list.retryAt),
    rows: list.rows + growth,
    isComplete: list.checkedAt !== null,
    isAutomatic: list.hasRank,
    keptFrom: asIso(list.keptFrom),
    syncedUntil: asIso(list.syncedUntil),
    checkedAt: asIso(list.checkedAt),
    isBehind: list.isBehind,
    nextAt: asIso(list.nextAt),
    run: progressOf(list),
  }
}

/** From when on a run reads, by its segments; null where it reads all. */
export function floorOf(segments: readonly SyncSegment[]): string | null {
  const times = segments.filter(({ span }) => span === "time").map(({ lower }) => lower)
  return times.includes(null) ? null : (times.toSorted()[0] ?? null)
}

/** What is missing of a copy because it is not kept. */
const gapBefore = (to: string | null) => (to === null ? [] : [{ from: null, to }])

const gapOf = ({ lower, upper, openKey }: SyncSegment) => ({ from: openKey ?? lower, to: upper })

/** How far a copy goes: what is not kept is a gap, and, before the first one has come to its end, what its segments have not closed. */
export function completenessOf(list: SyncedList | undefined): Completeness {
  if (!list) return { state: "none", syncedUntil: null, gaps: [{ from: null, to: null }] }
  const syncedUntil = asIso(list.syncedUntil)
  if (list.checkedAt !== null)
    return { state: "complete", syncedUntil, gaps: gapBefore(asIso(list.keptFrom)) }
  const { segments } = list
  if (sum(segments, (each) => each.pages) === 0)
    return { state: "none", syncedUntil, gaps: [{ from: null, to: null }] }
  const gaps = segments.filter(({ place, span }) => place !== null && span === "time").map(gapOf)
  return { state: "partial", syncedUntil, gaps: [...gapBefore(floorOf(segments)), ...gaps] }
}
