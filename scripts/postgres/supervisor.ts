import { startCluster } from "./cluster"
import type { PostgresOptions, RunningPostgres } from "./running-postgres"

/**
 * Starts (or reattaches to) a PostgreSQL cluster kept in `directory` and answers how to reach it.
 * Throws `PostgresSetupError`. When this process ends without `stop()`, the server is stopped too.
 */
export function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  return startCluster({ ...options, durable: true, transport: "auto", remove: [] })
}
