import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { openRedisAtHand, type RedisAtHand } from "@/scripts/testing/redis-at-hand"
import { awaitRedis, createKeyedDocuments, createRedisTexts, openPool, openRedis } from "../../db"
import { deriveKey, encryptText } from "../../encryption"
import { type SharedTexts, textsIn } from "./shared-texts"
import { createTokenStore } from "./token-store"

const schema = `texts_${randomUUID().slice(0, 8)}`
const atHand = await openRedisAtHand()
const stores = ["PostgreSQL", ...(typeof atHand === "string" ? [] : ["Redis"])]
const texts: Record<string, SharedTexts> = {}
const closers: (() => Promise<unknown>)[] = []

function openDatabaseTexts() {
  const pool = openPool(inject("databaseUrl"), { max: 2 })
  texts["PostgreSQL"] = textsIn(createKeyedDocuments({ pool, schema, set: "dashboard" }))
  closers.push(async () => {
    await pool.query(`drop schema "${schema}" cascade`)
    await pool.end()
  })
}

async function openRedisTexts({ url, prefix, stop }: RedisAtHand) {
  const redis = openRedis(url)
  await awaitRedis(redis)
  texts["Redis"] = createRedisTexts({ redis, prefix })
  closers.push(stop, async () => redis.disconnect())
}

beforeAll(async () => {
  openDatabaseTexts()
  if (typeof atHand === "string") console.info(atHand)
  else await openRedisTexts(atHand)
})
afterAll(async () => {
  for (const close of closers) await close()
})

function textsOf(store: string): SharedTexts {
  const found = texts[store]
  if (!found) throw new Error(`${store} is not open.`)
  return found
}

const secret = "a secret of at least 32 characters"
const open = (store: string, more: { secret?: string } = {}) =>
  createTokenStore({
    texts: textsOf(store),
    secret,
    clientId: "client",
    clock: Date.now,
    ...more,
  })
const token = () => ({
  text: "planted-token",
  renewAt: Date.now() + 48_000,
  expiresAt: Date.now() + 60_000,
})

// rules: Keepers
test.each(stores)(
  "In %s a token is read by every instance that has the secret, sealed.",
  async (store) => {
    const saved = token()
    expect(await open(store).read()).toBeUndefined()
    await open(store).write(saved)
    expect(await open(store).read()).toEqual(saved)
    expect(await textsOf(store).read("token:client")).not.toContain("planted")
    expect(await open(store, { secret: "another secret of 32 characters!" }).read()).toBeUndefined()
  },
)

test.each(stores)(
  "In %s a token is read that was kept without the time of its renewal.",
  async (store) => {
    const saved = { text: "planted-token", expiresAt: Date.now() + 60_000 }
    const encrypted = encryptText(JSON.stringify(saved), deriveKey(secret, "token"))
    await textsOf(store).write("token:client", encrypted, 60_000)
    expect(await open(store).read()).toEqual(saved)
  },
)

test.each(stores)("In %s a token is gone when it has expired.", async (store) => {
  const expiresAt = Date.now() + 30
  await open(store).write({ text: "short", renewAt: expiresAt, expiresAt })
  await expect.poll(() => open(store).read()).toBeUndefined()
})
