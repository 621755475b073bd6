import type { openPool, PoolClient } from "@/lib/db"
import type { UpstreamConfig } from "@/lib/platform"

/** Where a process can be killed while it syncs. */
export const killStages = ["token", "fetched", "inserting", "before-commit", "committed"] as const
/** Before those, where it takes over what another version has copied. */
export const upgradeStages = ["disowned", "adopted", "clearing", "cleared"] as const
export type KillStage = (typeof killStages)[number] | (typeof upgradeStages)[number]

/** What the child is told as its one argument, as JSON. */
export interface KillOrder {
  readonly databaseUrl: string
  readonly schema: string
  readonly config: UpstreamConfig
  readonly leaseMs: number
  readonly pageRows: number
  readonly stage: KillStage
  /** At which page of its own it ends. */
  readonly page: number
  readonly readsAhead: boolean
  readonly segments: number
  readonly pagesAtOnce?: number
  /** Points have this text as well. */
  readonly field?: string
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
      if (text.includes("for update of segment")) isPage = true
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

/** What statements of an upgrade begin with, once they are done. */
const upgradeTexts: readonly (readonly [KillStage, RegExp])[] = [
  ["disowned", /^update \S+sync_list" set leased_by = null[^$]*fingerprint = ''/],
  ["adopted", /^update \S+sync_list" set fingerprint = \$2, is_outdated/],
  ["clearing", /^with gone as \(\s*delete from/],
  ["cleared", /^update \S+sync_list" set is_outdated = false/],
]

/** Calls `reach` at the stages of an upgrade. */
function watchUpgrade(pool: ReturnType<typeof openPool>, reach: (stage: KillStage) => void): void {
  pool.on("connect", (client: PoolClient) => {
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
    const watched = (...given: unknown[]) => {
      const text = textOf(given[0] as Statement)
      const stage = upgradeTexts.find(([, pattern]) => pattern.test(text))?.[0]
      const answered = given.at(-1)
      if (!stage) return query(...given)
      const reached = <T>(result: T): T => {
        reach(stage)
        return result
      }
      if (typeof answered !== "function") return query(...given).then(reached)
      return query(...given.slice(0, -1), (...results: unknown[]) => answered(...reached(results)))
    }
    client.query = watched as typeof client.query
  })
}

/** Works on whatever lists there are until it reaches the stage of its page, and ends there as by `kill -9`. */
async function syncUntilKilled(order: KillOrder): Promise<void> {
  const { openReplicaWorld } = await import("./open-replica-world")
  const { createUpstream } = await import("@/lib/platform")
  const { withFields, withSmallPages } = await import("./small-pages")
  const { string } = await import("@/lib/catalogue")
  const seen = new Map<KillStage, number>()
  const reach = (stage: KillStage) => {
    const times = (seen.get(stage) ?? 0) + 1
    seen.set(stage, times)
    const isOnce = stage === "token" || upgradeStages.some((each) => each === stage)
    if (stage === order.stage && times >= (isOnce ? 1 : order.page)) die()
  }
  const { config, databaseUrl, schema, leaseMs, readsAhead, segments, pagesAtOnce = 1 } = order
  const { field } = order
  const small = withSmallPages(order.pageRows)
  const catalogue = field ? withFields(small, "dataPoint", { [field]: string() }) : small
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
    rule: { leaseMs, readsAhead, segments, pagesAtOnce },
    onPool(pool) {
      watchPages(pool, reach)
      watchUpgrade(pool, reach)
    },
  })
  setInterval(() => {}, 1000)
}

const [, , given] = process.argv
if (given?.startsWith("{")) void syncUntilKilled(JSON.parse(given))
