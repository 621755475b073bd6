import "server-only"
import { type DataSetGoal, measureOf, parseSeriesQuery } from "../../catalogue"
import { goalsContract, targetsAtMost } from "../../contract"
import { BffError } from "../http/problem"
import { type BoundRoute, bindRoutes } from "../http/routes"
import type { Existence } from "../reads/existence"
import { answerProgress } from "./answer-progress"
import type { GoalsTable } from "./goals-table"
import { type FileTexts, partsFor, readOf, type SeriesRoutesParts } from "./routes"

/** The targets of data sets, and each department's progress. */
export function goalsRoutes(
  parts: SeriesRoutesParts,
  goals: GoalsTable,
  { nameOf, existence }: Pick<FileTexts, "nameOf"> & { readonly existence: Existence },
): readonly BoundRoute[] {
  /** The defaults of a data set without a goal. */
  const usualOf = async (dataSetId: string): Promise<DataSetGoal> => ({
    measure: measureOf((await nameOf(dataSetId))?.unit),
    direction: "neutral",
    targets: [],
  })
  return bindRoutes(goalsContract, {
    readGoals: async () => ({ goals: [...(await goals.list())] }),

    async readGoal({ parameters: { dataSetId } }) {
      return (await goals.find(dataSetId)) ?? (await usualOf(dataSetId))
    },

    async changeGoal({ session, parameters: { dataSetId }, body }) {
      await existence.require(session, parts.list, { dataSetId })
      const usual = await usualOf(dataSetId)
      if (await goals.change(dataSetId, body, usual)) return (await goals.find(dataSetId)) ?? usual
      throw new BffError("limit_reached", {
        detail: `One data set can have ${targetsAtMost} targets. Remove old ones first.`,
      })
    },

    async readTargetProgress({ session, parameters: { dataSetId }, search, signal }) {
      const asked = new URLSearchParams({ range: "this-month" })
      for (const [name, text] of search) asked.set(name, text)
      const parsed = parseSeriesQuery(parts.list, asked)
      if (!parsed.ok) throw new BffError("invalid_query", { errors: parsed.problems })
      const work = () =>
        answerProgress(partsFor(parts, session), readOf(dataSetId, session), parsed.query)
      return parts.slots.queries.run(session.sub, work, signal)
    },
  })
}
