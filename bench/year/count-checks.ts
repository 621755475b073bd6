import { catalogue, listOperations } from "@/lib/catalogue"
import type { CheckedInterval, ListStore, SyncedList, SyncSegment } from "@/lib/records"
import { copyKey } from "@/lib/server/copies/copy-key"
import { defaultReplica } from "@/lib/server/copies/create-replica"
import {
  type CheckRule,
  checkedAfter,
  checkedOr,
  type PlannedCheck,
  planOldCheck,
} from "@/lib/server/copies/plan-check"
import { startBefore } from "@/lib/server/copies/plan-run"
import { firstFrom, momentOf } from "./point-platform"
import type { YearPlan } from "./year-plan"

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]
const pageRows = 1000
/** The hours that the budget of calls counts: a day, and the one that has begun. */
const windowHours = 25

const operation = listOperations(catalogue).find(({ record }) => record === "dataPoint")
const key = operation && copyKey(catalogue, operation)

type Points = Parameters<typeof momentOf>[0]

/** One data set as the planner knows it. */
interface CountedList {
  rows: number
  checked: readonly CheckedInterval[]
  countedAt: Date | null
}

const textOf = (moment: number) => startBefore(new Date(moment).toISOString(), 0)
const pagesOf = (rows: number) => Math.ceil(Math.max(rows, 1) / pageRows) + 1

/** Slices of the points as the store finds them, rows of one moment together. */
function sliceStore(points: Points, { rows: all }: CountedList): Pick<ListStore, "findSlice"> {
  const numberAt = (text: string) => Math.min(all, firstFrom(points, Date.parse(text)))
  return {
    async findSlice(_key, { lower, upper, rows }) {
      const from = lower === null ? 0 : numberAt(lower)
      const to = upper === null ? all : numberAt(upper)
      if (to - from <= rows) return { lower, upper, rows: to - from }
      const edge = momentOf(points, from + rows)
      return { lower, upper: textOf(edge), rows: firstFrom(points, edge) - from }
    },
  }
}

/** A segment after its run; one that has not come to its end has `place` and the key before it. */
const readSegment = (segment: Partial<SyncSegment>, now: number): SyncSegment => ({
  number: 1,
  span: "time",
  lower: null,
  upper: null,
  firstKey: null,
  lastKey: null,
  openKey: null,
  place: null,
  pages: 0,
  calls: 0,
  rows: 0,
  inserted: 0,
  changed: 0,
  deleted: 0,
  busyMs: 0,
  maxPages: null,
  plannedAt: new Date(now).toISOString(),
  ...segment,
})

/** Calls of each hour, of which so many at most are taken as the budget has left. */
function createBudget({ callsPerDay }: CheckRule) {
  const hours = new Map<number, number>()
  return {
    take(now: number, wanted: number): number {
      const hour = Math.floor(now / hourMs)
      let spent = 0
      for (let back = 0; back < windowHours; back += 1) spent += hours.get(hour - back) ?? 0
      const taken = Math.max(0, Math.min(wanted, callsPerDay - spent))
      hours.set(hour, (hours.get(hour) ?? 0) + taken)
      return taken
    },
  }
}

interface Count {
  readonly points: Points
  readonly rule: CheckRule
  readonly everyMinutes: number
}

/** One run of a list: what is new, and the part that the planner has compared beside it; answers the calls of that. */
async function countRun(
  { points, rule, everyMinutes }: Count,
  own: CountedList,
  { now, allPages, take }: { now: number; allPages: number; take: (wanted: number) => number },
): Promise<number> {
  if (!operation || !key) throw new Error("Data points are not copied by their time.")
  const newest = startBefore(textOf(momentOf(points, own.rows - 1)), defaultReplica.overlapMs)
  const list = { checkedAt: new Date(points.startsAt), everyMinutes } as unknown as SyncedList
  const checked = checkedOr(own.checked, list)
  const share = { pages: pagesOf(own.rows), allPages, countedAt: own.countedAt }
  const shared = { key, list, store: sliceStore(points, own), checked, keptFrom: null }
  const planned = await planOldCheck({ ...shared, operation, share, rule, now }, newest)
  if (planned) own.countedAt = new Date(planned.shareUntil)
  const { calls, segment } = readPlanned(points, planned, take)
  const segments = [readSegment({ lower: newest }, now)]
  if (segment) segments.push(readSegment(segment, now))
  own.checked = (await checkedAfter({ ...shared, segments })) ?? own.checked
  return calls
}

/** Reads a planned part as far as calls are left. */
function readPlanned(
  points: Points,
  planned: PlannedCheck | undefined,
  take: (wanted: number) => number,
): { calls: number; segment?: Partial<SyncSegment> } {
  if (!planned) return { calls: 0 }
  const { lower, upper, maxPages = 1 } = planned.segment
  const wanted = maxPages - 1
  const calls = take(wanted)
  const interval = { lower, upper, maxPages, pages: calls }
  if (calls === wanted) return { calls, segment: interval }
  const reached = (lower === null ? 0 : firstFrom(points, Date.parse(lower))) + calls * pageRows
  const openKey = calls === 0 ? lower : textOf(momentOf(points, reached - 1))
  return { calls, segment: { ...interval, place: "open", openKey } }
}

/**
 * The calls for checks on each day of a plan, by the product's own planner and what it remembers of intervals,
 * without a page being read: pages are counted of the points that a slice has. And for how many days a row was
 * not compared at most.
 */
export async function countChecks(
  plan: Pick<YearPlan, "days" | "dataSets" | "points">,
  {
    rule,
    startsAt,
    everyMinutes = 15,
  }: { rule: CheckRule; startsAt: number; everyMinutes?: number },
): Promise<{ readonly calls: readonly number[]; readonly longestUnseen: number }> {
  const count: Count = { points: { startsAt, perDay: plan.points }, rule, everyMinutes }
  const lists = Array.from({ length: plan.dataSets }, (): CountedList => {
    return { rows: 0, checked: [], countedAt: null }
  })
  const { take } = createBudget(rule)
  const calls: number[] = []
  let longestUnseen = 0
  for (let day = 1; day <= plan.days; day += 1) {
    for (const list of lists) list.rows = day * plan.points
    const allPages = lists.reduce((sum, { rows }) => sum + pagesOf(rows), 0)
    let ofDay = 0
    for (let minute = 0; minute < 1440; minute += everyMinutes) {
      const now = startsAt + day * dayMs + minute * minuteMs
      const run = { now, allPages, take: (wanted: number) => take(now, wanted) }
      for (const list of lists) ofDay += await countRun(count, list, run)
      const oldest = Math.min(...lists.flatMap(({ checked }) => checked.map(checkedTime)))
      longestUnseen = Math.max(longestUnseen, (now - oldest) / dayMs)
    }
    calls.push(ofDay)
  }
  return { calls, longestUnseen }
}

const checkedTime = ({ checkedAt }: CheckedInterval) => checkedAt.getTime()
