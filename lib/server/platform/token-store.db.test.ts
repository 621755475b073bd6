import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { createKeyedDocuments, migrateTables, openPool } from "../../db"
import { deriveKey, encryptText } from "../../encryption"
import { textsIn } from "./shared-texts"
import { createTokenStore } from "./token-store"

const schema = `texts_${randomUUID().slice(0, 8)}`
const pool = openPool(inject("databaseUrl"), { max: 2 })
const texts = textsIn(createKeyedDocuments({ pool, schema }))
beforeAll(() => migrateTables(pool, "dashboard", schema))
afterAll(async () => {
  await pool.end()
})

const secret = "a secret of at least 32 characters"
const open = (more: { secret?: string } = {}) =>
  createTokenStore({
    texts,
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
test("A token is stored encrypted and is readable by every instance that has the secret.", async () => {
  const saved = token()
  expect(await open().read()).toBeUndefined()
  await open().write(saved)
  expect(await open().read()).toEqual(saved)
  expect(await texts.read("token:client")).not.toContain("planted")
  expect(await open({ secret: "another secret of 32 characters!" }).read()).toBeUndefined()
})

test("A token stored without a renewal time is readable.", async () => {
  const saved = { text: "planted-token", expiresAt: Date.now() + 60_000 }
  const encrypted = encryptText(JSON.stringify(saved), deriveKey(secret, "token"))
  await texts.write("token:client", encrypted, 60_000)
  expect(await open().read()).toEqual(saved)
})

test("An expired token is not returned.", async () => {
  const expiresAt = Date.now() + 30
  await open().write({ text: "short", renewAt: expiresAt, expiresAt })
  await expect.poll(() => open().read()).toBeUndefined()
})
