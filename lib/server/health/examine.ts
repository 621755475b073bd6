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
 * Makes the checks of `/readyz` for settings with which nothing runs yet; a sentence for each fault. Asks the
 * platform for a token, one call of the quota. Without `database` the platform alone is checked.
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
