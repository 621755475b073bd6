import "server-only"
import { createCallLog, type Pool } from "../../db"
import { createGovernor, type Governor, quotaRule } from "../../platform"
import type { Config } from "../config"

interface GovernorParts {
  readonly config: Pick<Config, "rateLimit" | "copyBudget" | "upstream">
  readonly pool: Pool
}

/**
 * Manages the quota of `REPORTING_RATE_LIMIT`, with its log in the database; undefined without a
 * limit.
 */
export function openGovernor({ config, pool }: GovernorParts): Governor | undefined {
  const rule = quotaRule(config.rateLimit, config.copyBudget)
  if (!rule) return undefined
  const log = createCallLog({ pool, clientId: config.upstream.clientId, rule })
  return createGovernor({ log, rule })
}
