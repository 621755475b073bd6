import { expect, inject, test } from "vitest"
import { openPool } from "./pool"
import { createRecentTally } from "./recent-tally"
import { createStatementTimes, nameStatement } from "./statement-times"
import { timeStatements } from "./time-statements"

test.each([
  ["select 1", /^select [0-9a-f]{6}$/],
  ['select * from "dashboard"."export_job" where id = $1', /^select dashboard\.export_job /],
  ["with gone as (delete from a) insert into b values ($1)", /^insert a /],
  ["update replica.sync_list as list set state = $1", /^update replica\.sync_list /],
  ["", /^statement /],
])("%j is named by its verb and its table", (text, name) => {
  expect(nameStatement(text)).toMatch(name)
})

test("two statements on a table have different names, and no name contains a value", () => {
  const one = nameStatement("select a from t where b = $1")
  expect(one).not.toBe(nameStatement("select c from t where b = $1"))
  expect(nameStatement("select 'planted' from t")).not.toContain("planted")
})

test("statements are counted however they are sent, including failed ones", async () => {
  const times = createStatementTimes(Date.now)
  const pool = openPool(inject("databaseUrl"), { max: 1 })
  timeStatements(pool, ({ text, tookMs, isFailed }) => times.add(text, tookMs, isFailed))
  const slow = "select pg_sleep(0.05)"
  await pool.query(slow)
  await pool.query({ text: slow, values: [] })
  const client = await pool.connect()
  await client.query(slow)
  await expect(client.query("select planted")).rejects.toThrow()
  client.release()
  await expect(pool.query("select planted")).rejects.toThrow()
  await pool.end()
  const found = new Map(times.read().map((tally) => [tally.name, tally]))
  expect(found.get(nameStatement(slow))).toMatchObject({ count: 3, failed: 0 })
  expect(found.get(nameStatement(slow))?.maxMs).toBeGreaterThanOrEqual(49)
  expect(found.get(nameStatement("select planted"))).toMatchObject({ count: 2, failed: 2 })
})

test("entries older than an hour are dropped, and the number of names is limited", () => {
  const time = { now: 1_000_000_000 }
  const tally = createRecentTally(() => time.now)
  tally.add("old", 7, false)
  time.now += 1_800_000
  tally.add("old", 3, true)
  expect(tally.read()).toEqual([
    { name: "old", count: 2, failed: 1, totalMs: 10, maxMs: 7, lastAt: time.now },
  ])
  time.now += 2_400_000
  expect(tally.read()).toMatchObject([{ name: "old", count: 1, maxMs: 3 }])
  time.now += 2_400_000
  expect(tally.read()).toEqual([])
  for (let index = 0; index < 1000; index += 1) tally.add(`name ${index}`, 1, false)
  expect(tally.read()).toHaveLength(201)
  expect(tally.read().reduce((sum, { count }) => sum + count, 0)).toBe(1000)
})
