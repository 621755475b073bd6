import { canonicalFilters, printFilterName, printFilterValue } from "../filter"
import type { ListOperation } from "../operation"
import { printPeriod } from "../periods"
import { plainQuestion, type SeriesQuestion, type SeriesRange } from "./question"

export const printRange = (range: SeriesRange): string =>
  typeof range === "string" ? range : printPeriod(range)

const printGrouping = ({ grouping, level }: SeriesQuestion): string =>
  level === undefined ? grouping : `${grouping}:${level}`

const printRanges = (question: SeriesQuestion): string[] => question.ranges.map(printRange)

/** Prints a question, the inverse of `parseSeriesQuestion`: one text for equal questions, without what `plainQuestion` says. */
export function printSeriesQuestion(
  operation: ListOperation,
  question: SeriesQuestion,
): URLSearchParams {
  const search = new URLSearchParams()
  const add = (name: string, text: string, plain: string) => {
    if (text !== plain) search.append(name, text)
  }
  add("measure", question.measure, plainQuestion.measure)
  add("bucket", question.bucket, plainQuestion.bucket)
  add("zone", question.zone, plainQuestion.zone)
  add("group", printGrouping(question), plainQuestion.grouping)
  add("top", `${question.top}`, `${plainQuestion.top}`)
  const ranges = printRanges(question)
  if (ranges.join() !== printRanges(plainQuestion).join())
    for (const range of ranges) search.append("range", range)
  if (question.alignWeekdays) search.append("align", "weekday")
  if (question.within !== undefined) search.append("within", question.within)
  for (const filter of canonicalFilters(operation, question.filters))
    search.append(printFilterName(filter), printFilterValue(filter))
  return search
}
