import type { Completeness } from "../../catalogue"
import type { SyncProgress } from "../../contract"
import type { SyncedList, SyncRun, SyncWindow } from "../../records"
import type { ListCopyStatus } from "./replica"

const asIso = (date: Date | null) => date?.toISOString() ?? null

/** The length of a window's interval, and how much of it has been read; undefined if unknown. */
function coveredTime({ lower, upper, firstKey, openKey, isRead }: SyncWindow, startedAt: string) {
  const start = Date.parse(lower ?? firstKey ?? "")
  const length = Date.parse(upper ?? startedAt) - start || 0
  if (isRead) return { length, covered: length }
  if (Number.isNaN(start) || length <= 0) return undefined
  const reached = openKey === null ? 0 : Date.parse(openKey) - start
  return { length, covered: Math.min(Math.max(reached, 0), length) }
}

/** Estimated from the row count of the last run, or else from the time covered. */
function shareOf(run: SyncRun, { rows, checkedAt }: SyncedList): number | null {
  if (run.windows.length > 0 && run.windows.every(({ isRead }) => isRead)) return 1
  if (run.kind !== "incremental" && checkedAt !== null && rows > 0)
    return Math.min(run.rows / rows, 0.99)
  const times = run.windows.filter(({ span }) => span === "time")
  const known = times.flatMap((each) => coveredTime(each, run.startedAt) ?? [])
  const sum = (of: "length" | "covered") => known.reduce((total, each) => total + each[of], 0)
  if (known.length < times.length || sum("length") === 0) return null
  return Math.min(sum("covered") / sum("length"), 0.99)
}

const round = (value: number) => Math.round(value * 10) / 10

/** Progress of the current run; `now` in milliseconds since 1970. */
function progressOf(list: SyncedList, now: number): SyncProgress | null {
  if (!list.run) return null
  const { kind, startedAt, pages, calls, rows } = list.run
  const share = shareOf(list.run, list)
  const isKnown = share !== null && share > 0 && pages > 0
  const callsLeft = isKnown ? Math.ceil((pages * (1 - share)) / share) : null
  const minutes = (now - Date.parse(startedAt)) / 60_000
  return {
    kind,
    startedAt: new Date(startedAt).toISOString(),
    pages,
    share,
    callsLeft,
    calls,
    rows,
    minutesLeft: callsLeft !== null && minutes > 0 ? round((callsLeft * minutes) / pages) : null,
  }
}

/** Converts a stored list for readers. */
export function statusOf(list: SyncedList, now: number): ListCopyStatus {
  const { operation, path, state, reason, everyMinutes, orderedBy, ordererName, rows } = list
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
    rows,
    isComplete: list.checkedAt !== null,
    isAutomatic: list.hasRank,
    keptFrom: asIso(list.keptFrom),
    syncedUntil: asIso(list.syncedUntil),
    checkedAt: asIso(list.checkedAt),
    isBehind: list.isBehind,
    nextAt: asIso(list.nextAt),
    run: progressOf(list, now),
  }
}

const everything = [{ from: null, to: null }]

/**
 * How complete a copy is. Rows past the retention are a gap; before the first run completes, so is
 * everything that its windows have not closed.
 */
export function completenessOf(list: SyncedList | undefined): Completeness {
  const syncedUntil = asIso(list?.syncedUntil ?? null)
  if (list?.checkedAt) {
    const to = asIso(list.keptFrom)
    return { state: "complete", syncedUntil, gaps: to === null ? [] : [{ from: null, to }] }
  }
  if (!list?.run?.pages) return { state: "none", syncedUntil, gaps: everything }
  const times = list.run.windows.filter(({ span }) => span === "time")
  const lowest = times.map(({ lower }) => lower ?? "").toSorted()[0] ?? ""
  const older = lowest === "" ? [] : [{ from: null, to: lowest }]
  const gaps = times
    .filter(({ isRead }) => !isRead)
    .map(({ lower, upper, openKey }) => ({ from: openKey ?? lower, to: upper }))
  return { state: "partial", syncedUntil, gaps: [...older, ...gaps] }
}
