import type { ServerResponse } from "node:http"
import { QueryClient, QueryObserver } from "@tanstack/react-query"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { catalogue, fieldsOf, findOperation, type ListOperation } from "@/lib/catalogue"
import { fetchPage } from "./answers"
import { ApiProblem } from "./api-problem"
import type { PageList } from "./page-list"
import { PageReader } from "./page-reader"
import { listOptions, refreshList } from "./queries"
import { type Answer, sendJson, serveDashboard } from "./testing/serve-dashboard"

const departments = findOperation(catalogue, "departments") as ListOperation
const pages = 12
const rowsPerPage = 3

const page = (number: number) => ({
  count: rowsPerPage,
  data: Array.from({ length: rowsPerPage }, (_, row) => ({
    id: `${number}-${row}`,
    name: `${String(number).padStart(3, "0")} ${row}`,
  })),
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
})

let client = new QueryClient()
afterEach(() => {
  client.clear()
  client = new QueryClient()
})

const waitFor = async (test: () => boolean) => {
  while (!test()) await new Promise((resolve) => setTimeout(resolve, 2))
}

const reportOf = (city?: string) => ({
  operation: departments,
  fields: fieldsOf(catalogue, departments),
  parameters: {},
  query: {
    filters: city === undefined ? [] : [{ property: "city", operator: "eq", value: city } as const],
    sort: [],
  },
})

const optionsOf = (city?: string) => listOptions(departments, {}, reportOf(city).query)
const listOf = (city?: string) => client.getQueryData<PageList>(optionsOf(city).queryKey)
const idsOf = (list: PageList | undefined) =>
  list?.pages.flatMap(({ rows = [] }) => rows.map((row) => row["id"]))

/** A list that is looked at, with its first page read. */
async function open(city?: string) {
  const options = optionsOf(city)
  const observer = new QueryObserver(client, options)
  const reader = new PageReader(client, options, reportOf(city))
  const stops = [observer.subscribe(() => {}), reader.subscribe(() => {})]
  await waitFor(() => observer.getCurrentResult().isSuccess)
  const stop = () => {
    for (const end of stops) end()
  }
  return { reader, stop }
}

const idle = (reader: PageReader) => waitFor(() => !reader.getState().isReading)

describe("the pages of a list", () => {
  it("come each once and in the order of the cursors, however often rows are shown", async () => {
    const { reader, stop } = await open()
    while (listOf()?.next) {
      for (let shown = 0; shown < 5; shown++) reader.show({ first: 0, end: pages * rowsPerPage })
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    stop()
    const expected = Array.from({ length: pages }, (_, number) =>
      number === 0
        ? "/api/v1.4/departments?limit=100"
        : `/api/v1.4/departments?limit=100&cursor=${number}`,
    )
    expect(requested).toEqual(expected)
    expect(idsOf(listOf())).toEqual(
      Array.from(
        { length: pages * rowsPerPage },
        (_, row) => `${Math.floor(row / rowsPerPage)}-${row % rowsPerPage}`,
      ),
    )
  })

  it("of a question that was left are abandoned, and never shown", async () => {
    const { reader, stop } = await open()
    let held: ServerResponse | undefined
    let abandoned = false
    answer = (_, response) => {
      held = response
      response.on("close", () => {
        abandoned = !response.writableEnded
      })
    }
    reader.show({ first: 0, end: 30 })
    await waitFor(() => held !== undefined)
    stop()
    await waitFor(() => abandoned)
    expect(listOf()?.pages).toHaveLength(1)
    expect(reader.getState().isReading).toBe(false)
  })

  it("are not asked for again by mounting a second time", async () => {
    const first = await open()
    first.stop()
    const again = await open()
    again.stop()
    expect(listOf()?.pages).toHaveLength(1)
    expect(requested).toHaveLength(1)
  })

  it("stay when the next one fails, and go on when told", async () => {
    const { reader, stop } = await open()
    answer = (_, response) => void sendJson(response, 503, { code: "upstream_down" })
    reader.show({ first: 0, end: 3 })
    await waitFor(() => reader.getState().problem !== undefined)
    reader.show({ first: 0, end: 3 })
    expect(requested).toHaveLength(2)
    expect(idsOf(listOf())).toEqual(["0-0", "0-1", "0-2"])
    answer = answerPages
    reader.retry()
    await waitFor(() => listOf()?.pages.length === pages)
    stop()
    expect(reader.getState().problem).toBeUndefined()
  })

  it("go on by the row before an expired cursor, without a row twice", async () => {
    const { reader, stop } = await open()
    answer = (url, response) => {
      const cursor = url.searchParams.get("cursor")
      if (cursor === "6" && !url.searchParams.has("name[gte]"))
        return void sendJson(response, 410, { code: "cursor_expired" })
      if (url.searchParams.get("name") === "") return void sendJson(response, 200, { data: [] })
      if (!url.searchParams.has("name[gte]")) return answerPages(url, response)
      const { data, ...rest } = page(5)
      const again = data.slice(-1)
      void sendJson(response, 200, {
        ...rest,
        data: again,
        nextUrl: "/api/v1.4/departments?cursor=7",
      })
    }
    reader.show({ first: 0, end: pages * rowsPerPage })
    await waitFor(() => listOf() !== undefined && listOf()?.next === undefined)
    await idle(reader)
    stop()
    const ids = idsOf(listOf()) ?? []
    expect(reader.getState().wasRestored).toBe(true)
    expect(requested.filter((url) => url.includes("name%5Bgte%5D="))).toHaveLength(1)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.slice(0, 18).at(-1)).toBe("5-2")
  })

  it("are given up where every cursor has expired as soon as it is given", async () => {
    const { reader, stop } = await open()
    answer = (url, response) =>
      url.searchParams.has("cursor")
        ? void sendJson(response, 410, { code: "cursor_expired" })
        : void sendJson(response, 200, page(0))
    reader.show({ first: 0, end: 30 })
    await waitFor(() => reader.getState().problem !== undefined)
    stop()
    expect(requested.length).toBeLessThan(10)
  })

  it("keep their rows while the list is read from the source again", async () => {
    const { reader, stop } = await open()
    reader.show({ first: 0, end: pages * rowsPerPage })
    await waitFor(() => listOf()?.pages.length === pages)
    await idle(reader)
    reader.show({ first: 0, end: 1 })
    requested = []
    const before = idsOf(listOf())
    await refreshList(client, optionsOf())
    expect(idsOf(listOf())).toEqual(before)
    reader.readOn()
    await waitFor(() => requested.length === pages)
    await idle(reader)
    stop()
    expect(idsOf(listOf())).toEqual(before)
    expect(listOf()?.pages.every(({ outdated }) => outdated === undefined)).toBe(true)
  })
})

describe("the fetcher", () => {
  it("reads where the data comes from and as of when", async () => {
    const asOf = "2026-11-21T03:00:00.000Z"
    answer = (_, response) =>
      void sendJson(response, 200, { data: [] }, { "x-data-source": "cache", "x-data-as-of": asOf })
    expect(await fetchPage("/api/v1.4/departments")).toEqual({ rows: [], source: "cache", asOf })
  })

  it("turns a problem answer into an ApiProblem with all its parts", async () => {
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

  it("says so when an answer is no JSON or has another shape", async () => {
    answer = (_, response) => void response.writeHead(200).end("<html>")
    await expect(fetchPage("/api/x")).rejects.toMatchObject({ code: "unreadable_answer" })
    answer = (_, response) => void sendJson(response, 200, { data: { id: 1 } })
    await expect(fetchPage("/api/x")).rejects.toMatchObject({ code: "unreadable_answer" })
  })

  it("says so when nobody answers", async () => {
    answer = (_, response) => void response.destroy()
    await expect(fetchPage("/api/x")).rejects.toMatchObject({ status: 0, code: "unreachable" })
  })

  it("refuses addresses that are not the dashboard's own API", async () => {
    await expect(fetchPage("https://elsewhere.test/api/x")).rejects.toThrow(TypeError)
    await expect(fetchPage("//elsewhere.test/x")).rejects.toThrow(TypeError)
    await expect(fetchPage("/api//elsewhere.test")).rejects.toThrow(TypeError)
    expect(requested).toEqual([])
  })
})
