import fc from "fast-check"
import type { Pool } from "pg"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { rounds } from "@/scripts/testing/rounds"
import { openTestPool, uniqueSchema } from "../records/testing/open-test-store"
import { migrateTables } from "./migrate-tables"
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

/** One window per pool on the same table, all prepared at once. */
async function openWindows(): Promise<RateWindow[]> {
  const windows = pools.map((pool) => createRateWindow({ pool, schema }))
  await Promise.all(pools.map((pool) => migrateTables(pool, "service", schema)))
  await Promise.all(windows.map((window) => window.prepare()))
  return windows
}

const minute = 60_000

/** Sends concurrent requests, spread over the windows; returns how many were admitted. */
async function sendAtOnce(windows: readonly RateWindow[], count: number, limit: number) {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      windows[index % windows.length]?.admit("client", { limit, windowMs: minute }),
    ),
  )
  return answers.filter((answer) => answer?.admitted).length
}

test.each([1, 2, 7, 100])(
  "Of three times %i concurrent requests through two pools, exactly that many are admitted.",
  async (limit) => {
    const windows = await openWindows()
    expect(await sendAtOnce(windows, 3 * limit, limit)).toBe(limit)
    expect(await sendAtOnce(windows, 5, limit)).toBe(0)
  },
)

test("Requests that arrive during a query are answered by the next query, in their order.", async () => {
  const [window] = await openWindows()
  const query = vi.spyOn(pools[0] as Pool, "query")
  const rule = { limit: 10, windowMs: minute }
  const answers = await Promise.all(Array.from({ length: 15 }, () => window?.admit("client", rule)))
  expect(query).toHaveBeenCalledTimes(2)
  expect(answers.map((answer) => answer?.admitted)).toEqual(
    Array.from({ length: 15 }, (_, index) => index < 10),
  )
  const waits = answers.slice(10).map((answer) => answer && !answer.admitted && answer.waitMs)
  expect(new Set(waits).size).toBe(1)
  expect(await window?.admit("client", rule)).toMatchObject({ admitted: false })
  expect(query).toHaveBeenCalledTimes(3)
})

test("A failed query fails only the requests that it was made for.", async () => {
  const [window] = await openWindows()
  const rule = { limit: 10, windowMs: minute }
  vi.spyOn(pools[0] as Pool, "query").mockImplementationOnce(() => {
    throw new TypeError("planted")
  })
  const answers = [1, 2, 3].map(() => window?.admit("client", rule))
  const ends = await Promise.allSettled(answers)
  expect(ends.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"])
})

/** The function of the previous version, which admitted requests one at a time. */
const admitAsBefore = () => `
  create or replace function "${schema}".admit_request(client text, most int, span interval)
  returns float8 language plpgsql as $admit$
  declare
    next int8; now_at timestamptz; first_at timestamptz;
  begin
    perform pg_advisory_xact_lock(hashtext('"${schema}".admit_request'), hashtext(client));
    now_at := clock_timestamp();
    select coalesce(max(number), 0) + 1 into next
      from "${schema}".admitted_request where client_id = client;
    select admitted_at into first_at from "${schema}".admitted_request
      where client_id = client and number = next - most;
    if first_at > now_at - span then
      return extract(epoch from first_at + span - now_at) * 1000;
    end if;
    update "${schema}".admitted_request set number = next, admitted_at = now_at
      where client_id = client and number = next - most;
    if not found then
      insert into "${schema}".admitted_request values (client, next, now_at);
    end if;
    return null;
  end $admit$`

// rules: Rate limit 1
test("The previous version can run beside this one, and together they admit exactly the limit.", async () => {
  const windows = await openWindows()
  await pools[1]?.query(admitAsBefore())
  const limit = rounds({ test: 60, deep: 1000 })
  const before = async () => {
    const answer = await pools[1]?.query<{ wait: number | null }>(
      `select "${schema}".admit_request('client', ${limit}, interval '1 minute') as wait`,
    )
    return answer?.rows[0]?.wait === null
  }
  let admitted = 0
  const askUntilRefused = async (admit: () => Promise<boolean | undefined>) => {
    while (await admit()) admitted += 1
  }
  const askers = windows.flatMap((window) => [
    before,
    async () => (await window.admit("client", { limit, windowMs: minute })).admitted,
  ])
  await Promise.all([...askers, ...askers].map(askUntilRefused))
  expect([admitted, await countSaved()]).toEqual([limit, limit])
})

test("Each client has its own window.", async () => {
  const [window] = await openWindows()
  const rule = { limit: 1, windowMs: minute }
  expect(await window?.admit("one", rule)).toEqual({ admitted: true })
  expect(await window?.admit("two", rule)).toEqual({ admitted: true })
  expect(await window?.admit("one", rule)).toMatchObject({ admitted: false })
})

/** Saves requests of the client with these ages in milliseconds. */
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
])("The wait lasts until %s leaves the window.", async (_, ages, limit, expected) => {
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

/**
 * The reference model: how many requests a plain list of times admits now, and the next one's wait.
 */
function admitByList(agesMs: readonly number[], limit: number, wanted: number) {
  const ages = agesMs.toSorted((one, two) => two - one)
  let admitted = 0
  while (admitted < wanted && (ages.at(-limit) ?? minute) >= minute) {
    ages.push(0)
    admitted += 1
  }
  return { admitted, waitMs: minute - (ages.at(-limit) ?? minute) }
}

// rules: Rate limit 1, Rate limit 2
test("A batch of requests is admitted as a list of times would admit them one after the other.", async () => {
  const [window] = await openWindows()
  const query = vi.spyOn(pools[0] as Pool, "query")
  const ages = fc.array(fc.integer({ min: 0, max: 11 }), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(
      ages.map((all) => all.map((age) => age * 10_000 + 5000).toSorted((one, two) => two - one)),
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 12 }),
      async (saved, limit, wanted) => {
        await pools[0]?.query(`truncate "${schema}".admitted_request`)
        await remember(saved)
        // While this failing query runs, the following requests collect into one batch.
        query.mockImplementationOnce(() => {
          throw new TypeError("planted")
        })
        const failing = window?.admit("client", { limit, windowMs: minute }).catch(() => {})
        const answers = await Promise.all(
          Array.from({ length: wanted }, () =>
            window?.admit("client", { limit, windowMs: minute }),
          ),
        )
        await failing
        const expected = admitByList(saved, limit, wanted)
        expect(answers.map((answer) => answer?.admitted)).toEqual(
          answers.map((_, index) => index < expected.admitted),
        )
        const [refused] = answers.slice(expected.admitted)
        if (!refused || refused.admitted) return
        expect(Math.abs(refused.waitMs - expected.waitMs)).toBeLessThan(4500)
      },
    ),
    { numRuns: rounds({ test: 15, deep: 500 }) },
  )
})

test("Requests older than the window do not count, and their rows are reused.", async () => {
  const [window] = await openWindows()
  await remember([90_000, 61_000, 10_000])
  const rule = { limit: 2, windowMs: minute }
  expect(await window?.admit("client", rule)).toEqual({ admitted: true })
  expect(await window?.admit("client", rule)).toMatchObject({ admitted: false })
  expect(await countSaved()).toBe(3)
})

test("Refused requests do not count and do not extend the wait.", async () => {
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

test("The limit may change at any time and applies to the latest requests.", async () => {
  const [window] = await openWindows()
  const admit = async (limit: number) =>
    (await window?.admit("client", { limit, windowMs: minute }))?.admitted
  for (const limit of [3, 3, 3, 5, 5]) expect(await admit(limit)).toBe(true)
  for (const limit of [5, 2, 3, 5]) expect(await admit(limit)).toBe(false)
  expect(await admit(6)).toBe(true)
})

test.each([100, 10_000])(
  "With %i requests in the window, the next one writes one row of less than 100 bytes.",
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
test("No interval of the window's length contains more requests than the limit, even under full load.", async () => {
  const windows = await openWindows()
  const rule = { limit: 5, windowMs: 200 }
  const times = new Map<number, number>()
  const query = async (window: RateWindow) => {
    while (times.size < 30) {
      if (!(await window.admit("client", rule)).admitted) continue
      const inside = await pools[0]?.query<{ number: number; ms: number }>(
        `select number::int, extract(epoch from admitted_at)::float8 * 1000 as ms
         from "${schema}".admitted_request`,
      )
      for (const { number, ms } of inside?.rows ?? []) times.set(number, ms)
    }
  }
  await Promise.all([...windows, ...windows, ...windows].map(query))
  const sorted = [...times.values()].toSorted((one, two) => one - two)
  const gaps = sorted.slice(rule.limit).map((time, index) => time - (sorted[index] ?? 0))
  expect(gaps.length).toBeGreaterThan(5)
  expect(gaps.filter((gap) => gap < rule.windowMs - 0.01)).toEqual([])
})
