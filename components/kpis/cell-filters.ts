import { type Filter, parseDateTime, type SeriesCell, type SeriesQuestion } from "@/lib/catalogue"
import { sameCondition } from "@/lib/client"

/** Moments in UTC are in the order of their texts without the zone's sign. */
const momentText = ({ value }: Filter) => `${value}`.replace("Z", "")

/** Of two conditions by the same operator the one that leaves more out. */
function narrower(one: Filter, other: Filter): Filter {
  if (one.operator === "gte") return momentText(one) > momentText(other) ? one : other
  if (one.operator === "lt") return momentText(one) < momentText(other) ? one : other
  return one
}

/** The conditions on the points behind a cell, of which a list takes one by each property and operator: the question's, its bucket and the group that it names. */
export function cellFilters(
  { grouping, filters }: Pick<SeriesQuestion, "grouping" | "filters">,
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
