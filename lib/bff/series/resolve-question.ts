import "server-only"
import {
  bucketEdges,
  bucketLimit,
  type DayRange,
  dayAt,
  departmentsBelow,
  hasTooManyBuckets,
  placeDepartments,
  resolveRanges,
  type SeriesQuestion,
  type TreeDepartment,
} from "../../catalogue"
import type { SeriesRead } from "../../store"
import { BffError } from "../problem"

/** What is known when a question is resolved: the moment, the data set's first and last one in milliseconds, and the tree. */
export interface Resolving {
  readonly dataSetId: string
  readonly now: number
  readonly first?: number
  readonly last?: number
  readonly tree: readonly TreeDepartment[]
}

/** A question with its days and edges; throws `invalid_query` (400) where a range has too many buckets. */
export function resolveQuestion(
  question: SeriesQuestion,
  { dataSetId, now, first, last, tree }: Resolving,
): { readonly days: readonly [DayRange, ...DayRange[]]; readonly read: SeriesRead } {
  const { zone, bucket, measure, grouping, level, top, within, filters } = question
  const days = resolveRanges(question, {
    today: dayAt(now, zone),
    ...(first !== undefined && { first: dayAt(first, zone) }),
    ...(last !== undefined && { last: dayAt(last, zone) }),
  })
  if (days.some((each) => hasTooManyBuckets(each, bucket)))
    throw new BffError("invalid_query", {
      errors: [
        {
          parameter: "bucket",
          message: `bucket makes more than ${bucketLimit} buckets of a range. Choose a longer bucket or a shorter range.`,
        },
      ],
    })
  const read: SeriesRead = {
    ...{ dataSetId, measure, grouping, top, filters },
    ranges: days.map((each) => bucketEdges(each, bucket, zone)),
    ...(grouping === "department" &&
      level !== undefined && { places: placeDepartments(tree, level) }),
    ...(within !== undefined && { departments: departmentsBelow(tree, within) }),
  }
  return { days, read }
}
