import type { DaysFigure, SeriesAnswer, SeriesGroup } from "@/lib/catalogue"
import { changeOf, shownTargets } from "@/lib/client"
import { besideTarget, type ComparedValue, type ValueRow } from "./table-rows"

/** Compares the same days of two ranges. */
function compare(
  range: number,
  first: DaysFigure | undefined,
  other: DaysFigure | undefined,
): ComparedValue {
  const [value, before] = [first?.value ?? null, other?.value ?? null]
  const letter = other?.state ?? "m"
  if (value === null || before === null)
    return { range, before, letter, difference: null, change: null }
  const change = changeOf({ value, before }) ?? null
  return { range, before, letter, difference: value - before, change }
}

/** A group as one row, over the days of the first range that have data. */
export interface RankedRow extends ValueRow {
  readonly group: SeriesGroup
  readonly name: string
}

/**
 * The groups of an answer by size, equal ones by name in a locale; then those without a value, and
 * the group of others last.
 */
export function rankedRows(
  answer: SeriesAnswer,
  groupName: (group: SeriesGroup) => string,
  locale: string,
): RankedRow[] {
  const { groups, ranges } = answer
  const [first, ...others] = ranges
  const targets = shownTargets(answer)
  const size = ({ value }: RankedRow) => value ?? Number.NEGATIVE_INFINITY
  const isOther = ({ group }: RankedRow) => Number(group.kind === "other")
  return groups
    .map((group, line): RankedRow => {
      const figure = first.groupsToDate?.[line]
      const [from, to] = figure?.edges ?? [first.edges[0] ?? 0, first.edges.at(-1) ?? 0]
      return {
        line,
        index: 0,
        from,
        to,
        isPartial: false,
        group,
        name: groupName(group),
        value: figure?.value ?? null,
        letter: figure?.state ?? "m",
        count: figure?.count ?? null,
        compared: others.map(({ groupsToDate }, at) =>
          compare(at + 1, groupsToDate?.[line]?.first, groupsToDate?.[line]),
        ),
        targets: targets.map(({ toDate }) =>
          besideTarget(toDate[line] ?? null, figure?.value ?? null, figure?.state),
        ),
      }
    })
    .toSorted(
      (one, other) =>
        isOther(one) - isOther(other) ||
        Number(size(one) < size(other)) - Number(size(one) > size(other)) ||
        one.name.localeCompare(other.name, locale),
    )
}
