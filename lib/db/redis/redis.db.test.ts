import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { openRedisAtHand } from "@/scripts/testing/redis-at-hand"
import { createRedisCallLog } from "./call-log"
import { awaitRedis, openRedis } from "./open-redis"
import { createScript, runScript } from "./script"

const rule = { limit: 2, windowMs: 1000, inFlightMs: 200 }
const waiting = { priority: "person", count: 1, demand: { person: 1, export: 0, sync: 0 } } as const

test("where nothing listens a command fails at once instead of waiting for better times", async () => {
  const redis = openRedis("redis://127.0.0.1:1")
  await awaitRedis(redis, 50)
  await expect(redis.get("key")).rejects.toThrow("writeable")
  redis.disconnect()
})

const atHand = await openRedisAtHand()
if (typeof atHand === "string") test.skip(atHand, () => {})
else
  describe("with a Redis at hand", () => {
    const { url, prefix, stop } = atHand
    const redis = openRedis(url)
    beforeAll(() => awaitRedis(redis))
    afterAll(async () => {
      redis.disconnect()
      await stop()
    })
    const keyOf = (clientId: string) => `${prefix}:{calls:${clientId}}`

    test("a script that the server does not know yet runs, and again by its digest", async () => {
      const script = createScript(`return KEYS[1] .. ARGV[1] .. "${randomUUID()}"`)
      const first = await runScript(redis, script, [`${prefix}:a`], [1])
      expect(first).toMatch(`${prefix}:a1`)
      expect(await runScript(redis, script, [`${prefix}:a`], [1])).toBe(first)
    })

    // rules: First start
    test("a new process that remembers a log waits where Redis has lost it, another one does not", async () => {
      let epoch: string | undefined
      const memory = {
        read: async () => epoch,
        write: async (next: string) => {
          epoch = next
        },
      }
      const clientId = randomUUID()
      const open = () => createRedisCallLog({ redis, prefix, clientId, rule, memory })
      const first = open()
      await first.prepare()
      expect((await first.take(waiting)).ids).toHaveLength(1)
      await redis.del(keyOf(clientId), `${keyOf(clientId)}:log`)
      const next = open()
      await next.prepare()
      expect(await next.take(waiting)).toMatchObject({ ids: [] })
      expect((await next.read()).pausedMs).toBeGreaterThan(rule.windowMs)
      const forgetful = createRedisCallLog({ redis, prefix, clientId: randomUUID(), rule })
      await forgetful.prepare()
      expect((await forgetful.take(waiting)).ids).toHaveLength(1)
    })

    // rules: First start
    test("calls are taken though the log's name cannot be remembered, which is tried again", async () => {
      const epochs: string[] = []
      let isDown = true
      const memory = {
        read: async () => undefined,
        async write(epoch: string) {
          if (isDown) throw new Error("The database is down.")
          epochs.push(epoch)
        },
      }
      const patient = { ...rule, windowMs: 60_000 }
      const client = { clientId: randomUUID(), rule: patient }
      const log = createRedisCallLog({ redis, prefix, ...client, memory })
      const first = await log.take(waiting)
      expect(first.ids).toHaveLength(1)
      isDown = false
      const later = await log.take({ ...waiting, count: 2 })
      await log.take(waiting)
      expect(later.ids).toHaveLength(1)
      expect(epochs).toEqual([first.ids[0]?.split(":")[0]])
    })

    // rules: First start
    test("calls that Redis evicted while it kept the rest are waited for", async () => {
      const clientId = randomUUID()
      const log = createRedisCallLog({
        redis,
        prefix,
        clientId,
        rule: { ...rule, windowMs: 60_000 },
      })
      await log.take(waiting)
      await redis.del(`${keyOf(clientId)}:log`)
      expect(await log.take(waiting)).toMatchObject({ ids: [], waitMs: 60_200 })
    })

    test("exactly the limit is let in, to the millisecond, and the log never expires", async () => {
      const clientId = randomUUID()
      const log = createRedisCallLog({ redis, prefix, clientId, rule })
      const wanted = { ...waiting, count: 5, demand: { person: 5, export: 0, sync: 0 } }
      const { ids, waitMs, leavesMs } = await log.take(wanted)
      expect(ids).toHaveLength(2)
      expect([waitMs, ...leavesMs]).toEqual([1000, 1000, 1000])
      expect(await redis.ttl(keyOf(clientId))).toBe(-1)
    })
  })
