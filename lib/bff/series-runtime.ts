import "server-only"
import { answerOwn } from "./runtime"
import {
  seriesRoute,
  seriesRowsRoute,
  seriesSuggestionsRoute,
  smallGroupsRoutes,
} from "./series/series-routes"
import { sharedState } from "./shared-state"

export type { SmallGroupsAnswer } from "./series/series-routes"

/** GET the series of a data set. */
export const answerSeriesQuestion = (request: Request, dataSetId: string): Promise<Response> =>
  answerOwn([seriesRoute(sharedState().series.parts, dataSetId)], request)

/** GET the rows behind a cell of one. */
export const answerSeriesRows = (request: Request, dataSetId: string): Promise<Response> =>
  answerOwn([seriesRowsRoute(sharedState().series.parts, dataSetId)], request)

/** GET what can be asked instead of one whose values are all hidden. */
export const answerSeriesSuggestions = (request: Request, dataSetId: string): Promise<Response> =>
  answerOwn([seriesSuggestionsRoute(sharedState().series.parts, dataSetId)], request)

/** GET and PUT how few people are told of. */
export const answerSmallGroups = (request: Request): Promise<Response> => {
  const { parts, setting } = sharedState().series
  return answerOwn(smallGroupsRoutes(parts, setting), request)
}
