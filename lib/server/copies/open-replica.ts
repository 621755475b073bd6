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
  /** The process's own unless told otherwise. */
  readonly timing?: Timing
  readonly log: Log
  /** Closed with the replica; opened by the settings unless there is one. */
  readonly pool?: Pool
  /** The instance that holds what is worked on here; a name of its own unless told otherwise. */
  readonly holder?: string | undefined
  /** How often it looks for lists that are due, in milliseconds. */
  readonly pollMs?: number
  /** Told of a data set whose copy has come to the end of a run. */
  readonly onSynced?: (dataSetId: string) => Promise<void>
}

/** Few connections, so that people keep theirs, and time for statements over many rows. */
export const replicaPoolOptions = {
  max: connectionLimits.copying,
  statementTimeoutMs: 120_000,
  answerTimeoutMs: 150_000,
}

/** Says which data points have changed, for what is computed from them. */
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

/** Copies of lists in the dashboard's database; where it cannot be reached, the methods throw `shared_state_unavailable`. */
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
