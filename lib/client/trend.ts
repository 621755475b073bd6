import {
  addDays,
  dayAt,
  type SeriesAnswer,
  type SeriesQuery,
  startOfMonth,
  ungrouped,
} from "@/lib/catalogue"
import { changeOf } from "./compare-series"

/** How many whole months determine a trend. */
const months = 3
/** Smaller changes count as none. */
const least = 0.02

/**
 * The question for a data set's trend: the last whole months with data, compared with the same
 * months a year before; undefined if there are none.
 */
export function trendQuery({ question, dataEnd }: SeriesAnswer): SeriesQuery | undefined {
  if (dataEnd.until === null) return undefined
  const { pattern: _, ...query } = ungrouped(question)
  const end = startOfMonth(dayAt(dataEnd.until, query.zone))
  const range = { from: startOfMonth(end, -months), to: addDays(end, -1) }
  return { ...query, bucket: "month", ranges: [range, "year"], alignWeekdays: false }
}

/** A trend relative to the same months a year before. */
export interface Trend {
  readonly direction: "up" | "down" | "same"
  readonly value: number
  readonly before: number
  /** As a share of the year before. */
  readonly change: number
  /** True if groups with too few people are left out. */
  readonly isPart: boolean
}

/**
 * The trend in an answer to `trendQuery`; undefined unless all days of both years have data that
 * may be disclosed.
 */
export function trendOf({ ranges: [own, other] }: SeriesAnswer): Trend | undefined {
  const [figure, first] = [other?.toDate, other?.toDate?.first]
  if (!figure || !first || first.days !== own.toDate?.days) return undefined
  const isTold = [figure, first].every(({ state }) => state === "v" || state === "p")
  if (!isTold || first.value === null || figure.value === null) return undefined
  const { value } = first
  const { value: before } = figure
  const change = changeOf({ value, before })
  if (change === undefined) return undefined
  const direction = Math.abs(change) < least ? "same" : change > 0 ? "up" : "down"
  return { direction, value, before, change, isPart: figure.state === "p" || first.state === "p" }
}
