import { Redis } from "ioredis"

const noticeLostConnection = () => {
  // The client connects again by itself; the commands in flight have failed already.
}

/**
 * A connection to Redis or Valkey that comes back by itself, also where the old one is silent for 3 s. A
 * command fails within 2 s, and at once while there is no connection: none is kept to be run later, when
 * nobody wants it any more.
 */
export function openRedis(url: string): Redis {
  const redis = new Redis(url, {
    connectionName: "workplace-reporting",
    connectTimeout: 2000,
    commandTimeout: 2000,
    socketTimeout: 3000,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(50 * times, 1000),
  })
  redis.on("error", noticeLostConnection)
  return redis
}

/** Resolves once the connection stands, or after so many milliseconds without it. */
export async function awaitRedis(redis: Redis, waitMs = 3000): Promise<void> {
  if (redis.status === "ready") return
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      redis.off("ready", end)
      resolve()
    }
    const timer = setTimeout(end, waitMs)
    redis.on("ready", end)
  })
}
