import "server-only"
import {
  bucketLimit,
  hasTooManyBuckets,
  type SeriesLine,
  type WeekPattern,
  type WeekUnit,
  weekCellsWithin,
  weekCycle,
} from "../../catalogue"
import type { SeriesRead, SeriesResult } from "../../records"
import { BffError } from "../http/problem"
import type { Unsynced } from "./mark-unknown"
import type { ResolvedSeriesQuery } from "./resolve-series-query"

const dayHours = 24

/** The number of hours of the day at which a week's cells have data points or may have some. */
function countHours({ states }: SeriesLine): number {
  const cells = Array.from(states, (_, cell) => cell).filter((cell) => states[cell] !== "m")
  return new Set(cells.map((cell) => cell % dayHours)).size
}

function markUnsynced(line: SeriesLine, unsynced: ReadonlySet<number>): Omit<SeriesLine, "group"> {
  const isUnknown = (cell: number) => line.states[cell] === "m" && unsynced.has(cell)
  return {
    values: line.values,
    counts: line.counts.map((count, cell) => (isUnknown(cell) ? null : count)),
    states: Array.from(line.states, (state, cell) => (isUnknown(cell) ? "u" : state)).join(""),
  }
}

/**
 * The data points of a question's first range by weekday and hour in the zone. By weekday only if
 * all data points are at one time of day, in the zone or in UTC, since daily values in UTC shift by
 * an hour between summer and winter. `compute` answers it like any question, so only whole groups
 * of people are disclosed. Throws `invalid_query` (400) if the range has too many days.
 */
export async function answerPattern(
  { days: [days], read }: Pick<ResolvedSeriesQuery, "days" | "read">,
  zone: string,
  unsynced: Unsynced,
  compute: (read: SeriesRead) => Promise<SeriesResult>,
): Promise<WeekPattern> {
  if (hasTooManyBuckets(days, "day")) {
    const message = `pattern is of at most ${bucketLimit} days. Choose a shorter range.`
    throw new BffError("invalid_query", { errors: [{ parameter: "pattern", message }] })
  }
  const { atLevel: _, ...ungrouped } = read
  const own = weekCycle(days, zone)

  async function lineOf(unit: WeekUnit, { edges, shifts } = own): Promise<SeriesLine> {
    const cycle = { unit, shifts: [shifts] }
    const { ranges } = await compute({ ...ungrouped, grouping: "none", ranges: [edges], cycle })
    const line = ranges[0]?.[0]
    if (!line) throw new Error("A pattern is one line.")
    return line
  }

  async function isAtOneTime(hours: SeriesLine): Promise<boolean> {
    const count = countHours(hours)
    if (count <= 1 || count > new Set(own.shifts).size) return count === 1
    return countHours(await lineOf("hour", weekCycle(days, zone, "UTC"))) === 1
  }

  const hours = await lineOf("hour")
  const by: WeekUnit = (await isAtOneTime(hours)) ? "weekday" : "hour"
  const line = by === "hour" ? hours : await lineOf(by)
  const unknown = unsynced.hours.flatMap((interval) => [...weekCellsWithin(own, by, interval)])
  return { by, ...markUnsynced(line, new Set(unknown)) }
}
