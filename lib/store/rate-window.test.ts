import type { Pool } from "pg"
import { afterEach, beforeEach, expect, test } from "vitest"
import { createRateWindow, type RateWindow } from "."
import { openTestPool, uniqueSchema } from "./testing/open-test-store"

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
    `insert into "${schema}".rate_window
     select 'client', array_agg(clock_timestamp() - age * interval '1 ms' order by age desc)
     from unnest($1::int[]) as age
     on conflict (client_id) do update set admitted = excluded.admitted, free_at = null`,
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

test("What is older than the window does not count and is forgotten.", async () => {
  const [window] = await openWindows()
  await remember([90_000, 61_000, 10_000])
  const rule = { limit: 2, windowMs: minute }
  expect(await window?.admit("client", rule)).toEqual({ admitted: true })
  expect(await window?.admit("client", rule)).toMatchObject({ admitted: false })
  const kept = await pools[0]?.query(`select cardinality(admitted) from "${schema}".rate_window`)
  expect(kept?.rows).toEqual([{ cardinality: 2 }])
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
  const kept = await pools[0]?.query(`select cardinality(admitted) from "${schema}".rate_window`)
  expect(kept?.rows).toEqual([{ cardinality: 2 }])
})

test("No stretch of a window's length holds more than the limit, whoever asks as fast as they can.", async () => {
  const windows = await openWindows()
  const rule = { limit: 5, windowMs: 200 }
  const times = new Set<number>()
  const ask = async (window: RateWindow) => {
    while (times.size < 20) {
      if (!(await window.admit("client", rule)).admitted) continue
      const inside = await pools[0]?.query<{ ms: number }>(
        `select extract(epoch from time)::float8 * 1000 as ms
         from "${schema}".rate_window, unnest(admitted) as time`,
      )
      for (const { ms } of inside?.rows ?? []) times.add(ms)
    }
  }
  await Promise.all([...windows, ...windows].map(ask))
  const sorted = [...times].toSorted((one, two) => one - two)
  const gaps = sorted.slice(rule.limit).map((time, index) => time - (sorted[index] ?? 0))
  expect(gaps.length).toBeGreaterThan(5)
  expect(gaps.filter((gap) => gap < rule.windowMs - 0.01)).toEqual([])
})
