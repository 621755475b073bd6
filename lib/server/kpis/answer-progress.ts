import "server-only"
import {
  type DataSetGoal,
  defaultSeriesQuery,
  departmentsAtLevel,
  departmentsOfType,
  goalTargets,
  type SeriesQuery,
  type TreeDepartment,
  targetBetween,
} from "../../catalogue"
import type { TargetProgress } from "../../contract"
import { answerSeries } from "./answer-series"
import { everyGroup } from "./answer-targets"
import type { DataSetRead, SeriesParts } from "./prepare-series"

/**
 * The days and departments of a progress question; without a level or type, the departments that
 * own targets.
 */
export type ProgressQuery = Pick<SeriesQuery, "ranges" | "zone" | "level" | "type">

type Row = TargetProgress["rows"][number]

/**
 * The questions to ask, one for each level with targets, with the departments to report from each.
 */
function questionsOf(
  { level, type, ...asked }: ProgressQuery,
  goal: DataSetGoal,
  tree: readonly TreeDepartment[],
): { query: SeriesQuery; departments: ReadonlySet<string> }[] {
  const { measure } = goal
  const query: SeriesQuery = {
    ...defaultSeriesQuery,
    ...asked,
    measure,
    bucket: "month",
    grouping: "department",
    top: everyGroup,
  }
  if (type !== undefined)
    return [
      { query: { ...query, type }, departments: new Set(departmentsOfType(tree, type).values()) },
    ]
  if (level !== undefined)
    return [
      {
        query: { ...query, level },
        departments: new Set(departmentsAtLevel(tree, level).values()),
      },
    ]
  const owners = [...goalTargets(goal, tree, new Set()).owners()]
  return [...new Set(owners.map(([, at]) => at))].map((at) => ({
    query: { ...query, level: at },
    departments: new Set(owners.flatMap(([id, own]) => (own === at ? [id] : []))),
  }))
}

/**
 * Returns how much of its target each department has reached on the counted days; throws
 * `BffError`.
 */
export async function answerProgress(
  parts: SeriesParts,
  dataSet: DataSetRead,
  asked: ProgressQuery,
): Promise<TargetProgress> {
  const [goal, tree = []] = await Promise.all([
    parts.goals.find(dataSet.dataSetId),
    parts.departments.readTree("all"),
  ])
  if (!goal) return { direction: "neutral", rows: [] }
  const rows: Row[] = []
  let told: Pick<TargetProgress, "days" | "least"> = {}
  const targets = goalTargets(goal, tree, new Set())
  for (const { query, departments } of questionsOf(asked, goal, tree)) {
    const answer = await answerSeries(parts, dataSet, query)
    const { groupsToDate = [], counted } = answer.ranges[0]
    const silent = new Set(departments)
    answer.groups.forEach((group, at) => {
      if (group.kind !== "department" || group.key === null) return
      silent.delete(group.key)
      const { value = null, state = "m", target } = groupsToDate[at] ?? {}
      if (departments.has(group.key) && target !== undefined)
        rows.push({ departmentId: group.key, value, state, target })
    })
    if (!counted) continue
    const { from, to } = counted
    told = { days: { from, to }, ...(answer.least !== undefined && { least: answer.least }) }
    for (const departmentId of silent) {
      const own = targets.within(departmentId)
      const target = own && targetBetween(own, counted.edges, answer)
      if (typeof target === "number") rows.push({ departmentId, value: null, state: "m", target })
    }
  }
  return { ...told, direction: goal.direction, rows }
}
