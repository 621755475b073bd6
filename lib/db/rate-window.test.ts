import type { Pool } from "pg"
import { afterEach, beforeEach, expect, test } from "vitest"
import { openTestPool, uniqueSchema } from "../records/testing/open-test-store"
import { createRateWindow, type RateWindow } from "./rate-window"

let pools: Pool[]
let schema: string
beforeEach(() => {
  schema = uniqueSchema()
  pools = [openTestPool(), openTestPool()]
})
afterEach(async () => {
  await pools[0]?.query(`drop schema "${schema}" cascade`)
  for (const pool of pools) await pool.end()
})

/** As many windows on one table as there are pools, prepared all at once. */
async function openWindows(): Promise<RateWindow[]> {
  const windows = pools.map((pool) => createRateWindow({ pool, schema }))
  await Promise.all(windows.map((window) => window.prepare()))
  return windows
}

const minute = 60_000

/** Sends requests all at once, in turn through each window; answers how many were let in. */
async function sendAtOnce(windows: readonly RateWindow[], count: number, limit: number) {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      windows[index % windows.length]?.admit("client", { limit, windowMs: minute }),
    ),
  )
  return answers.filter((answer) => answer?.admitted).length
}

test.each([1, 2, 7, 100])(
  "Of three times %i requests at once, through two pools, exactly that many are let in.",
  async (limit) => {
    const windows = await openWindows()
    expect(await sendAtOnce(windows, 3 * limit, limit)).toBe(limit)
    expect(await sendAtOnce(windows, 5, limit)).toBe(0)
  },
)

test("Each client has a window of its own.", async () => {
  const [window] = await openWindows()
  const rule = { limit: 1, windowMs: minute }
  expect(await window?.admit("one", rule)).toEqual({ admitted: true })
  expect(await window?.admit("two", rule)).toEqual({ admitted: true })
  expect(await window?.admit("one", rule)).toMatchObject({ admitted: false })
})

/** Puts the client's requests so many milliseconds into the past. */
const remember = (agesMs: readonly number[]) =>
  pools[0]?.query(
    `insert into "${schema}".admitted_request
     select 'client', number, clock_timestamp() - age * interval '1 ms'
     from unnest($1::int[]) with ordinality as each(age, number)`,
    [agesMs],
  )

test.each([
  ["the oldest of a full window", [50_000, 20_000, 10_000], 3, 10_000],
  [
    "the oldest of the last, where the limit is lower than what was let in",
    [50_000, 20_000, 10_000],
    2,
    40_000,
  ],
  ["the only one of a window of one", [40_000], 1, 20_000],
])("The wait is for %s to leave.", async (_, ages, limit, expected) => {
  const [window] = await openWindows()
  await remember(ages)
  const answer = await window?.admit("client", { limit, windowMs: minute })
  if (!answer || answer.admitted) throw new Error("It was let in.")
  expect(answer.waitMs).toBeLessThanOrEqual(expected)
  expect(answer.waitMs).toBeGreaterThan(expected - 9000)
})

const countSaved = async () => {
  const { rows } = await (pools[0]?.query<{ count: number }>(
    `select count(*)::int as count from "${schema}".admitted_request`,
  ) ?? { rows: [] })
  return rows[0]?.count
}

test("What is older than the window does not count, and makes room for what comes.", async () => {
  const [window] = await openWindows()
  await remember([90_000, 61_000, 10_000])
  const rule = { limit: 2, windowMs: minute }
  expect(await window?.admit("client", rule)).toEqual({ admitted: true })
  expect(await window?.admit("client", rule)).toMatchObject({ admitted: false })
  expect(await countSaved()).toBe(3)
})

test("Refused requests do not count: the wait grows no longer by them.", async () => {
  const [window] = await openWindows()
  await remember([40_000, 20_000])
  const waits: number[] = []
  for (let sent = 0; sent < 5; sent++) {
    const answer = await window?.admit("client", { limit: 2, windowMs: minute })
    waits.push(answer && !answer.admitted ? answer.waitMs : Number.NaN)
  }
  expect(waits).toEqual(waits.toSorted((one, two) => two - one))
  expect(await countSaved()).toBe(2)
})

test("A limit may change at any time: of the last ones as many count as it says.", async () => {
  const [window] = await openWindows()
  const admit = async (limit: number) =>
    (await window?.admit("client", { limit, windowMs: minute }))?.admitted
  for (const limit of [3, 3, 3, 5, 5]) expect(await admit(limit)).toBe(true)
  for (const limit of [5, 2, 3, 5]) expect(await admit(limit)).toBe(false)
  expect(await admit(6)).toBe(true)
})

test.each([100, 10_000])(
  "With %i requests in the window the next one writes one row of a few bytes.",
  async (limit) => {
    const [window] = await openWindows()
    const ages = Array.from({ length: limit }, (_, index) => 61_000 - index)
    await remember(ages)
    expect(await window?.admit("client", { limit, windowMs: minute })).toEqual({ admitted: true })
    const written = await pools[0]?.query(
      `select count(*)::int as rows, max(pg_column_size(request.*)) < 100 as "areSmall"
       from "${schema}".admitted_request as request group by xmin::text order by count(*) limit 1`,
    )
    expect(written?.rows).toEqual([{ rows: 1, areSmall: true }])
    expect(await countSaved()).toBe(limit)
  },
)

// rules: Rate limit 1
test("No interval of a window's length holds more than the limit, whoever asks as fast as they can.", async () => {
  const windows = await openWindows()
  const rule = { limit: 5, windowMs: 200 }
  const times = new Set<number>()
  const query = async (window: RateWindow) => {
    while (times.size < 20) {
      if (!(await window.admit("client", rule)).admitted) continue
      const inside = await pools[0]?.query<{ ms: number }>(
        `select extract(epoch from admitted_at)::float8 * 1000 as ms
         from "${schema}".admitted_request`,
      )
      for (const { ms } of inside?.rows ?? []) times.add(ms)
    }
  }
  await Promise.all([...windows, ...windows].map(query))
  const sorted = [...times].toSorted((one, two) => one - two)
  const gaps = sorted.slice(rule.limit).map((time, index) => time - (sorted[index] ?? 0))
  expect(gaps.length).toBeGreaterThan(5)
  expect(gaps.filter((gap) => gap < rule.windowMs - 0.01)).toEqual([])
})
