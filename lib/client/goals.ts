import { type ListOperation, printSeriesQuery, type SeriesQuery } from "@/lib/catalogue"
import type { AnswerOf, contract, GoalChange, TargetProgress } from "@/lib/contract"
import { api, apiKey, apiOptions } from "./api"

export type { GoalChange, TargetProgress }

/** What a data set is measured by, as the list of all has it. */
export type ListedGoal = AnswerOf<typeof contract.readGoals>["goals"][number]

/** What data sets are measured by, and which of them have targets. */
export const goalsOptions = () => apiOptions("/api/kpis/goals")

/** A data set's goal with its targets by month. */
export const goalOptions = (dataSetId: string) =>
  apiOptions("/api/kpis/{dataSetId}/goal", { parameters: { dataSetId } })

/** Changes a data set's goal, as administrators may; throws `ApiProblem`. */
export const changeGoal = (dataSetId: string, body: GoalChange) =>
  api.put("/api/kpis/{dataSetId}/goal", { parameters: { dataSetId }, body })

/** What each department that has a target has reached of it, by the question's first range and departments. */
export function progressOptions(
  operation: ListOperation,
  dataSetId: string,
  { ranges, zone, ...query }: SeriesQuery,
) {
  const asked = printSeriesQuery(operation, { ...query, zone, ranges: [ranges[0]] })
  const search = new URLSearchParams({ zone })
  for (const name of ["range", "group"]) {
    const text = asked.get(name)
    if (text !== null) search.set(name, text)
  }
  return apiOptions("/api/kpis/{dataSetId}/target-progress", {
    parameters: { dataSetId },
    query: search,
  })
}

/** What is read again after a goal has changed: all that is told of it. */
export const goalKeys = [
  apiKey("/api/kpis/goals"),
  apiKey("/api/kpis/{dataSetId}/goal"),
  apiKey("/api/kpis/{dataSetId}/target-progress"),
  apiKey("/api/kpis/{dataSetId}/series"),
  apiKey("/api/kpis/series"),
] as const
