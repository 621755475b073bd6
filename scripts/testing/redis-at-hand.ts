import { randomBytes } from "node:crypto"
import { Redis } from "ioredis"

/** A Redis or Valkey that runs anyway, and a prefix that no other test uses. */
export interface RedisAtHand {
  readonly url: string
  readonly prefix: string
  /** Removes every key of the prefix. */
  stop(): Promise<void>
}

const defaultUrl = "redis://127.0.0.1:6379"

async function open(url: string): Promise<Redis> {
  const redis = new Redis(url, { lazyConnect: true, connectTimeout: 1000, retryStrategy: null })
  redis.on("error", () => {})
  await redis.connect()
  await redis.ping()
  return redis
}

async function removeKeys(redis: Redis, prefix: string) {
  for await (const keys of redis.scanStream({ match: `${prefix}*`, count: 1000 }))
    if (keys.length > 0) await redis.unlink(keys)
}

/** The Redis that REDIS_URL names or that answers on its usual port; else a sentence says that there is none. */
export async function openRedisAtHand(): Promise<RedisAtHand | string> {
  const url = process.env["REDIS_URL"] || defaultUrl
  const redis = await open(url).catch(() => undefined)
  if (!redis) return `There is no Redis at hand (${new URL(url).host}).`
  const prefix = `workplace-reporting-test-${randomBytes(6).toString("hex")}`
  return {
    url,
    prefix,
    async stop() {
      await removeKeys(redis, prefix)
      redis.disconnect()
    },
  }
}
