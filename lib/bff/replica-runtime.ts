import "server-only"
import { catalogue } from "../catalogue"
import { type SyncRoutesParts, syncRoutes, syncRunsRoute } from "./replica/sync-routes"
import { answerOwn } from "./runtime"
import { sharedState } from "./shared-state"

export type { SyncAnswer, SyncOrder, SyncRunsAnswer } from "./replica/sync-routes"

function parts(): SyncRoutesParts {
  const { replica, existence, quota } = sharedState()
  return { catalogue, replica, existence, feed: quota.feed }
}

/** GET the copies of lists, POST a wish for one. */
export const answerSync = (request: Request): Promise<Response> =>
  answerOwn(syncRoutes(parts()), request)

/** GET the runs of one list. */
export const answerSyncRuns = (request: Request): Promise<Response> =>
  answerOwn([syncRunsRoute(parts())], request)
