import type { ServerResponse } from "node:http"
import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query"
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest"
import { catalogue, findOperation, type ListOperation } from "@/lib/catalogue"
import { fetchPage } from "./answers"
import { ApiProblem } from "./api-problem"
import { listOptions, maxPages, replaceRecord, startListOver } from "./list-pages"
import { type Answer, sendJson, serveDashboard } from "./testing/serve-dashboard"

const departments = findOperation(catalogue, "departments") as ListOperation
let pages = 12
const rowsPerPage = 3

const page = (number: number) => ({
  count: rowsPerPage,
  data: Array.from({ length: rowsPerPage }, (_, row) => ({
    id: `${number}-${row}`,
    name: `${String(number).padStart(3, "0")} ${row}`,
  })),
  ...(number > 0 && { previousUrl: `/api/v1.4/departments?limit=100&cursor=${number - 1}` }),
  ...(number + 1 < pages && { nextUrl: `/api/v1.4/departments?limit=100&cursor=${number + 1}` }),
})

const answerPages = (url: URL, response: ServerResponse) =>
  void sendJson(response, 200, page(Number(url.searchParams.get("cursor") ?? 0)))

let answer: Answer = answerPages
let requested: string[] = []
serveDashboard((url, response, request) => {
  requested.push(`${url.pathname}${url.search}`)
  answer(url, response, request)
})
beforeEach(() => {
  requested = []
  answer = answerPages
  pages = 12
})

let client = new QueryClient()
afterEach(() => {
  client.clear()
  client = new QueryClient()
})

const options = listOptions(departments, {}, { filters: [], sort: [] })
const listOf = () => client.getQueryData(options.queryKey)
const idsOf = (list = listOf()) => list?.pages.flatMap(({ rows }) => rows.map((row) => row["id"]))
const allIds = Array.from(
  { length: pages * rowsPerPage },
  (_, row) => `${Math.floor(row / rowsPerPage)}-${row % rowsPerPage}`,
)

/** Observes the list and waits for its first page. */
async function open() {
  const observer = new InfiniteQueryObserver(client, options)
  onTestFinished(observer.subscribe(() => {}))
  await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true))
  return observer
}

async function readToEnd(observer: Awaited<ReturnType<typeof open>>) {
  while (observer.getCurrentResult().hasNextPage) await observer.fetchNextPage()
}

describe("the pages of a list", () => {
  it("are read once each, in cursor order", async () => {
    await readToEnd(await open())
    expect(idsOf()).toEqual(allIds)
    expect(requested).toHaveLength(pages)
    expect(listOf()?.pages.map(({ start }) => start)).toEqual(
      Array.from({ length: pages }, (_, number) => number * rowsPerPage),
    )
  })

  it("are dropped at the far end above the maximum, and are read again in place", async () => {
    pages = maxPages + 5
    const observer = await open()
    await readToEnd(observer)
    expect(listOf()?.pages).toHaveLength(maxPages)
    expect(listOf()?.pages[0]?.start).toBe(5 * rowsPerPage)
    while (observer.getCurrentResult().hasPreviousPage) await observer.fetchPreviousPage()
    expect(listOf()?.pages[0]?.start).toBe(0)
    expect(idsOf()?.[0]).toBe("0-0")
    expect(listOf()?.pages).toHaveLength(maxPages)
  })

  it("are kept if the next one fails, and reading can continue", async () => {
    const observer = await open()
    answer = (_, response) => void sendJson(response, 503, { code: "upstream_down" })
    expect((await observer.fetchNextPage()).error).toBeInstanceOf(ApiProblem)
    expect(idsOf()).toEqual(["0-0", "0-1", "0-2"])
    answer = answerPages
    await readToEnd(observer)
    expect(idsOf()).toEqual(allIds)
  })

  it("are reloaded from the first one up to the visible row", async () => {
    await readToEnd(await open())
    requested = []
    await startListOver(client, options, { index: 7, key: "2-1" }, { fresh: true })
    expect(requested).toHaveLength(3)
    expect(idsOf()).toEqual(allIds.slice(0, 9))
    await startListOver(client, options, { index: 0 })
    expect(idsOf()).toEqual(allIds.slice(0, 3))
  })

  it("are kept if reloading fails", async () => {
    await readToEnd(await open())
    answer = (_, response) => void sendJson(response, 503, { code: "upstream_down" })
    await expect(startListOver(client, options, { index: 7 })).rejects.toThrow(ApiProblem)
    expect(idsOf()).toEqual(allIds)
  })

  it("show a changed record in its place without a request", async () => {
    await readToEnd(await open())
    requested = []
    replaceRecord(client, departments.record, { id: "1-1", name: "Changed" })
    const rows = listOf()?.pages.flatMap((each) => each.rows) ?? []
    expect(rows.filter(({ name }) => name === "Changed").map(({ id }) => id)).toEqual(["1-1"])
    expect(idsOf()).toEqual(allIds)
    expect(requested).toEqual([])
  })
})

describe("the fetcher", () => {
  it("reads the data source and its time from the headers", async () => {
    const asOf = "2026-11-21T03:00:00.000Z"
    answer = (_, response) =>
      void sendJson(response, 200, { data: [] }, { "x-data-source": "cache", "x-data-as-of": asOf })
    expect(await fetchPage("/api/v1.4/departments")).toEqual({ rows: [], source: "cache", asOf })
  })

  it("turns a problem response into an ApiProblem with all its fields", async () => {
    const body = {
      code: "upstream_rate_limited",
      title: "Out of requests",
      detail: "Wait.",
      requestId: "r-1",
    }
    answer = (_, response) => void sendJson(response, 503, body, { "retry-after": "17" })
    const problem = await fetchPage("/api/v1.4/departments").catch((error: unknown) => error)
    expect(problem).toBeInstanceOf(ApiProblem)
    expect(problem).toMatchObject({ status: 503, ...body, retryAfter: 17 })
  })

  it("reports a response that is not JSON or has another shape", async () => {
    answer = (_, response) => void response.writeHead(200).end("<html>")
    await expect(fetchPage("/api/x")).rejects.toMatchObject({ code: "unreadable_answer" })
    answer = (_, response) => void sendJson(response, 200, { data: { id: 1 } })
    await expect(fetchPage("/api/x")).rejects.toMatchObject({ code: "unreadable_answer" })
  })

  it("reports an unreachable server", async () => {
    answer = (_, response) => void response.destroy()
    await expect(fetchPage("/api/x")).rejects.toMatchObject({ status: 0, code: "unreachable" })
  })

  it("refuses URLs outside the dashboard's own API", async () => {
    await expect(fetchPage("https://elsewhere.test/api/x")).rejects.toThrow(TypeError)
    await expect(fetchPage("//elsewhere.test/x")).rejects.toThrow(TypeError)
    await expect(fetchPage("/api//elsewhere.test")).rejects.toThrow(TypeError)
    expect(requested).toEqual([])
  })
})
