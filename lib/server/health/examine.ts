import "server-only"
import { catalogue } from "../../catalogue"
import { openPool } from "../../db"
import { createUpstream } from "../../platform"
import type { Config } from "../config"
import { createDatabaseProbe } from "./database"
import { createReadiness, explainReadiness } from "./readiness"
import { createTablesReader, impairmentsOf } from "./tables"

const deadlineMs = 10_000

/**
 * Runs the checks of `/readyz` before anything is started, and returns one sentence per fault.
 * Requests a token from the platform, which costs one call of the quota. Without `database`, only
 * checks the platform.
 */
export async function examine(
  config: Pick<Config, "databaseUrl" | "upstream">,
  { database = true }: { readonly database?: boolean } = {},
): Promise<string[]> {
  const pool = openPool(config.databaseUrl, { max: 3, waitTimeoutMs: 5000, answerTimeoutMs: 5000 })
  const upstream = createUpstream({ catalogue, config: config.upstream, clock: Date.now })
  const readReadiness = createReadiness({
    askDatabase: database ? createDatabaseProbe(pool) : async () => {},
    askTables: database
      ? () => createTablesReader(pool, catalogue)().then(impairmentsOf)
      : undefined,
    upstream,
    clock: Date.now,
    deadlineMs,
  })
  const readiness = await readReadiness()
  await Promise.all([pool.end(), upstream.close()])
  return explainReadiness(readiness)
}
