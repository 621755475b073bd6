import type { IncomingMessage, ServerResponse } from "node:http"
import { beforeEach, expect, test } from "vitest"
import { catalogue, findOperation, type ListOperation } from "@/lib/catalogue"
import { sendJson, serveDashboard } from "@/lib/client/testing/serve-dashboard"
import { planDepartmentReading, readDepartments, readMatching } from "./read-departments"

const list = findOperation(catalogue, "departments") as ListOperation
const perPage = list.limit.maximum
const all = Array.from({ length: 2 * perPage + 5 }, (_, at) => ({ id: `d${at}` }))

let requested: URL[] = []
let headers: IncomingMessage["headers"][] = []
let refusals = 0

/** Responds like the dashboard: one department by id, or the page at the cursor. */
function answer(url: URL, response: ServerResponse) {
  if (refusals > 0) {
    refusals -= 1
    return sendJson(response, 429, { code: "quota_exhausted", retryAfter: 0 })
  }
  const id = url.searchParams.get("id")
  if (id !== null) return sendJson(response, 200, { data: all.filter((one) => one.id === id) })
  const from = Number(url.searchParams.get("cursor") ?? 0)
  const next = from + perPage
  const nextUrl = `/api/v1.4/departments?limit=${perPage}&cursor=${next}`
  const data = all.slice(from, next)
  return sendJson(response, 200, { data, ...(next < all.length && { nextUrl }) })
}

serveDashboard((url, response, request) => {
  requested.push(url)
  headers.push(request.headers)
  answer(url, response)
})
beforeEach(() => {
  requested = []
  headers = []
  refusals = 0
})

const idsOf = (found: ReadonlyMap<string, unknown>) => [...found.keys()].toSorted()

test.each([
  [3, 300, { way: "each", calls: 3 }],
  [4, 300, { way: "pages", calls: 3 }],
  [40, 10_000, { way: "each", calls: 40 }],
  [5000, 10_000, { way: "pages", calls: 100 }],
  [1, 0, { way: "each", calls: 1 }],
])("reads %i departments of %i in the way with fewer calls", (wanted, known, reading) => {
  expect(planDepartmentReading(list, wanted, known)).toEqual(reading)
})

test("a few departments are read one by one from the source, without the missing ones", async () => {
  const made: number[] = []
  const options = { known: all.length, onCall: (calls: number) => made.push(calls) }
  const found = await readDepartments(list, ["d7", "gone", "d7"], options)
  expect(idsOf(found)).toEqual(["d7"])
  expect(requested.map((url) => url.searchParams.get("id")).toSorted()).toEqual(["d7", "gone"])
  expect(headers.every((each) => each["cache-control"] === "no-cache")).toBe(true)
  expect(made).toEqual([1, 2])
})

test("many departments are read by page, up to the last of them", async () => {
  const ids = ["d1", "d2", "d3", `d${perPage + 1}`]
  const found = await readDepartments(list, ids, { known: all.length })
  expect(idsOf(found)).toEqual(ids.toSorted())
  expect(requested.map((url) => url.searchParams.get("cursor"))).toEqual([null, `${perPage}`])
})

test("a request is retried when the quota queue is full", async () => {
  refusals = 2
  const found = await readDepartments(list, ["d1"], { known: all.length })
  expect(idsOf(found)).toEqual(["d1"])
  expect(requested).toHaveLength(3)
})

test("an aborted read makes no more calls", async () => {
  const over = new AbortController()
  over.abort()
  const reading = readDepartments(list, ["d1", "d2"], { known: all.length, signal: over.signal })
  await expect(reading).rejects.toThrow()
  expect(requested).toEqual([])
})

test.each([
  [all.length, false, 3],
  [all.length - 1, true, 3],
  [perPage, true, 2],
  [1, true, 1],
])(
  "with a limit of %i, matching departments are returned with hasMore %s",
  async (limit, hasMore, calls) => {
    const query = {
      filters: [{ property: "type", operator: "eq", value: "Store" }],
      sort: [],
    } as const
    const found = await readMatching(list, query, { limit })
    expect(found).toEqual({ ids: all.slice(0, limit).map(({ id }) => id), hasMore })
    expect(requested).toHaveLength(calls)
    expect(requested[0]?.search).toBe(`?type=Store&limit=${perPage}`)
  },
)

test("a read of matching departments is retried when the quota is used up", async () => {
  refusals = 2
  const { ids } = await readMatching(list, { filters: [], sort: [] }, { limit: 5000 })
  expect(ids).toHaveLength(all.length)
})
