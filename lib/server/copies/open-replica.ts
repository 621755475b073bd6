import "server-only"
import type { Catalogue } from "../../catalogue"
import { openPool, type Pool } from "../../db"
import type { Timing, Upstream } from "../../platform"
import {
  flushRollups,
  markGroupsDue,
  type OnRange,
  renewRollup,
  replicaSchema as schema,
} from "../../records"
import type { Config } from "../config"
import { connectionLimits } from "../http/connection-limits"
import { describeError, type Log } from "../http/log"
import { createReplica, defaultReplica } from "./create-replica"
import type { Replica } from "./replica"

export interface ReplicaParts {
  readonly config: Pick<Config, "databaseUrl" | "upstream" | "rateLimit" | "copyBudget">
  readonly catalogue: Catalogue
  readonly upstream: Pick<Upstream, "read">
  readonly clock: () => number
  /** Defaults to real time. */
  readonly timing?: Timing
  readonly log: Log
  /** Closed together with the replica; opened from the settings if absent. */
  readonly pool?: Pool
  /** The instance that holds the leases; defaults to a random id. */
  readonly holder?: string | undefined
  /** How often to look for due lists, in milliseconds. */
  readonly pollMs?: number
  /** Called with a data set whose copy has completed a run. */
  readonly onSynced?: (dataSetId: string) => Promise<void>
}

/**
 * Few connections, to leave the others to requests, and long timeouts for statements over many
 * rows.
 */
export const replicaPoolOptions = {
  max: connectionLimits.copying,
  statementTimeoutMs: 120_000,
  answerTimeoutMs: 150_000,
}

/** Marks the changed data points, so that figures computed from them are renewed. */
const renewSeries: OnRange = async (session, { list, from, to }) => {
  const { dataSetId } = list.parameters
  if (list.operation.record !== "dataPoint" || dataSetId === undefined) return
  await renewRollup(session, { schema, dataSetId, from, to })
  await markGroupsDue(session, { schema, dataSetId })
}

const printFaults = (log: Log): Parameters<typeof createReplica>[0]["log"] => ({
  putOff({ operation, code, error }) {
    const unknown = code === "internal" && { error: describeError(error) }
    log.info({ operation, code, ...unknown }, "sync put off")
  },
  complain: (error) => log.error({ error: describeError(error) }, "sync"),
})

/**
 * Opens the copies in the dashboard's database; methods throw `shared_state_unavailable` if it is
 * unreachable.
 */
export function openReplica(parts: ReplicaParts): Replica {
  const { config, log } = parts
  const { apiUrl } = config.upstream
  const pool = parts.pool ?? openPool(config.databaseUrl, replicaPoolOptions)
  const replica = createReplica({
    ...parts,
    pool,
    schema,
    onRange: renewSeries,
    apiUrl,
    log: printFaults(log),
    async afterRun({ parameters: { dataSetId } }) {
      if (dataSetId === undefined) return
      await flushRollups(pool, { schema, dataSetId })
      await parts.onSynced?.(dataSetId)
    },
    rule: {
      ...defaultReplica,
      isAutomatic: config.copyBudget !== 0,
      ...(parts.pollMs !== undefined && { pollMs: parts.pollMs }),
    },
  })
  let ended: Promise<void> | undefined
  return {
    ...replica,
    stop() {
      ended ??= replica.stop().then(() => pool.end())
      return ended
    },
  }
}
