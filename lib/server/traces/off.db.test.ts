import { createRequire } from "node:module"
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest"
import { smallParameters } from "@/service/testing/small-data"
import { catalogue, findOperation, printPath } from "../../catalogue"
import { openTracing, type Tracing } from "../../tracing"
import { type Collector, startCollector } from "../../tracing/testing/collector"
import { type DashboardInProcess, startDashboardInProcess } from "../testing/dashboard-in-process"

let collector: Collector
let atPlatform: Tracing | undefined
let dashboard: DashboardInProcess
let cookie: string

beforeAll(async () => {
  collector = await startCollector()
  dashboard = await startDashboardInProcess(inject("databaseUrl"), {
    settings: { OTEL_EXPORTER_OTLP_ENDPOINT: "", OTEL_TRACES_SAMPLER: "always_on" },
    serviceTracing: {
      serve: (request, answer) =>
        atPlatform ? atPlatform.serve(request, answer) : answer(undefined),
      startStatement: (text) => atPlatform?.startStatement(text),
    },
  })
  cookie = await dashboard.people.cookieOf("admin@demo.test")
})
afterAll(async () => {
  await dashboard.stop()
  await atPlatform?.close()
  await collector.stop()
})

const loaded = () =>
  Object.keys(createRequire(import.meta.url).cache).filter((file) =>
    /@opentelemetry\/(?!api\/)/.test(file),
  )

/** Asks for a list that nobody has asked for, so that the platform is called. */
const read = async (limit: number, headers: Record<string, string> = {}) => {
  const path = `/api/v1.4/departments?limit=${limit}`
  const answer = await dashboard.ask(path, { cookie, headers }, "front")
  expect(answer?.headers.get("x-data-source")).toBe("live")
}

const platformSpan = async (isIt: (traceId: string) => boolean) => {
  const find = () => collector.spans.find((span) => span.kind === 2 && isIt(span.traceId))
  await vi.waitFor(() => expect(find()).toBeDefined(), { timeout: 8000 })
  return find()
}

const traceId = "0af7651916cd43dd8448eb211c80319c"
const spanId = "b7ad6b7169203331"

test("without a collector nothing of OpenTelemetry is loaded, and nothing is sent", async () => {
  await read(1, { traceparent: `00-${traceId}-${spanId}-01` })
  expect(dashboard.backend.tracing).toBeUndefined()
  expect(loaded()).toEqual([])
  expect(collector.requests).toEqual([])
})

test("what pages report is refused, as there is nowhere to send it", async () => {
  const measured = { traceId, spanId, method: "GET", status: 200, agoMs: 9, durationMs: 6 }
  const answer = await dashboard.ask(
    "/api/traces",
    {
      method: "POST",
      cookie,
      headers: {
        "x-requested-with": "dashboard",
        "content-type": "application/json",
        origin: dashboard.origin,
      },
      body: JSON.stringify({ spans: [measured] }),
    },
    "front",
  )
  expect(answer?.status).toBe(404)
})

test("a trace that comes is passed on as it is, and none is made up", async () => {
  const settings = {
    url: `${collector.url}/v1/traces`,
    headers: {},
    sampling: { ratio: 1, followsParent: true },
  }
  atPlatform = openTracing(settings, { serviceName: "platform", onFault: () => {} })
  await atPlatform.ready
  expect(loaded()).not.toEqual([])

  await read(2, { traceparent: `00-${traceId}-${spanId}-01`, tracestate: "congo=t61rcWkgMzE" })
  expect(await platformSpan((id) => id === traceId)).toMatchObject({ parentSpanId: spanId })
  expect(collector.bodies.join("")).toContain('"traceState":"congo=t61rcWkgMzE"')

  await read(3)
  expect(await platformSpan((id) => id !== traceId)).toMatchObject({ parentSpanId: undefined })

  const before = collector.spans.length
  await read(4, { traceparent: `00-${traceId}-${spanId}-00` })
  await read(5, { traceparent: `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01` })
  await vi.waitFor(() => expect(collector.spans.length).toBeGreaterThan(before), { timeout: 8000 })
  const later = collector.spans.slice(before).filter(({ kind }) => kind === 2)
  expect(later.map((span) => [span.traceId === traceId, span.parentSpanId])).toEqual([
    [false, undefined],
  ])
})

test("a change carries it too", async () => {
  const operation = findOperation(catalogue, "update-department")
  if (!operation) throw new Error("There is no such operation.")
  const other = "1".repeat(32)
  await dashboard.ask(
    `/api${printPath(operation, smallParameters(operation))}`,
    {
      method: "PATCH",
      cookie,
      headers: {
        "x-requested-with": "dashboard",
        "content-type": "application/json-patch+json",
        origin: dashboard.origin,
        traceparent: `00-${other}-${spanId}-01`,
      },
      body: JSON.stringify([{ op: "replace", path: "/name", value: "Another name" }]),
    },
    "front",
  )
  expect(await platformSpan((id) => id === other)).toMatchObject({
    name: `PATCH /api/${operation.version}${operation.path}`,
    parentSpanId: spanId,
  })
})
