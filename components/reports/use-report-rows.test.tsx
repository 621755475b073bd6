import { notifyManager, QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { expect, it, vi } from "vitest"
import { catalogue, findOperation, type ListOperation, type ListQuery } from "@/lib/catalogue"
import { listOptions, type PageAnswer, singlePage } from "@/lib/client"
import { runHook } from "../ui/testing/run-hook"
import { buildSetup, type FirstPageProblem } from "./report-setup"
import { useReportRows } from "./use-report-rows"

// Queries notify their observers in a microtask, before the next line of a test.
notifyManager.setScheduler(queueMicrotask)

const departments = findOperation(catalogue, "departments") as ListOperation
const setup = buildSetup(catalogue, departments, { entries: [] })
const all: ListQuery = { filters: [], sort: [] }
const stores: ListQuery = {
  filters: [{ property: "type", operator: "eq", value: "Store" }],
  sort: [],
}
const firstPage: PageAnswer = { rows: [{ id: "a" }], source: "live", nextUrl: "/api/next?cursor=a" }

const run = (client: QueryClient, first: ListQuery, problem?: FirstPageProblem) =>
  runHook(
    (query: ListQuery) => useReportRows(setup, {}, query, problem),
    first,
    (hook) => <QueryClientProvider client={client}>{hook}</QueryClientProvider>,
  )

/** A query client that can cache the first page of all departments. Other requests stay pending. */
function openClient() {
  const client = new QueryClient()
  vi.stubGlobal("fetch", () => new Promise(() => {}))
  const options = listOptions(departments, {}, all)
  const put = () => client.setQueryData(options.queryKey, singlePage(options, firstPage))
  return { client, options, put }
}

it("while a new query loads, the previous rows are not marked as complete", async () => {
  const { client, put } = openClient()
  put()
  const { now, show } = await run(client, all)
  expect(now()).toMatchObject({ hasMore: true, reading: undefined })
  await show(stores)
  expect(now()).toMatchObject({ hasMore: true, reading: "other", firstPage: undefined })
})

const details = { status: 503, code: "upstream_unreachable", title: "", detail: "" }

it("a query whose first page failed shows no rows of another query", async () => {
  const { client, put } = openClient()
  put()
  const { firstUrl: url } = listOptions(departments, {}, stores)
  const { now, show } = await run(client, all, { url, details })
  await show(stores)
  expect(now()).toMatchObject({ reading: undefined, rows: { count: 0 }, problem: { details } })
})

it("the error of the first page is cleared once the page is loaded", async () => {
  const { client, options, put } = openClient()
  const { now, act } = await run(client, all, { url: options.firstUrl, details })
  expect(now().problem?.details).toEqual(details)
  expect(client.isFetching()).toBe(0)
  await act(put)
  expect(now().rows.count).toBe(1)
  expect(now().problem).toBeUndefined()
})
