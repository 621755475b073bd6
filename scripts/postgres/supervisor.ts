import { startCluster } from "./cluster"
import type { PostgresOptions, RunningPostgres } from "./running-postgres"

/**
 * Starts (or reattaches to) the PostgreSQL cluster in `directory` and returns how to reach it.
 * Throws `PostgresSetupError`. If this process ends without `stop()`, the server is stopped too.
 */
export function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  return startCluster({ ...options, durable: true, transport: "auto", remove: [] })
}
