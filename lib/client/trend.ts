import {
  addDays,
  dayAt,
  type SeriesAnswer,
  type SeriesQuery,
  startOfMonth,
  ungrouped,
} from "@/lib/catalogue"
import { changeOf } from "./compare-series"

/** How many whole months say whether something is rising. */
const months = 3
/** A smaller change is none. */
const least = 0.02

/** The question whether a data set is rising: the last whole months that have data beside the same of the year before; undefined where none has. */
export function trendQuery({ question, dataEnd }: SeriesAnswer): SeriesQuery | undefined {
  if (dataEnd.until === null) return undefined
  const { pattern: _, ...query } = ungrouped(question)
  const end = startOfMonth(dayAt(dataEnd.until, query.zone))
  const range = { from: startOfMonth(end, -months), to: addDays(end, -1) }
  return { ...query, bucket: "month", ranges: [range, "year"], alignWeekdays: false }
}

/** Where something goes, from the same months of the year before. */
export interface Trend {
  readonly direction: "up" | "down" | "same"
  readonly value: number
  readonly before: number
  /** As a share of the year before. */
  readonly change: number
  /** Whether groups of too few people are left out. */
  readonly isPart: boolean
}

/** What an answer to `trendQuery` says; undefined where not all days of both years have data that may be told of. */
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
