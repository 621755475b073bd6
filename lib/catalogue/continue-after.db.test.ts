import { randomUUID } from "node:crypto"
import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { rounds } from "@/scripts/testing/rounds"
import { arbitraryQuery, arbitraryValues } from "../records/testing/arbitraries"
import { openTestStore } from "../records/testing/open-test-store"
import { createWalker } from "../records/testing/walk"
import {
  catalogue,
  continueAfter,
  type ListOperation,
  type ListQuery,
  type PathParameters,
  type Row,
  recordType,
  TakenRows,
} from "."
import { listOf, parseText } from "./testing/sample-queries"

const recordCount = 120
const runs = rounds({ test: 4, deep: 150 })

let testStore: Awaited<ReturnType<typeof openTestStore>>
beforeAll(async () => {
  testStore = await openTestStore()
})
afterAll(() => testStore.close())

async function loadSample(operation: ListOperation, count: number): Promise<PathParameters> {
  const { scope: names, fields, hidden } = recordType(catalogue, operation.record)
  const scope = Object.fromEntries(names.map((name) => [name, randomUUID()]))
  const sample = fc.sample(arbitraryValues({ ...fields, ...hidden }), count)
  await testStore.store.loadRecords(
    operation.record,
    sample.map((values) => ({ scope, values })),
  )
  return scope
}

/** Reads pages of 7 rows. `breaks` lists how many pages are read before each cursor expiry. */
async function readThrough(
  { operation, parameters }: { operation: ListOperation; parameters: PathParameters },
  query: ListQuery,
  breaks: readonly number[],
  between: () => Promise<unknown> = async () => {},
): Promise<Row[]> {
  const walker = createWalker(testStore.store, operation, parameters)
  const taken: Row[] = []
  let repeated = new TakenRows()
  let ahead = [query]
  let cursor: string | undefined
  let left = breaks[0] ?? Number.POSITIVE_INFINITY
  for (let expiries = 0; cursor || ahead.length > 0; ) {
    const [first, ...later] = ahead
    const page = cursor
      ? await walker.follow(cursor, 7)
      : await walker.read({ ...first, limit: 7 } as ListQuery)
    if (!cursor) ahead = later
    taken.push(...page.records.filter((row) => !repeated.comesAgain(row)))
    cursor = page.nextCursor
    left -= 1
    const last = taken.at(-1)
    if (left > 0 || !cursor || !last) continue
    expiries += 1
    left = breaks[expiries] ?? Number.POSITIVE_INFINITY
    await between()
    const continuation = continueAfter(catalogue, operation, query, last)
    repeated = new TakenRows(taken.slice(taken.findIndex(continuation.mayRepeat)))
    cursor = undefined
    ahead = [...continuation.queries]
  }
  return taken
}

const breaks = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 6 })

describe.each([
  "departments",
  "content-posts",
  "course-participations",
  "question-participations",
  "highscore-levels",
  "data-points",
])("The list %s", (id) => {
  const operation = listOf(id)
  let parameters: PathParameters
  beforeAll(async () => {
    parameters = await loadSample(operation, recordCount)
  })

  // rules: Expired cursors
  test("continues by key after each cursor expiry and returns each row once, in the same order.", async () => {
    const check = fc.asyncProperty(arbitraryQuery(operation), breaks, async (query, after) => {
      const path = { operation, parameters }
      expect(await readThrough(path, query, after)).toEqual(await readThrough(path, query, []))
    })
    await fc.assert(check, { numRuns: runs })
  })
})

// rules: Expired cursors
test("Concurrent inserts and deletes at an expiry neither drop nor repeat other rows.", async () => {
  const operation = listOf("departments")
  const first = testStore
  const other = await openTestStore()
  testStore = other
  await loadSample(operation, recordCount)
  const table = `"${other.schema}".department`
  const rows = await other.pool.query<{ id: string }>(`select id from ${table}`)
  const stays = new Set(rows.rows.slice(40).map(({ id }) => id))
  let gone = 0
  const change = async () => {
    await other.pool.query(`delete from ${table} where id = $1`, [rows.rows[gone]?.id])
    gone += 1
    await loadSample(operation, 2)
  }
  const after = Array.from({ length: 40 }, () => 1)
  for (const search of [
    "",
    "sort=type,-name",
    "sort=-lastModifiedDateTime",
    "sort=managerUserId",
  ]) {
    const parsed = parseText(operation, search)
    const query =
      parsed.ok && !("cursor" in parsed.query) ? parsed.query : { filters: [], sort: [] }
    const read = await readThrough({ operation, parameters: {} }, query, after.slice(0, 9), change)
    const ids = read.map((row) => row["id"] as string)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => stays.has(id)).length).toBe(stays.size)
  }
  await other.close()
  testStore = first
})

const continued = (id: string, search: string, last: Row) => {
  const operation = listOf(id)
  const parsed = parseText(operation, search)
  if (!parsed.ok || "cursor" in parsed.query) throw new Error(`"${search}" is no query.`)
  const { queries, fromStart } = continueAfter(catalogue, operation, parsed.query, last)
  expect(fromStart || queries.every(({ offset }) => offset === undefined)).toBe(true)
  const print = ({ filters }: ListQuery) =>
    filters.map(({ property, operator, value }) => `${property} ${operator} ${value}`).join(", ")
  return fromStart ? "from the start" : queries.map(print)
}

test.each([
  [
    "data-points",
    "",
    { timeStamp: "2026-01-01T08:00:00.5+00:00" },
    ["timeStamp gte 2026-01-01T08:00:00.5Z", "timeStamp eq null"],
  ],
  ["data-points", "sort=-dataValue", { value: 1e21 }, ["dataValue lte 1e+21"]],
  [
    "data-points",
    "timeStamp[gte]=2020-01-01",
    { timeStamp: "2026-01-01T08:00:00Z" },
    ["timeStamp gte 2026-01-01T08:00:00Z"],
  ],
  ["departments", "offset=5", { name: "B" }, ["name gte B", "name eq null"]],
  ["departments", "sort=-city", { city: null }, ["city eq null", "city ne null"]],
  ["departments", "sort=city", { city: null }, ["city eq null"]],
  [
    "departments",
    "type=Store&sort=type,name",
    { type: "Store", name: "B" },
    ["name gte B, type eq Store", "name eq null, type eq Store"],
  ],
  ["highscore-levels", "sort=alias", { externalId: "B" }, ["alias gte B", "alias eq null"]],
  ["departments", "", { name: "" }, "from the start"],
  ["departments", "", { name: "x".repeat(401) }, "from the start"],
  ["departments", "sort=managerUserId", { managerUserId: null }, "from the start"],
  ["departments", "city[ne]=Oslo&sort=-city", { city: null }, "from the start"],
  ["content-posts", "sort=name", { name: "B" }, "from the start"],
  [
    "content-posts",
    "sort=availableFrom",
    { availableFrom: "2026-01-01T08:00:00.12345678" },
    "from the start",
  ],
  ["highscore-levels", "sort=requiredPoints", { requiredPoints: 2 ** 53 }, "from the start"],
  ["question-participations", "sort=points", { points: 1 }, "from the start"],
] as const)('%s with the query "%s" continues after %j: %j', (id, search, last, expected) => {
  expect(continued(id, search, last)).toEqual(expected)
})

test("Rows without an id are skipped as often as they were already read.", () => {
  const row = { timeStamp: "2026-01-01T08:00:00Z", value: 1 }
  const taken = new TakenRows([row, row])
  expect([row, row, row].map((each) => taken.comesAgain({ ...each }))).toEqual([true, true, false])
})
