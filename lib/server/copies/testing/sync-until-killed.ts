import type { openPool, PoolClient } from "@/lib/db"
import type { UpstreamConfig } from "@/lib/platform"

/** Where a process can be killed while it syncs. */
export const killStages = ["token", "fetched", "inserting", "before-commit", "committed"] as const
export type KillStage = (typeof killStages)[number]

/** What the child is told as its one argument, as JSON. */
export interface KillOrder {
  readonly databaseUrl: string
  readonly schema: string
  readonly config: UpstreamConfig
  readonly leaseMs: number
  readonly pageRows: number
  /** How many lists it works on at a time. */
  readonly max: number
  readonly stage: KillStage
  /** At which page of its own it ends. */
  readonly page: number
}

function die(): never {
  process.kill(process.pid, "SIGKILL")
  throw new Error("killed")
}

/** A statement by itself, with values, or a COPY. */
type Statement = string | { readonly text?: string; readonly statement?: string }

const textOf = (statement: Statement): string =>
  typeof statement === "string" ? statement : (statement.text ?? statement.statement ?? "")

/** Calls `reach` at the stages of each transaction that stores a page. */
function watchPages(pool: ReturnType<typeof openPool>, reach: (stage: KillStage) => void): void {
  pool.on("connect", (client: PoolClient) => {
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
    let isPage = false
    const watched = (...given: unknown[]) => {
      const text = textOf(given[0] as Statement)
      if (text.includes("run -> 'windows'")) isPage = true
      if (isPage && text === "commit") reach("before-commit")
      const answer = query(...given)
      if (isPage && /(insert into|copy) \S+data_point/.test(text))
        setTimeout(() => reach("inserting"), 1)
      if (text !== "commit" || !isPage) return answer
      isPage = false
      return answer.then((result) => {
        reach("committed")
        return result
      })
    }
    client.query = watched as typeof client.query
  })
}

/** Works on whatever lists there are until it reaches the stage of its page, and ends there as by `kill -9`. */
async function syncUntilKilled(order: KillOrder): Promise<void> {
  const { openReplicaWorld } = await import("./open-replica-world")
  const { createUpstream } = await import("@/lib/platform")
  const { withSmallPages } = await import("./small-pages")
  const seen = new Map<KillStage, number>()
  const reach = (stage: KillStage) => {
    const times = (seen.get(stage) ?? 0) + 1
    seen.set(stage, times)
    if (stage === order.stage && times >= (stage === "token" ? 1 : order.page)) die()
  }
  const { config, databaseUrl, schema, leaseMs, max } = order
  const catalogue = withSmallPages(order.pageRows)
  const tokenStore = { read: async () => undefined, write: async () => reach("token") }
  const upstream = createUpstream({ catalogue, config, clock: Date.now, tokenStore })
  const read: typeof upstream.read = async (requested) => {
    const answer = await upstream.read(requested)
    reach("fetched")
    return answer
  }
  await openReplicaWorld({
    databaseUrl,
    schema,
    config,
    catalogue,
    upstream: { read },
    rule: { leaseMs, max },
    onPool: (pool) => watchPages(pool, reach),
  })
  setInterval(() => {}, 1000)
}

const [, , given] = process.argv
if (given?.startsWith("{")) void syncUntilKilled(JSON.parse(given))
