import { once } from "node:events"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { copyFrom } from "./copy-from"
import { openPool } from "./pool"
import { poolSession } from "./session"
import { timeStatements } from "./time-statements"

const pool = openPool(inject("databaseUrl"), { max: 2 })
let times: number[] = []

beforeAll(async () => {
  // A connection that is there before anybody listens is heard as well.
  await pool.query("select 1")
  timeStatements(pool, ({ tookMs }) => void times.push(tookMs))
})
afterAll(() => pool.end())

const countOf = async (work: () => Promise<unknown>) => {
  times = []
  await work().catch(() => {})
  return times.length
}

test("Each statement is told once, with its time, also one that fails.", async () => {
  expect(await countOf(() => pool.query("select pg_sleep(0.05)"))).toBe(1)
  expect(times[0]).toBeGreaterThan(45)
  expect(times[0]).toBeLessThan(2000)
  expect(await countOf(() => pool.query("select $1::int", [1]))).toBe(1)
  expect(await countOf(() => pool.query("select nothing"))).toBe(1)
  expect(await countOf(() => pool.query({ text: "select 1", name: "one" }))).toBe(1)
})

test("So are those of a transaction, where rows are copied in beside them.", async () => {
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

test("A callback still gets its answer, and what waits for others its own time alone.", async () => {
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
