import { createCallLog, openPool } from "@/lib/db"
import { createRedisCallLog } from "@/lib/db/redis/call-log"
import { awaitRedis, openRedis } from "@/lib/db/redis/open-redis"
import type { CallLog } from "../call-log"
import type { QuotaRule } from "../governor"

/** Where a call log is kept, in a form that another process can be given. */
export type LogConnection =
  | { readonly kind: "postgres"; readonly url: string; readonly schema: string }
  | { readonly kind: "redis"; readonly url: string; readonly prefix: string }

export interface LogOptions {
  readonly clientId: string
  readonly rule: QuotaRule
  readonly clock?: () => number
}

export type OpenLog = (options: LogOptions) => CallLog

/** Connects, and answers how to open logs there. */
export async function connectLogs(connection: LogConnection): Promise<OpenLog> {
  if (connection.kind === "redis") {
    const { url, prefix } = connection
    const redis = openRedis(url)
    await awaitRedis(redis)
    return (options) => createRedisCallLog({ redis, prefix, ...options })
  }
  const { url, schema } = connection
  const pool = openPool(url, { max: 4 })
  return (options) => createCallLog({ pool, schema, ...options })
}
