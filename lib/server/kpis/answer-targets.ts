import "server-only"
import {
  type DataSetGoal,
  departmentsBelow,
  goalTargets,
  hasGoal,
  type SeriesAnswer,
  type SeriesGroup,
  type Target,
  type TreeDepartment,
  targetBetween,
  targetValues,
  treeOf,
} from "../../catalogue"
import { type Prepared, readResult, type SeriesParts } from "./prepare-series"

/** Above the number of groups in any data set, so that none is merged into "other". */
export const everyGroup = 1_000_000

/** The departments with data points on the counted days of a question's first range. */
async function reportingOf(parts: SeriesParts, prepared: Prepared): Promise<ReadonlySet<string>> {
  const { atLevel: _, ...read } = prepared.read
  const { level: __, type: ___, ...query } = prepared.query
  const [first] = prepared.counted
  if (!first) return new Set()
  const { groups } = await readResult(parts, {
    ...prepared,
    query: { ...query, measure: "count", grouping: "department" },
    read: {
      ...read,
      measure: "count",
      grouping: "department",
      top: everyGroup,
      ranges: [first.edges],
    },
  })
  return new Set(groups.flatMap((group) => ("key" in group && group.key ? [group.key] : [])))
}

/** Returns the target of each group of a question. */
function targetsOf(
  { query }: Pick<Prepared, "query">,
  goal: DataSetGoal,
  tree: readonly TreeDepartment[],
  reporting: ReadonlySet<string>,
): (group: SeriesGroup) => Target | undefined {
  const { within, level, type } = query
  const targets = goalTargets(goal, tree, reporting)
  const { levelOf, below } = treeOf(tree)
  const inside = within === undefined ? undefined : new Set(departmentsBelow(tree, within))
  /** With a level, departments above it only count themselves, without those below. */
  const isWhole = (id: string) =>
    level === undefined || levelOf(id) === level || below(id).length === 0
  return (group) => {
    if (group.kind === "all") return within === undefined ? targets.total() : targets.within(within)
    if (group.kind !== "department" || group.key === null) return undefined
    if (!isWhole(group.key) || inside?.has(group.key) === false) return undefined
    const isAlone = level === undefined && type === undefined
    return isAlone ? targets.own(group.key) : targets.within(group.key)
  }
}

/**
 * Adds the data set's targets for the first range to an answer, if the question asks for what they
 * measure.
 */
export async function withTargets(
  parts: SeriesParts,
  prepared: Prepared,
  goal: DataSetGoal,
  answer: SeriesAnswer,
): Promise<SeriesAnswer> {
  if (goal.targets.length === 0 || !hasGoal(prepared.query, goal)) return answer
  const reporting = await reportingOf(parts, prepared)
  const [first, ...others] = answer.ranges
  const found = answer.groups.map(targetsOf(prepared, goal, prepared.tree, reporting))
  const withDue = <F extends { readonly edges: readonly [number, number] }>(
    figure: F,
    target: Target | undefined,
  ): F => {
    const due = target && targetBetween(target, figure.edges, answer)
    return typeof due === "number" ? { ...figure, target: due } : figure
  }
  return {
    ...answer,
    ranges: [
      {
        ...first,
        lines: first.lines.map((line) => {
          const target = found[line.group]
          return target ? { ...line, targets: targetValues(target, answer) } : line
        }),
        ...(first.toDate && { toDate: withDue(first.toDate, found[0]) }),
        ...(first.groupsToDate && {
          groupsToDate: first.groupsToDate.map((figure, at) => withDue(figure, found[at])),
        }),
      },
      ...others,
    ],
  }
}
