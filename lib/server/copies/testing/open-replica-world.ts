import { randomUUID } from "node:crypto"
import { setTimeout as delay } from "node:timers/promises"
import { type Catalogue, catalogue as platform } from "@/lib/catalogue"
import { openPool } from "@/lib/db"
import { createUpstream, type Upstream, type UpstreamConfig } from "@/lib/platform"
import { migrateCopies, type OnRange } from "@/lib/records"
import { demoClient } from "@/service/identity/demo-client"
import { createReplica, defaultReplica, type ReplicaRule } from "../create-replica"
import type { CopiedList, ListCopyStatus } from "../replica"

/** Looks and comes back at once. */
export const quickReplica: ReplicaRule = {
  ...defaultReplica,
  pollMs: 40,
  pauseMs: 40,
  maxPauseMs: 400,
  tries: 10_000,
  everyMinutes: 1_000_000,
}

/** How the service of a test is reached. */
export const configOf = (origin: string): UpstreamConfig => ({
  apiUrl: `${origin}/api`,
  tokenUrl: `${origin}/oidc/token`,
  scopePrefix: "svc.api",
  clientId: demoClient.id,
  clientSecret: demoClient.secret,
})

interface WorldOptions {
  readonly databaseUrl: string
  readonly config: UpstreamConfig
  readonly upstream?: Pick<Upstream, "read">
  readonly rule?: Partial<ReplicaRule>
  readonly clock?: () => number
  readonly catalogue?: Catalogue
  readonly onPool?: (pool: ReturnType<typeof openPool>) => void
  readonly onRange?: OnRange
  /** Another instance's. */
  readonly schema?: string
}

/** One instance's replica in a schema of its own. */
export async function openReplicaWorld({
  databaseUrl,
  config,
  catalogue = platform,
  upstream = createUpstream({ catalogue, config, clock: Date.now }),
  rule = {},
  clock = Date.now,
  onPool = () => {},
  onRange = async () => {},
  schema = `replica_${randomUUID().slice(0, 8)}`,
}: WorldOptions) {
  const pool = openPool(databaseUrl, { max: 6 })
  onPool(pool)
  await migrateCopies(pool, catalogue, { schema })
  const faults: { code: string; error: unknown }[] = []
  const replica = createReplica({
    pool,
    schema,
    catalogue,
    upstream,
    clock,
    onRange,
    apiUrl: config.apiUrl,
    log: {
      putOff: (fault) => void faults.push(fault),
      complain: (error) => void faults.push({ code: "internal", error }),
    },
    rule: { ...quickReplica, ...rule },
  })

  async function waitFor(
    list: CopiedList,
    isReached: (status: ListCopyStatus) => boolean,
  ): Promise<ListCopyStatus> {
    let status: ListCopyStatus | undefined
    for (let tries = 0; tries < 6000; tries += 1) {
      status = await replica.find(list)
      if (status && isReached(status)) return status
      await delay(10)
    }
    throw new Error(`The list stays ${JSON.stringify(status)}: ${faults.at(-1)?.error}.`)
  }

  return {
    replica,
    pool,
    schema,
    faults,
    waitFor,
    /** Syncs and waits for the end. */
    async sync(list: CopiedList): Promise<ListCopyStatus> {
      await replica.start(list)
      return waitFor(list, isAtRest)
    },
    /** Compares everything and waits for the end. */
    async recheck(list: CopiedList): Promise<ListCopyStatus> {
      await replica.recheck(list)
      return waitFor(list, isAtRest)
    },
    async close() {
      await replica.stop()
      await pool.end()
    },
  }
}

export const isAtRest = ({ state, run }: ListCopyStatus): boolean =>
  state === "idle" && run === null

export type ReplicaWorld = Awaited<ReturnType<typeof openReplicaWorld>>
