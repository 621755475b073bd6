import { afterAll, afterEach, beforeEach, expect, inject, test, vi } from "vitest"
import { openPool, type PoolClient } from "../db"
import { copyFrom } from "./copy-from"

const pool = openPool(inject("databaseUrl"), { max: 1, answerTimeoutMs: 3_600_000 })
const copy = "copy line from stdin"
let client: PoolClient
beforeEach(async () => {
  client = await pool.connect()
  await client.query("create temporary table line (number int)")
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
})
afterEach(() => {
  vi.useRealTimers()
  client.release(true)
})
afterAll(() => pool.end())

test("A COPY leaves no timer behind that would keep its lines in memory.", async () => {
  await copyFrom(client, copy, ["1\n", "2\n"])
  expect(vi.getTimerCount()).toBe(0)
  expect((await client.query("select number from line")).rowCount).toBe(2)
})

test("A COPY that fails at the server or at its source leaves no timer and no rows.", async () => {
  await expect(copyFrom(client, copy, ["one\n"])).rejects.toThrow("invalid input syntax")
  // biome-ignore lint/correctness/useYield: it fails before its first line.
  async function* fail(): AsyncGenerator<string> {
    throw new Error("There are no lines.")
  }
  await expect(copyFrom(client, copy, fail())).rejects.toThrow("There are no lines.")
  expect(vi.getTimerCount()).toBe(0)
  expect((await client.query("select number from line")).rowCount).toBe(0)
})
