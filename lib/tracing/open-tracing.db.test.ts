import type { ServerResponse } from "node:http"
import { setTimeout as pause } from "node:timers/promises"
import { afterEach, expect, test, vi } from "vitest"
import { describeStatement, openTracing, type Tracing } from "./open-tracing"
import { startCollector } from "./testing/collector"

const opened: { close?: () => Promise<void>; stop?: () => Promise<void> }[] = []
afterEach(async () => {
  for (const { close, stop } of opened.splice(0).reverse()) await (close ?? stop)?.()
})

const sampling = { ratio: 1, followsParent: true }

async function open(url: string, faults: unknown[] = [], more: object = {}): Promise<Tracing> {
  const settings = { url: `${url}/v1/traces`, headers: {}, sampling, ...more }
  const onFault = (error: unknown) => void faults.push(error)
  const tracing = openTracing(settings, { serviceName: "test", onFault })
  opened.push(tracing)
  await tracing.ready
  return tracing
}

const served = { method: "GET", route: "/api/things/{thing}", context: undefined }
const answered = async () => ({ status: 200 })

test("statements and calls are below the request at hand, and what is begun behind its answer is not", async () => {
  const collector = await startCollector()
  opened.push(collector)
  const tracing = await open(collector.url)
  let goOn = () => {}
  const behind = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let late: Promise<void> | undefined
  await tracing.serve(served, async () => {
    tracing.startStatement('select x from "dashboard"."saved_view" where id = $1')?.()
    tracing.startPart("wait")?.("gone")
    tracing.startCall("GET", "/v1/things")?.end()
    late = behind.then(() => {
      expect(tracing.startStatement("select 1")).toBeUndefined()
      expect(tracing.traceId()).toBeUndefined()
      tracing.startCall("GET", "/v1/late")?.end()
    })
    return { status: 503 }
  })
  goOn()
  await late
  expect(tracing.startStatement("select 1")).toBeUndefined()
  await tracing.close()
  const named = (name: string) => collector.spans.find((span) => span.name === name)
  const root = named("GET /api/things/{thing}")
  expect(root).toMatchObject({ program: "test", status: 2, attributes: { "error.type": "503" } })
  expect(named("SELECT saved_view")).toMatchObject({
    parentSpanId: root?.spanId,
    attributes: { "db.system.name": "postgresql", "db.collection.name": "saved_view" },
  })
  expect(named("wait")).toMatchObject({ parentSpanId: root?.spanId, status: 2 })
  expect(named("GET /v1/things")).toMatchObject({ parentSpanId: root?.spanId, kind: 3 })
  expect(named("GET /v1/late")).toMatchObject({ parentSpanId: undefined })
  expect(named("GET /v1/late")?.traceId).not.toBe(root?.traceId)
  expect(collector.spans).toHaveLength(5)
})

test("what is called from elsewhere belongs to where it was bound", async () => {
  const collector = await startCollector()
  opened.push(collector)
  const tracing = await open(collector.url)
  let waiting: (() => string | undefined) | undefined
  const seen: (string | undefined)[] = []
  const first = tracing.serve(served, async (span) => {
    waiting = tracing.bind(() => tracing.traceId())
    await pause(20)
    seen.push(span?.traceId)
    return { status: 200 }
  })
  await tracing.serve(served, async () => {
    seen.push(waiting?.())
    return { status: 200 }
  })
  await first
  expect(seen[0]).toBeDefined()
  expect(seen[0]).toBe(seen[1])
})

test("a state comes along, and a method that nobody knows is not repeated", async () => {
  const collector = await startCollector()
  opened.push(collector)
  const tracing = await open(collector.url)
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
  const context = { traceparent, tracestate: "congo=t61rcWkgMzE" }
  await tracing.serve({ method: "PLANTED", route: undefined, context }, async (span) => {
    expect(span?.context.tracestate).toBe("congo=t61rcWkgMzE")
    return { status: 405 }
  })
  await tracing.close()
  expect(collector.spans).toMatchObject([
    {
      name: "_OTHER",
      traceId: "0af7651916cd43dd8448eb211c80319c",
      parentSpanId: "b7ad6b7169203331",
    },
  ])
  expect(collector.spans[0]?.status).not.toBe(2)
})

test("new traces are recorded by their share, and those that others have begun as these say", async () => {
  const collector = await startCollector()
  opened.push(collector)
  const tracing = await open(collector.url, [], { sampling: { ratio: 0, followsParent: true } })
  await tracing.serve(served, answered)
  const id = "0af7651916cd43dd8448eb211c80319c"
  const context = { traceparent: `00-${id}-b7ad6b7169203331-01` }
  await tracing.serve({ ...served, context }, answered)
  await tracing.close()
  expect(collector.spans.map(({ traceId }) => traceId)).toEqual([id])
})

test("headers of the settings go to the collector, and the path is the protocol's", async () => {
  const collector = await startCollector()
  opened.push(collector)
  const tracing = await open(collector.url, [], { headers: { "x-key": "planted" } })
  await tracing.serve(served, answered)
  await tracing.close()
  expect(collector.requests[0]).toMatchObject({
    url: "/v1/traces",
    headers: { "x-key": "planted", "content-type": "application/json" },
  })
})

/** How a collector fails, and whether that shows while a test waits. */
const broken: readonly {
  readonly how: string
  readonly answer?: (response: ServerResponse) => void
  readonly isSlow?: true
}[] = [
  { how: "refuses connections" },
  { how: "answers 500", answer: (response) => void response.writeHead(500).end() },
  { how: "never answers", answer: () => {}, isSlow: true },
]

test.each(broken)(
  "a collector that $how changes no answer, and holds back a bounded number of spans",
  async ({ answer, isSlow }) => {
    const collector = await startCollector(answer)
    opened.push(collector)
    if (!answer) await collector.stop()
    const faults: unknown[] = []
    const tracing = await open(collector.url, faults)
    const heapAfter = async (count: number) => {
      for (let index = 0; index < count; index += 1)
        expect(await tracing.serve(served, answered)).toEqual({ status: 200 })
      globalThis.gc?.()
      return process.memoryUsage().heapUsed
    }
    const before = await heapAfter(5000)
    const grown = (await heapAfter(30_000)) - before
    // 30,000 spans that are held take over 60 MB.
    expect(grown).toBeLessThan(30 * 1024 * 1024)
    if (isSlow) return
    await vi.waitFor(() => expect(faults.length).toBe(1), { timeout: 15_000 })
    const started = performance.now()
    await tracing.close()
    expect(performance.now() - started).toBeLessThan(4000)
  },
  40_000,
)

test.each([
  ["select 1", "SELECT", undefined],
  ['  insert into "dashboard"."edit_batch" (id) values ($1)', "INSERT", "edit_batch"],
  ["update dashboard.session set x = 1", "UPDATE", "session"],
  ["with a as (select 1) select * from reporting.department", "WITH", "department"],
  ["select * from list_3f0f4c1e6a53", "SELECT", undefined],
  ['select * from "3f0f4c1e-6a53-4a6f-9a43-0d0c5b1f7aff"', "SELECT", undefined],
  ["select * from (select 1) as planted", "SELECT", undefined],
  ["", "STATEMENT", undefined],
])("the statement %o is %s of %o", (text, operation, table) => {
  expect(describeStatement(text)).toEqual({ operation, table })
})
