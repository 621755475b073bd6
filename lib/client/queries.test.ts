import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { catalogue, findOperation, type ListOperation } from "@/lib/catalogue"
import { ApiProblem, isCursorProblem } from "./api-problem"
import { fetchPage } from "./fetcher"
import { listOptions, reloadList } from "./queries"

const departments = findOperation(catalogue, "departments") as ListOperation
const pages = 12
const rowsPerPage = 3

type Answer = (url: URL, response: ServerResponse) => void

const page = (number: number) => ({
  count: rowsPerPage,
  data: Array.from({ length: rowsPerPage }, (_, row) => ({ id: `${number}-${row}` })),
  ...(number + 1 < pages && { nextUrl: `/api/v1.4/departments?limit=100&cursor=${number + 1}` }),
})

const send = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
  response
    .writeHead(status, { "content-type": "application/json", ...headers })
    .end(JSON.stringify(body))

const answerPages: Answer = (url, response) =>
  void send(response, 200, page(Number(url.searchParams.get("cursor") ?? 0)))

let answer: Answer = answerPages
let asked: string[] = []
const server = createServer((request, response) => {
  const url = new URL(request.url ?? "", "http://localhost")
  asked.push(`${url.pathname}${url.search}`)
  answer(url, response)
})
const ownFetch = globalThis.fetch

beforeAll(async () => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  globalThis.fetch = (input, init) => ownFetch(new URL(`${input}`, origin), init)
})
afterAll(() => {
  globalThis.fetch = ownFetch
  server.close()
})
beforeEach(() => {
  asked = []
  answer = answerPages
})

let client = new QueryClient()
afterEach(() => {
  client.clear()
  client = new QueryClient()
})

const options = (city?: string) =>
  listOptions(
    departments,
    {},
    {
      filters: city === undefined ? [] : [{ property: "city", operator: "eq", value: city }],
      sort: [],
    },
  )

const waitFor = async (test: () => boolean) => {
  while (!test()) await new Promise((resolve) => setTimeout(resolve, 2))
}

describe("the pages of a list", () => {
  it("come each once and in the order of the cursors, however often more is asked for", async () => {
    const observer = new InfiniteQueryObserver(client, options())
    const stop = observer.subscribe(() => {})
    await waitFor(() => observer.getCurrentResult().isSuccess)
    while (observer.getCurrentResult().hasNextPage) {
      const calls = Array.from({ length: 5 }, () =>
        observer.fetchNextPage({ cancelRefetch: false }),
      )
      await Promise.race(calls)
    }
    stop()
    const expected = Array.from({ length: pages }, (_, number) =>
      number === 0
        ? "/api/v1.4/departments?limit=100"
        : `/api/v1.4/departments?limit=100&cursor=${number}`,
    )
    expect(asked).toEqual(expected)
    const ids = observer
      .getCurrentResult()
      .data?.pages.flatMap(({ rows }) => rows.map((row) => row["id"]))
    expect(ids).toEqual(
      Array.from(
        { length: pages * rowsPerPage },
        (_, row) => `${Math.floor(row / rowsPerPage)}-${row % rowsPerPage}`,
      ),
    )
  })

  it("of a question that was left are abandoned, and never shown for the new one", async () => {
    const held: ServerResponse[] = []
    let abandoned = false
    answer = (url, response) => {
      if (url.searchParams.get("city") !== "Slow") return answerPages(url, response)
      response.on("close", () => {
        abandoned ||= !response.writableEnded
      })
      held.push(response)
    }
    const observer = new InfiniteQueryObserver(client, options("Slow"))
    const stop = observer.subscribe(() => {})
    await waitFor(() => held.length === 1)
    observer.setOptions(options("Aarhus"))
    await waitFor(() => observer.getCurrentResult().isSuccess)
    await waitFor(() => abandoned)
    for (const response of held) send(response, 200, { count: 1, data: [{ id: "late" }] })
    const shown = observer.getCurrentResult().data?.pages[0]?.rows[0]
    stop()
    expect(shown).toEqual({ id: "0-0" })
    expect(client.getQueryData(options("Slow").queryKey)).toBeUndefined()
  })

  it("are not asked for again by mounting a second time", async () => {
    const observer = new InfiniteQueryObserver(client, options())
    const stop = observer.subscribe(() => {})
    await waitFor(() => observer.getCurrentResult().isSuccess)
    stop()
    const again = new InfiniteQueryObserver(client, options())
    again.subscribe(() => {})()
    expect(again.getCurrentResult().data?.pages).toHaveLength(1)
    expect(asked).toHaveLength(1)
  })

  it("stay when the next one fails, and start over when their place has expired", async () => {
    const observer = new InfiniteQueryObserver(client, options())
    const stop = observer.subscribe(() => {})
    await waitFor(() => observer.getCurrentResult().isSuccess)
    await observer.fetchNextPage({ cancelRefetch: false })
    answer = (_, response) =>
      void send(response, 410, { code: "cursor_expired", detail: "Start again." })
    const { error, data } = await observer.fetchNextPage({ cancelRefetch: false })
    expect(isCursorProblem(error)).toBe(true)
    expect(data?.pages).toHaveLength(2)
    answer = answerPages
    await reloadList(client, options())
    stop()
    expect(observer.getCurrentResult().error).toBeNull()
    expect(observer.getCurrentResult().data?.pages).toHaveLength(1)
    expect(observer.getCurrentResult().hasNextPage).toBe(true)
    expect(asked.at(-1)).toBe("/api/v1.4/departments?limit=100")
  })
})

describe("the fetcher", () => {
  it("reads where the data comes from and as of when", async () => {
    const asOf = "2026-11-21T03:00:00.000Z"
    answer = (_, response) =>
      void send(response, 200, { data: [] }, { "x-data-source": "cache", "x-data-as-of": asOf })
    expect(await fetchPage("/api/v1.4/departments")).toEqual({ rows: [], source: "cache", asOf })
  })

  it("turns a problem answer into an ApiProblem with all its parts", async () => {
    const body = {
      code: "upstream_rate_limited",
      title: "Out of requests",
      detail: "Wait.",
      requestId: "r-1",
    }
    answer = (_, response) => void send(response, 503, body, { "retry-after": "17" })
    const problem = await fetchPage("/api/v1.4/departments").catch((error: unknown) => error)
    expect(problem).toBeInstanceOf(ApiProblem)
    expect(problem).toMatchObject({ status: 503, ...body, retryAfter: 17 })
  })

  it("says so when an answer is no JSON or has another shape", async () => {
    answer = (_, response) => void response.writeHead(200).end("<html>")
    await expect(fetchPage("/api/x")).rejects.toMatchObject({ code: "unreadable_answer" })
    answer = (_, response) => void send(response, 200, { data: { id: 1 } })
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
    expect(asked).toEqual([])
  })
})
