import { type ListOperation, printSeriesQuery, type SeriesQuery } from "@/lib/catalogue"
import type { AnswerOf, contract, GoalChange, TargetProgress } from "@/lib/contract"
import { api, apiKey, apiOptions } from "./api"

export type { GoalChange, TargetProgress }

/** A data set's measure, as in the list of all. */
export type ListedGoal = AnswerOf<typeof contract.readGoals>["goals"][number]

/** The measures of data sets, and which of them have targets. */
export const goalsOptions = () => apiOptions("/api/kpis/goals")

/** A data set's goal with its targets by month. */
export const goalOptions = (dataSetId: string) =>
  apiOptions("/api/kpis/{dataSetId}/goal", { parameters: { dataSetId } })

/** Changes a data set's goal, for administrators; throws `ApiProblem`. */
export const changeGoal = (dataSetId: string, body: GoalChange) =>
  api.put("/api/kpis/{dataSetId}/goal", { parameters: { dataSetId }, body })

/**
 * The progress of every department with a target, for the question's first range and departments.
 */
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

/** The queries to invalidate after a goal changed. */
export const goalKeys = [
  apiKey("/api/kpis/goals"),
  apiKey("/api/kpis/{dataSetId}/goal"),
  apiKey("/api/kpis/{dataSetId}/target-progress"),
  apiKey("/api/kpis/{dataSetId}/series"),
  apiKey("/api/kpis/series"),
] as const
