import { canonicalFilters, printFilterName, printFilterValue } from "../filter"
import type { ListOperation } from "../operation"
import {
  defaultSummaryQuery,
  type SummaryGroup,
  type SummaryMeasure,
  type SummaryQuery,
  type SummarySort,
} from "./query"

/** A group in the form of the parameter `group`. */
export const printSummaryGroup = ({ property, bucket }: SummaryGroup): string =>
  bucket === undefined ? property : `${property}:${bucket}`

/** A measure in the form of the parameter `measure`. */
export function printSummaryMeasure(measure: SummaryMeasure): string {
  if (measure.name === "count") return measure.name
  if (measure.name !== "share") return `${measure.name}:${measure.property}`
  const { condition } = measure
  return `share:${printFilterName(condition)}=${printFilterValue(condition)}`
}

const printSummarySort = ({ by, descending }: SummarySort): string =>
  `${descending ? "-" : ""}${by === "group" ? by : by + 1}`

/**
 * Prints a question, the inverse of `parseSummaryQuery`. Equal questions print the same, without
 * the values of `defaultSummaryQuery`.
 */
export function printSummaryQuery(operation: ListOperation, query: SummaryQuery): URLSearchParams {
  const search = new URLSearchParams()
  for (const group of query.groups) search.append("group", printSummaryGroup(group))
  const measures = query.measures.map(printSummaryMeasure)
  if (measures.join() !== "count") for (const each of measures) search.append("measure", each)
  if (query.sort) search.append("sort", printSummarySort(query.sort))
  if (query.top !== defaultSummaryQuery.top) search.append("top", `${query.top}`)
  if (query.zone !== defaultSummaryQuery.zone) search.append("zone", query.zone)
  for (const filter of canonicalFilters(operation, query.filters))
    search.append(printFilterName(filter), printFilterValue(filter))
  return search
}
