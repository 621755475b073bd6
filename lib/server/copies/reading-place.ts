import {
  type Filter,
  type ListOperation,
  type Operator,
  printListQuery,
  type QueryValue,
} from "../../catalogue"
import type { CopyKey } from "./copy-key"

/** Where reading goes on: the query of the next page; `following` where it is of a `nextUrl`. */
export interface ReadingPlace {
  readonly search: string
  readonly following: boolean
}

/** A stretch of a list: of its time key from `lower` to `upper`, exclusive, open where null; the records without one; everything; or what has been edited since `lower`. */
export interface Stretch {
  readonly span: "time" | "nulls" | "whole" | "changed"
  readonly lower: string | null
  readonly upper: string | null
}

function filtersOf({ property, isNullable }: CopyKey, { span, lower, upper }: Stretch): Filter[] {
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

/** The first page of a stretch, in the order of the key, or in the list's own where it is copied as a whole. */
export function placeOfStretch(
  operation: ListOperation,
  key: CopyKey | undefined,
  stretch: Stretch,
): ReadingPlace {
  const isKeyed = key && stretch.span !== "whole"
  const search = printListQuery(operation, {
    filters: isKeyed ? filtersOf(key, stretch) : [],
    sort: isKeyed ? [{ property: key.property, descending: false }] : [],
    limit: operation.limit.maximum,
  })
  return { search: search.toString(), following: false }
}

/** The first or the last record by the key: one record that has it. */
export function placeOfEnd(
  operation: ListOperation,
  { property, isNullable }: CopyKey,
  end: "first" | "last",
): ReadingPlace {
  const search = printListQuery(operation, {
    filters: isNullable ? [{ property, operator: "ne", value: null }] : [],
    sort: [{ property, descending: end === "last" }],
    limit: 1,
  })
  return { search: search.toString(), following: false }
}

export const printPlace = (place: ReadingPlace): string => JSON.stringify(place)
export const readPlace = (text: string): ReadingPlace => JSON.parse(text) as ReadingPlace
