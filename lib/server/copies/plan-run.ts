import type { ListOperation } from "../../catalogue"
import type { ListReader } from "../../platform"
import type { PlannedSegment, SyncedList } from "../../records"
import { type CopyKey, keyOf } from "./copy-key"
import { type Interval, positionOfEnd, startOfInterval } from "./interval"
import type { SyncKind } from "./replica"

/** An interval with the last key that it is expected to have, where anybody can tell. */
type Planned = Interval & { readonly lastKey: string | null }

const hourMs = 3_600_000

/** What a list is planned by. */
export interface PlanParts {
  readonly operation: ListOperation
  readonly key: CopyKey | undefined
  /** By which edited records are found. */
  readonly changes: CopyKey | undefined
  /** Since when new and edited ones are looked for, ISO 8601; null before the first run has come to its end. */
  readonly since: string | null
  readonly reader: ListReader
  /** Whether the list is short enough to be read as it is, in one call where it has one page. */
  readonly isShort: boolean
  /** How many intervals may be read at the same time. */
  readonly maxSegments: number
  /** Days before now at which the whole time is cut, to be read from the newest interval to the oldest. */
  readonly newestFirst?: { readonly cutDays: readonly number[]; readonly now: number } | undefined
  /** How far before the newest known record an incremental copy begins, or before the last run where that record is dated later; in milliseconds. */
  readonly overlapMs: number
  /** Rows dated before it are not read; null: all are. */
  readonly keptFrom: string | null
  /** The first and last key of what is stored. */
  readonly readKeyEnds: (key: string) => Promise<{ first: string; last: string } | undefined>
}

/** Moments that cut the time between the two into so many parts of equal length, on whole hours. */
export function cutTime(first: string, last: string, parts: number): string[] {
  const [start, end] = [Date.parse(first), Date.parse(last)]
  const cuts = Array.from({ length: parts - 1 }, (_, index) => {
    const at = start + ((end - start) * (index + 1)) / parts
    return Math.ceil(at / hourMs) * hourMs
  })
  const inside = [...new Set(cuts)].filter((cut) => cut > start && cut <= end)
  return inside.map((cut) => new Date(cut).toISOString().replace("Z", "000Z"))
}

async function probeEnd({ operation, reader }: PlanParts, key: CopyKey, end: "first" | "last") {
  const { envelope } = await reader.read(positionOfEnd(operation, key, end))
  const [row] = envelope.data
  return row ? keyOf(key, row) : null
}

/** Where the list begins and ends: as it is stored, or by one call for the last record and one for the first where the list is to be cut. */
async function findEnds(parts: PlanParts, key: CopyKey, kind: SyncKind) {
  if (kind === "recheck") return parts.readKeyEnds(key.property)
  const last = await probeEnd(parts, key, "last")
  const first = parts.maxSegments > 1 && last !== null ? await probeEnd(parts, key, "first") : last
  return first === null || last === null ? undefined : { first, last }
}

const dayMs = 86_400_000

/** The whole time from the newest interval to the oldest, cut on whole days. */
function cutNewestFirst({ cutDays, now }: NonNullable<PlanParts["newestFirst"]>): Planned[] {
  const today = Math.floor(now / dayMs) * dayMs
  const cuts = cutDays.map((days) => startBefore(new Date(today).toISOString(), days * dayMs))
  const ends = [null, ...cuts, null]
  return ends.slice(1).map((lower, index) => {
    const upper = ends[index] ?? null
    return {
      span: "time",
      lower,
      upper,
      lastKey: upper ?? startBefore(new Date(now).toISOString(), 0),
    }
  })
}

/** The whole time, cut where several intervals may be read at once. */
async function cutWhole(parts: PlanParts, key: CopyKey, kind: SyncKind): Promise<Planned[]> {
  if (parts.newestFirst) return cutNewestFirst(parts.newestFirst)
  const known = await findEnds(parts, key, kind)
  const cuts = known ? cutTime(known.first, known.last, parts.maxSegments) : []
  const ends = [null, ...cuts, null]
  const lastKey = known?.last ?? null
  return ends.slice(1).map((upper, index) => {
    const lower = ends[index] ?? null
    return { span: "time", lower, upper, lastKey: upper ?? lastKey }
  })
}

/** The moment so long before another, to the microsecond. */
export const startBefore = (time: string, ms: number): string =>
  new Date(Date.parse(time) - ms).toISOString().replace("Z", "000Z")

async function startOfNew({ since, readKeyEnds, overlapMs }: PlanParts, key: CopyKey) {
  const ends = await readKeyEnds(key.property)
  if (!ends) return null
  // A record that is dated in the future says nothing of those that have come since.
  const isAhead = since !== null && Date.parse(since) < Date.parse(ends.last)
  return startBefore(isAhead ? since : ends.last, overlapMs)
}

/** The same intervals without what lies before a time. */
function cutOff(intervals: readonly Planned[], from: string | null): readonly Planned[] {
  if (from === null) return intervals
  return intervals.flatMap(({ lower, upper, ...rest }) =>
    upper !== null && upper <= from
      ? []
      : [{ ...rest, upper, lower: lower !== null && lower > from ? lower : from }],
  )
}

async function intervalsOf(parts: PlanParts, kind: SyncKind): Promise<Planned[]> {
  const { key } = parts
  const open = { lower: null, upper: null, lastKey: null }
  if (!key || (parts.isShort && parts.keptFrom === null)) return [{ ...open, span: "whole" }]
  const times: Planned[] =
    kind === "incremental"
      ? [{ ...open, span: "time", lower: await startOfNew(parts, key) }]
      : await cutWhole(parts, key, kind)
  const isNew = kind === "incremental" && parts.changes !== undefined
  return [
    ...cutOff(times, parts.keptFrom),
    ...(key.isNullable ? [{ ...open, span: "nulls" as const }] : []),
    ...(isNew ? [{ ...open, span: "changed" as const, lower: parts.since }] : []),
  ]
}

/** The intervals that a run reads: together the list, or all from a while before its newest record. */
export async function planRun(parts: PlanParts, kind: SyncKind): Promise<PlannedSegment[]> {
  const { operation, key, changes } = parts
  return (await intervalsOf(parts, kind)).map((interval) => {
    const by = interval.span === "changed" ? changes : key
    return { ...interval, place: JSON.stringify(startOfInterval(operation, by, interval)) }
  })
}

/** Longer lists are compared as a whole only when somebody asks: it would hold up what is new for too long. */
const maxComparedRows = 1_000_000

/** What a list needs next. */
export function nextKind(
  list: SyncedList,
  { key, isShort, now }: Pick<PlanParts, "key" | "isShort"> & { readonly now: number },
): SyncKind {
  if (list.checkedAt === null) return "full"
  const isCheckDue =
    list.checkAt !== null && list.checkAt.getTime() <= now && list.rows <= maxComparedRows
  return list.wantsCheck || isCheckDue || isShort || !key ? "recheck" : "incremental"
}
