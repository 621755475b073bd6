import type { ListOperation } from "../../catalogue"
import type {
  CheckedInterval,
  ListShare,
  ListStore,
  PlannedSegment,
  SyncedList,
  SyncSegment,
} from "../../records"
import { cutChecked, nextChecked, noteChecked, suspect, wholeChecked } from "./checked-intervals"
import type { CopyKey } from "./copy-key"
import { startOfInterval } from "./interval"

/** How copies are compared with the platform beside what is new. */
export interface CheckRule {
  /** Calls in any 24 hours, of all lists together. */
  readonly callsPerDay: number
  /** How many pages of a list in one run for each quarter of an hour of its schedule, so that what is new does not wait. */
  readonly maxPages: number
}

const dayMs = 86_400_000

/** Where there are calls enough everything is compared after 19 hours, so that it is by the end of the day. */
const dueAfter = 0.8

interface CheckParts {
  readonly operation: ListOperation
  readonly key: CopyKey
  readonly list: SyncedList
  readonly store: Pick<ListStore, "findSlice">
  readonly checked: readonly CheckedInterval[]
  readonly share: ListShare
  readonly rule: CheckRule
  readonly keptFrom: string | null
  readonly now: number
}

/** The segment that a run compares beside what is new, and up to when the list has then used its share. */
export interface PlannedCheck {
  readonly segment: PlannedSegment
  readonly shareUntil: number
}

/** How many milliseconds of a list's share one page takes. */
const msPerPage = ({ pages, allPages }: ListShare, { callsPerDay }: CheckRule) =>
  dayMs / ((pages / Math.max(pages, allPages)) * callsPerDay)

/**
 * The next part of a list that is to be compared, before the interval that every run reads: as many pages as
 * the list's share of the calls since the last one. Rows of one moment stay together; where they are more than
 * that, the list uses some of its share to come.
 */
export async function planOldCheck(
  parts: CheckParts,
  newest: string | null,
): Promise<PlannedCheck | undefined> {
  const { operation, key, store, share, rule, keptFrom, now } = parts
  const perPage = msPerPage(share, rule)
  const usedUntil = share.countedAt ?? parts.list.checkedAt
  const countedAt = Math.max(usedUntil?.getTime() ?? 0, now - Math.max(dayMs, perPage))
  const earned = Math.floor((now - countedAt) / perPage + 1e-6)
  const quarters = Math.max(1, (parts.list.everyMinutes ?? 0) / 15)
  const pages = Math.min(earned, Math.floor(rule.maxPages * quarters))
  if (pages < 1 || newest === null) return undefined
  const due = nextChecked(cutChecked(parts.checked, keptFrom), now - dueAfter * dayMs)
  if (!due || due.lower >= newest) return undefined
  const begin = due.lower === "" ? keptFrom : due.lower
  const end = due.isSuspect && due.upper !== null && due.upper < newest ? due.upper : newest
  const { maximum } = operation.limit
  const slice = await store.findSlice(key.property, {
    lower: begin,
    upper: end,
    rows: pages * maximum,
    from: "lower",
  })
  const needed = Math.max(1, Math.ceil(slice.rows / maximum))
  const interval = { span: "time", lower: begin, upper: slice.upper } as const
  const place = JSON.stringify(startOfInterval(operation, key, interval))
  return {
    segment: { ...interval, lastKey: slice.upper, place, maxPages: needed + 1 },
    shareUntil: countedAt + needed * perPage,
  }
}

/** How many days pass at most until all of every list has been compared once. */
export function daysOfCheck(allPages: number, { callsPerDay }: Pick<CheckRule, "callsPerDay">) {
  return allPages <= callsPerDay / 2 ? 1 : Math.ceil(allPages / callsPerDay) + 1
}

/** Up to where a segment has been read. */
const reachedOf = ({ place, upper, openKey }: SyncSegment) => (place === null ? upper : openKey)

interface EndedParts extends Pick<CheckParts, "key" | "list" | "store" | "checked" | "keptFrom"> {
  readonly segments: readonly SyncSegment[]
}

const plannedAtOf = ({ plannedAt }: SyncSegment) => new Date(plannedAt ?? 0)

/** What lies before and behind a compared interval in which something had changed, so many rows each. */
async function suspectNeighbours(
  { key, store }: Pick<EndedParts, "key" | "store">,
  checked: readonly CheckedInterval[],
  segment: SyncSegment,
): Promise<readonly CheckedInterval[]> {
  const { lower, inserted, changed, deleted } = segment
  const reached = reachedOf(segment)
  if (inserted + changed + deleted === 0) return checked
  const rows = Math.max(segment.rows, 1)
  const foundAt = plannedAtOf(segment)
  const before =
    lower === null
      ? undefined
      : await store.findSlice(key.property, { lower: null, upper: lower, rows, from: "upper" })
  const behind =
    reached === null
      ? undefined
      : await store.findSlice(key.property, { lower: reached, upper: null, rows, from: "lower" })
  return [before, behind].reduce(
    (all, slice) => (slice && slice.rows > 0 ? suspect(all, slice, foundAt) : all),
    checked,
  )
}

/** What of a list has been compared when its run is over that read what is new, and perhaps some of what is old; undefined where that is as before. */
export async function checkedAfter(
  parts: EndedParts,
): Promise<readonly CheckedInterval[] | undefined> {
  const times = parts.segments.filter(({ span }) => span === "time")
  const compared = times.filter(({ maxPages }) => maxPages !== null)
  let { checked } = parts
  for (const segment of times) {
    const interval = { lower: segment.lower, upper: reachedOf(segment) }
    const isRead = interval.upper === null || interval.upper > (interval.lower ?? "")
    if (segment.plannedAt === null || !isRead) continue
    if (segment.place !== null && interval.upper === null) continue
    checked = noteChecked(checked, interval, plannedAtOf(segment))
  }
  for (const segment of compared) checked = await suspectNeighbours(parts, checked, segment)
  checked = cutChecked(checked, parts.keptFrom)
  const isSame = JSON.stringify(checked) === JSON.stringify(parts.checked)
  return isSame ? undefined : checked
}

/** What of a list has been compared when, where nothing else is noted. */
export const checkedOr = (
  checked: readonly CheckedInterval[],
  { checkedAt }: Pick<SyncedList, "checkedAt">,
): readonly CheckedInterval[] =>
  checked.length === 0 && checkedAt !== null ? wholeChecked(checkedAt) : checked
