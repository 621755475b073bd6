import type { Redis } from "ioredis"

/** Short texts under a key, for a while, shared by all instances. */
export function createRedisTexts({
  redis,
  prefix = "workplace-reporting",
}: {
  redis: Redis
  prefix?: string
}) {
  const name = (key: string) => `${prefix}:text:${key}`
  return {
    async read(key: string): Promise<string | undefined> {
      return (await redis.get(name(key))) ?? undefined
    },
    /** For so many milliseconds, 1 at least. */
    async write(key: string, text: string, ms: number): Promise<void> {
      await redis.set(name(key), text, "PX", Math.max(1, Math.round(ms)))
    },
  }
}
