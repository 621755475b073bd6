import { canonicalFilters, printFilterName, printFilterValue } from "../filter"
import type { ListOperation } from "../operation"
import { printPeriod } from "../periods"
import { defaultSeriesQuery, type SeriesQuery, type SeriesRange } from "./query"

export const printRange = (range: SeriesRange): string =>
  typeof range === "string" ? range : printPeriod(range)

/** The grouping in a URL: `label`, `department:2`, `department:Store`. */
export function printGrouping({
  grouping,
  level,
  type,
}: Pick<SeriesQuery, "grouping" | "level" | "type">): string {
  const which = level ?? type
  return which === undefined ? grouping : `${grouping}:${which}`
}

const printRanges = (query: SeriesQuery): string[] => query.ranges.map(printRange)

/**
 * Prints a question, the inverse of `parseSeriesQuery`. Equal questions print the same, without the
 * values of `defaultSeriesQuery`.
 */
export function printSeriesQuery(operation: ListOperation, query: SeriesQuery): URLSearchParams {
  const search = new URLSearchParams()
  const add = (name: string, text: string, plain: string) => {
    if (text !== plain) search.append(name, text)
  }
  add("measure", query.measure, defaultSeriesQuery.measure)
  add("bucket", query.bucket, defaultSeriesQuery.bucket)
  add("zone", query.zone, defaultSeriesQuery.zone)
  add("group", printGrouping(query), defaultSeriesQuery.grouping)
  add("top", `${query.top}`, `${defaultSeriesQuery.top}`)
  const ranges = printRanges(query)
  if (ranges.join() !== printRanges(defaultSeriesQuery).join())
    for (const range of ranges) search.append("range", range)
  if (query.alignWeekdays) search.append("align", "weekday")
  if (query.pattern !== undefined) search.append("pattern", query.pattern)
  if (query.within !== undefined) search.append("within", query.within)
  for (const filter of canonicalFilters(operation, query.filters))
    search.append(printFilterName(filter), printFilterValue(filter))
  return search
}
