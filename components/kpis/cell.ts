import {
  type Filter,
  parseDateTime,
  type SeriesAnswer,
  type SeriesCell,
  type SeriesGroup,
  type SeriesQuery,
} from "@/lib/catalogue"
import { sameCondition } from "@/lib/client"

const iso = (ms: number) => new Date(ms).toISOString().replace(".000Z", "Z")

const groupOf = (group: SeriesGroup | undefined): Pick<SeriesCell, "group"> => {
  if (!group || group.kind === "all") return {}
  return { group: group.kind === "other" ? { kind: "other" } : { kind: "key", key: group.key } }
}

/** A cell between two moments, in milliseconds since 1970, for a group of an answer. */
export const cellBetween = (
  from: number,
  to: number,
  group: SeriesGroup | undefined,
): SeriesCell => ({ from: iso(from), to: iso(to), ...groupOf(group) })

/** The cell of a bucket, range and group of an answer; undefined if there is none. */
export function cellOf(
  answer: SeriesAnswer,
  { range, group, index }: { range: number; group: number; index: number | undefined },
): SeriesCell | undefined {
  const edges = answer.ranges[range]?.edges
  const [from, to] = index === undefined ? [] : [edges?.[index], edges?.[index + 1]]
  if (from === undefined || to === undefined) return undefined
  return cellBetween(from, to, answer.groups[group])
}

/** The number of points in a cell; null if suppressed, undefined if the answer has no such cell. */
export function countOf(answer: SeriesAnswer, cell: SeriesCell): number | null | undefined {
  const from = Date.parse(cell.from)
  for (const { edges, lines } of answer.ranges) {
    const index = edges.indexOf(from)
    if (index < 0 || edges[index + 1] !== Date.parse(cell.to)) continue
    for (const { group, counts } of lines) {
      const own = groupOf(answer.groups[group])
      if (JSON.stringify(own.group) === JSON.stringify(cell.group)) return counts[index]
    }
  }
  return undefined
}

/** Moments in UTC sort as text once the `Z` is removed. */
const momentText = ({ value }: Filter) => `${value}`.replace("Z", "")

/** The stricter of two conditions with the same operator. */
function narrower(one: Filter, other: Filter): Filter {
  if (one.operator === "gte") return momentText(one) > momentText(other) ? one : other
  if (one.operator === "lt") return momentText(one) < momentText(other) ? one : other
  return one
}

/**
 * The filters for the points behind a cell: those of the query, its bucket and its group. A list
 * accepts one per property and operator.
 */
export function cellFilters(
  { grouping, filters }: Pick<SeriesQuery, "grouping" | "filters">,
  { from, to, group }: SeriesCell,
): Filter[] {
  const own: Filter[] = [
    { property: "timeStamp", operator: "gte", value: parseDateTime(from) ?? from },
    { property: "timeStamp", operator: "lt", value: parseDateTime(to) ?? to },
  ]
  if (group?.kind === "key" && grouping !== "none") {
    const property = grouping === "label" ? grouping : `${grouping}Id`
    own.push({ property, operator: "eq", value: group.key })
  }
  const among = (some: readonly Filter[], one: Filter) =>
    some.find((each) => sameCondition(each, one))
  return [
    ...filters.filter((filter) => !among(own, filter)),
    ...own.map((filter) => narrower(filter, among(filters, filter) ?? filter)),
  ]
}
