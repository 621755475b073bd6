import { once } from "node:events"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { copyFrom } from "./copy-from"
import { openPool } from "./pool"
import { poolSession } from "./session"
import { timeStatements } from "./time-statements"

const pool = openPool(inject("databaseUrl"), { max: 2 })
let times: number[] = []

beforeAll(async () => {
  // A connection that was opened before timing starts is timed as well.
  await pool.query("select 1")
  timeStatements(pool, ({ tookMs }) => void times.push(tookMs))
})
afterAll(() => pool.end())

const countOf = async (work: () => Promise<unknown>) => {
  times = []
  await work().catch(() => {})
  return times.length
}

test("Each statement is reported once with its duration, even if it fails.", async () => {
  expect(await countOf(() => pool.query("select pg_sleep(0.05)"))).toBe(1)
  expect(times[0]).toBeGreaterThan(45)
  expect(times[0]).toBeLessThan(2000)
  expect(await countOf(() => pool.query("select $1::int", [1]))).toBe(1)
  expect(await countOf(() => pool.query("select nothing"))).toBe(1)
  expect(await countOf(() => pool.query({ text: "select 1", name: "one" }))).toBe(1)
})

test("The statements of a transaction are reported, but not the COPY among them.", async () => {
  const session = poolSession(pool)
  expect(
    await countOf(() =>
      session.transaction(async (own, client) => {
        await own.query("create temporary table timed (number int) on commit drop")
        await copyFrom(client, "copy timed from stdin", ["1\n", "2\n"])
        expect(await own.query("select number from timed")).toHaveLength(2)
      }),
    ),
  ).toBe(4)
})

test("A query with a callback still gets its result, and a query on a new connection is reported once.", async () => {
  const client = await pool.connect()
  times = []
  const rows = await new Promise<unknown[]>((resolve, reject) =>
    client.query("select 7 as number", (error: Error | undefined, answer: { rows: unknown[] }) =>
      error ? reject(error) : resolve(answer.rows),
    ),
  )
  expect(rows).toEqual([{ number: 7 }])
  expect(times).toHaveLength(1)
  client.release(true)
  const connected = once(pool, "connect")
  expect(await countOf(() => pool.query("select 1"))).toBe(1)
  await connected
})
