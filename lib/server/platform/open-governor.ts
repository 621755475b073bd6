import "server-only"
import { createCallLog, type openPool } from "../../db"
import { createGovernor, type Governor, quotaRule } from "../../platform"
import type { Config } from "../config"
import { prepared } from "../reads/prepared"

/** Spends the quota of `REPORTING_RATE_LIMIT`, with its log in the database; undefined where there is no limit. */
export function openGovernor({
  config,
  pool,
}: {
  config: Pick<Config, "rateLimit" | "upstream">
  pool: ReturnType<typeof openPool>
}): Governor | undefined {
  const rule = quotaRule(config.rateLimit)
  if (!rule) return undefined
  const log = createCallLog({ pool, clientId: config.upstream.clientId, rule })
  return createGovernor({ log: prepared(log), rule })
}
