import "server-only"
import {
  createCallLog,
  createRedisCallLog,
  type KeyedDocuments,
  type openPool,
  type openRedis,
} from "../../db"
import { createGovernor, type Governor, quotaRule } from "../../platform"
import type { Config } from "../config"
import { prepared } from "../reads/prepared"
import { textsIn } from "./shared-texts"

/** Longer than any log is unused in a deployment that lives. */
const epochLifetimeMs = 10 * 365 * 24 * 60 * 60 * 1000

/** Spends the quota of `REPORTING_RATE_LIMIT`, with its log in Redis where there is one, else in the database; undefined where there is no limit. */
export function openGovernor({
  config,
  pool,
  redis,
  documents,
}: {
  config: Pick<Config, "rateLimit" | "redisPrefix" | "upstream">
  pool: ReturnType<typeof openPool>
  redis: ReturnType<typeof openRedis> | undefined
  documents: KeyedDocuments
}): Governor | undefined {
  const rule = quotaRule(config.rateLimit)
  if (!rule) return undefined
  const { clientId } = config.upstream
  const texts = textsIn(documents)
  const name = `calls:${clientId}`
  const memory = {
    read: () => texts.read(name),
    write: (epoch: string) => texts.write(name, epoch, epochLifetimeMs),
  }
  const log = redis
    ? createRedisCallLog({ redis, clientId, rule, memory, prefix: config.redisPrefix })
    : createCallLog({ pool, clientId, rule })
  return createGovernor({ log: prepared(log), rule })
}
