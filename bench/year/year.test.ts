import { expect, test } from "vitest"
import { catalogue, findOperation, type ListEnvelope } from "@/lib/catalogue"
import { daysOfCheck } from "@/lib/server/copies/plan-check"
import { countChecks } from "./count-checks"
import { createPointPlatform, firstFrom, momentOf } from "./point-platform"

const startsAt = Date.UTC(2026, 0, 1)
const dayMs = 86_400_000
const points = { startsAt, perDay: 500 }

test("A point is found again by its moment, with all of that moment behind it.", () => {
  for (const number of [0, 49, 50, 499, 500, 12_345]) {
    const first = firstFrom(points, momentOf(points, number))
    expect(first).toBe(Math.floor(number / 50) * 50)
    expect(firstFrom(points, momentOf(points, number) + 1)).toBe(first + 50)
  }
})

const isList = (envelope: { data: unknown }): envelope is ListEnvelope =>
  Array.isArray(envelope.data)

async function readAll(search: string) {
  const { read } = createPointPlatform({
    ...points,
    now: () => startsAt + 7 * dayMs,
    apiUrl: "http://platform.test/api",
  })
  const operation = findOperation(catalogue, "data-points")
  if (operation?.kind !== "list") throw new Error("There is no list of data points.")
  const times: unknown[] = []
  const parameters = { dataSetId: "00000000-0000-4000-8000-000000000001" }
  const request = { operation, parameters, scope: "all", requestId: "r" } as const
  for (let query: string | undefined = search; query !== undefined; ) {
    const { envelope } = await read({
      ...request,
      search: new URLSearchParams(query),
      following: query.includes("cursor"),
      ticket: { priority: "sync" },
    })
    if (!isList(envelope)) throw new Error("That is no list.")
    times.push(...envelope.data.map((row) => row["timeStamp"]))
    query = envelope.nextUrl ? new URL(envelope.nextUrl).search : undefined
  }
  return times
}

test("The platform of a year answers page by page what lies in an interval, in its order.", async () => {
  expect(await readAll("sort=timeStamp&limit=1000")).toHaveLength(7 * 500)
  const from = "timeStamp%5Bgte%5D=2026-01-03T00:00:00.000000Z"
  const times = await readAll(
    `sort=timeStamp&limit=1000&${from}&timeStamp%5Blt%5D=2026-01-05T00:00:00Z`,
  )
  expect(times).toHaveLength(1000)
  expect(times).toEqual(times.toSorted())
  expect(times[0]).toBe("2026-01-03T07:00:00.000Z")
  expect(await readAll("sort=-timeStamp&limit=1")).toEqual(["2026-01-07T17:48:00.000Z"])
})

test("Where there are calls enough, what is old is compared each day and within the budget.", async () => {
  const rule = { callsPerDay: 40, maxPages: 200 }
  const { calls, longestUnseen } = await countChecks(
    { days: 30, dataSets: 2, points: 500 },
    { rule, startsAt, everyMinutes: 60 },
  )
  expect(calls).toHaveLength(30)
  expect(Math.max(...calls)).toBeLessThanOrEqual(40)
  expect(calls.at(-1)).toBeGreaterThanOrEqual(2 * 14)
  expect(longestUnseen).toBeLessThanOrEqual(daysOfCheck(2 * 16, rule))
})

test("Where there are too few, no day has more than are allowed, and all is compared in turn.", async () => {
  const rule = { callsPerDay: 10, maxPages: 200 }
  const { calls, longestUnseen } = await countChecks(
    { days: 60, dataSets: 2, points: 1000 },
    { rule, startsAt, everyMinutes: 60 },
  )
  expect(Math.max(...calls)).toBeLessThanOrEqual(10)
  expect(longestUnseen).toBeGreaterThan(8)
  expect(longestUnseen).toBeLessThanOrEqual(daysOfCheck(2 * 61, rule))
})
