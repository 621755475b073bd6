import "server-only"
import { catalogue } from "../../catalogue"
import { copyShare, openPool } from "../../db"
import { quotaRule } from "../../platform"
import { startAutomaticCopies } from "../copies/automatic-lists"
import { copiesRoutes } from "../copies/copies-routes"
import { openReplica, replicaPoolOptions } from "../copies/open-replica"
import { syncRoutes } from "../copies/routes"
import { describeError } from "../http/log"
import { startIndexing } from "../index-builds"
import type { Base } from "./base"
import type { OpenedPlatform } from "./platform"
import type { OpenedSaved } from "./saved"

/**
 * Copies of lists, their automatic scheduling, and the deferred index builds. Calls `onSynced` with
 * a data set whose copy has completed a run.
 */
export function openCopies(
  { config, pool, clock, log, instanceId }: Base,
  { upstream, feed }: OpenedPlatform,
  { workspace, existence }: OpenedSaved,
  onSynced: (dataSetId: string) => Promise<void>,
) {
  const { databaseUrl, copyBudget, rateLimit } = config
  const rule = quotaRule(rateLimit, copyBudget)
  const share = rule && copyShare(rule)
  const syncPool = openPool(databaseUrl, replicaPoolOptions)
  const replica = openReplica({
    config,
    catalogue,
    upstream,
    clock,
    log,
    pool: syncPool,
    onSynced,
    holder: instanceId,
  })
  const complain = (error: unknown) => log.error({ error: describeError(error) }, "copies")
  const { readWorkspace } = workspace
  const stopCopying =
    copyBudget === 0
      ? () => {}
      : startAutomaticCopies({
          catalogue,
          replica,
          readWorkspace,
          dailyCalls: share && share.busy * 1440,
          clock,
          complain,
        })
  const stopIndexing = startIndexing({ pool, replica, log })
  return {
    replica,
    syncPool,
    /** Calls made for copies in the last minute; null if calls are free. */
    callsAMinute: async () => (rule ? (await feed.read()).usedByLane.sync : null),
    routes: [
      ...copiesRoutes({
        catalogue,
        replica,
        budget: copyBudget === 0 ? 0 : share?.idle,
        rateLimit,
        clock,
        complain,
      }),
      ...syncRoutes({ catalogue, replica, existence, feed }),
    ],
    /** Another instance restarts an interrupted index build. */
    stopIndexing: () => void stopIndexing(),
    stop() {
      stopCopying()
      void stopIndexing()
      void replica.stop()
    },
    async close() {
      await stopIndexing()
      await replica.stop()
    },
  }
}

export type OpenedCopies = ReturnType<typeof openCopies>
