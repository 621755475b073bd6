import {
  type Filter,
  type ListOperation,
  type Operator,
  printListQuery,
  type QueryValue,
} from "../../catalogue"
import type { ListPosition } from "../../platform"
import type { CopyKey } from "./copy-key"

/** A part of a list: an interval of its time key from `lower` to `upper`, exclusive, open where null; the records without one; everything; or what has been edited since `lower`. */
export interface Interval {
  readonly span: "time" | "nulls" | "whole" | "changed"
  readonly lower: string | null
  readonly upper: string | null
}

function filtersOf({ property, isNullable }: CopyKey, { span, lower, upper }: Interval): Filter[] {
  const condition = (operator: Operator, value: QueryValue): Filter => ({
    property,
    operator,
    value,
  })
  if (span === "nulls") return [condition("eq", null)]
  const ends = [
    ...(lower === null ? [] : [condition("gte", lower)]),
    ...(upper === null ? [] : [condition("lt", upper)]),
  ]
  return ends.length === 0 && isNullable ? [condition("ne", null)] : ends
}

/** The first page of an interval, in the order of the key, or in the list's own where it is copied as a whole. */
export function startOfInterval(
  operation: ListOperation,
  key: CopyKey | undefined,
  interval: Interval,
): ListPosition {
  const isKeyed = key && interval.span !== "whole"
  const search = printListQuery(operation, {
    filters: isKeyed ? filtersOf(key, interval) : [],
    sort: isKeyed ? [{ property: key.property, descending: false }] : [],
    limit: operation.limit.maximum,
  })
  return { search: search.toString(), following: false }
}

/** The first or the last record by the key: one record that has it. */
export function positionOfEnd(
  operation: ListOperation,
  { property, isNullable }: CopyKey,
  end: "first" | "last",
): ListPosition {
  const search = printListQuery(operation, {
    filters: isNullable ? [{ property, operator: "ne", value: null }] : [],
    sort: [{ property, descending: end === "last" }],
    limit: 1,
  })
  return { search: search.toString(), following: false }
}
