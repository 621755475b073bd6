import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest"
import { smallParameters } from "@/service/testing/small-data"
import { catalogue, findOperation, printPath } from "../../catalogue"
import { openTracing, type Tracing } from "../../tracing"
import { type CollectedSpan, type Collector, startCollector } from "../../tracing/testing/collector"
import { type DashboardInProcess, startDashboardInProcess } from "../testing/dashboard-in-process"

let collector: Collector
let serviceTracing: Tracing
let dashboard: DashboardInProcess
let cookie: string

beforeAll(async () => {
  collector = await startCollector()
  serviceTracing = openTracing(
    {
      url: `${collector.url}/v1/traces`,
      headers: {},
      sampling: { ratio: 1, followsParent: true },
    },
    { serviceName: "service", onFault: () => {} },
  )
  await serviceTracing.ready
  dashboard = await startDashboardInProcess(inject("databaseUrl"), {
    settings: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: "dashboard",
      REPORTING_RATE_LIMIT: "100000",
    },
    serviceTracing,
  })
  cookie = await dashboard.people.cookieOf("admin@demo.test")
})
afterAll(async () => {
  await dashboard.stop()
  await serviceTracing.close()
  await collector.stop()
})

const hex = (digits: number) =>
  Array.from({ length: digits }, () => Math.floor(Math.random() * 16).toString(16)).join("")

const newTrace = () => ({ traceId: `a${hex(31)}`, spanId: `b${hex(15)}` })

/** The spans of a trace once the one that comes last is there. */
async function spansOf(traceId: string, isLast: (span: CollectedSpan) => boolean) {
  const own = () => collector.spans.filter((span) => span.traceId === traceId)
  await vi.waitFor(() => expect(own().some(isLast)).toBe(true), { timeout: 8000, interval: 50 })
  return own()
}

const isServer = (program: string) => (span: CollectedSpan) =>
  span.program === program && span.kind === 2

const origin = { "x-requested-with": "dashboard", "content-type": "application/json" }

const report = (spans: readonly object[], headers: Record<string, string> = {}) =>
  dashboard.ask(
    "/api/traces",
    {
      method: "POST",
      cookie,
      headers: { ...origin, origin: dashboard.origin, ...headers },
      body: JSON.stringify({ spans }),
    },
    "front",
  )

describe("one read, from the browser to the platform's database", () => {
  const { traceId, spanId } = newTrace()
  let spans: CollectedSpan[]
  const find = (named: (span: CollectedSpan) => boolean) => spans.find(named) as CollectedSpan

  beforeAll(async () => {
    const answer = await dashboard.ask(
      "/api/v1.4/departments?limit=3",
      { cookie, headers: { traceparent: `00-${traceId}-${spanId}-01` } },
      "front",
    )
    expect(answer?.status).toBe(200)
    expect(answer?.headers.get("x-data-source")).toBe("live")
    const measured = { traceId, spanId, method: "GET", status: 200, agoMs: 900, durationMs: 600 }
    expect((await report([measured]))?.status).toBe(204)
    await spansOf(traceId, isServer("service"))
    await spansOf(traceId, isServer("dashboard"))
    spans = await spansOf(traceId, ({ program }) => program === "dashboard-browser")
  })

  test("is one trace over the browser, the backend and the platform", () => {
    expect([...new Set(spans.map(({ program }) => program))].toSorted()).toEqual([
      "dashboard",
      "dashboard-browser",
      "service",
    ])
    expect(new Set(spans.map((span) => span.spanId)).size).toBe(spans.length)
  })

  test("has each span below the one that asked for it", () => {
    const browser = find(({ program }) => program === "dashboard-browser")
    const backend = find(isServer("dashboard"))
    const call = find(({ attributes }) => attributes["url.template"] === "/v1.4/departments")
    const platform = find(isServer("service"))
    expect(browser).toMatchObject({ kind: 3, spanId, parentSpanId: undefined })
    expect(backend).toMatchObject({
      name: "GET /api/v1.4/departments",
      parentSpanId: spanId,
      attributes: {
        "http.request.method": "GET",
        "http.route": "/api/v1.4/departments",
        "http.response.status_code": 200,
        "workplace_reporting.data_source": "live",
      },
    })
    expect(call).toMatchObject({ kind: 3, program: "dashboard", parentSpanId: backend.spanId })
    expect(platform).toMatchObject({
      name: "GET /api/v1.4/departments",
      parentSpanId: call.spanId,
    })
    const statements = spans.filter(({ attributes }) => attributes["db.system.name"])
    const below = (parent: CollectedSpan) =>
      statements.filter(({ parentSpanId }) => parentSpanId === parent.spanId)
    expect(below(backend).length).toBeGreaterThan(0)
    expect(below(platform).length).toBeGreaterThan(0)
    expect(below(backend).length + below(platform).length).toBe(statements.length)
    expect(below(platform).map(({ attributes }) => attributes["db.collection.name"])).toContain(
      "department",
    )
  })

  test("says how long the quota was waited for, before the call", () => {
    const wait = find(({ name }) => name === "wait for the quota")
    const backend = find(isServer("dashboard"))
    const call = find(({ attributes }) => attributes["url.template"] === "/v1.4/departments")
    expect(wait.parentSpanId).toBe(backend.spanId)
    expect(wait.endedAt <= call.startedAt + 5_000_000n).toBe(true)
  })

  test("has each span within the time of the one above it, on one machine", () => {
    // A span begins with the clock's millisecond.
    const slack = 5_000_000n
    for (const span of spans.filter(({ program }) => program !== "dashboard-browser")) {
      const above = spans.find(({ spanId: id }) => id === span.parentSpanId)
      if (!above || above.program === "dashboard-browser") continue
      expect(span.startedAt >= above.startedAt - slack, span.name).toBe(true)
      // A statement that nobody waits for, such as giving back a slot, may end behind the answer.
      const until = span.attributes["db.system.name"] ? span.startedAt : span.endedAt
      expect(until <= above.endedAt + slack, span.name).toBe(true)
    }
  })

  test("is named by the line of the service's log", () => {
    expect(dashboard.service.lines).toContainEqual(
      expect.objectContaining({ operation: "departments", traceId }),
    )
  })
})

test("requests that are answered at once keep their spans apart", async () => {
  const asked = Array.from({ length: 40 }, (_, index) => ({ ...newTrace(), index }))
  const answers = await Promise.all(
    asked.map(({ traceId, spanId, index }) =>
      dashboard.ask(
        index % 4 === 3 ? "/api/recents" : `/api/v1.4/departments?limit=${index + 10}`,
        { cookie, headers: { traceparent: `00-${traceId}-${spanId}-01` } },
        "front",
      ),
    ),
  )
  expect(new Set(answers.map((answer) => answer?.status))).toEqual(new Set([200]))
  for (const { traceId, spanId, index } of asked) {
    const isOwn = index % 4 === 3
    if (!isOwn) await spansOf(traceId, isServer("service"))
    const spans = await spansOf(traceId, isServer("dashboard"))
    const servers = spans.filter(({ kind }) => kind === 2)
    expect(servers.map(({ program }) => program).toSorted()).toEqual(
      isOwn ? ["dashboard"] : ["dashboard", "service"],
    )
    const known = new Set([spanId, ...spans.map((span) => span.spanId)])
    expect(spans.every(({ parentSpanId = "" }) => known.has(parentSpanId))).toBe(true)
    const calls = spans.filter(({ attributes }) => attributes["url.template"])
    expect(calls).toHaveLength(isOwn ? 0 : 1)
  }
})

test("a trace that is not recorded is passed on, and no span of it is sent", async () => {
  const { traceId, spanId } = newTrace()
  await dashboard.ask(
    "/api/v1.4/departments?limit=4",
    { cookie, headers: { traceparent: `00-${traceId}-${spanId}-00` } },
    "front",
  )
  await vi.waitFor(() =>
    expect(dashboard.service.lines).toContainEqual(expect.objectContaining({ traceId })),
  )
  const later = newTrace()
  await dashboard.ask(
    "/api/v1.4/departments?limit=5",
    { cookie, headers: { traceparent: `00-${later.traceId}-${later.spanId}-01` } },
    "front",
  )
  await spansOf(later.traceId, isServer("service"))
  await spansOf(later.traceId, isServer("dashboard"))
  expect(collector.spans.filter((span) => span.traceId === traceId)).toEqual([])
})

test.each(["", "x", `00-${"0".repeat(32)}-${"1".repeat(16)}-01`, `01-${hex(32)}-${hex(16)}-01`])(
  "what is no traceparent, such as %o, begins a new trace",
  async (traceparent) => {
    const before = collector.spans.length
    await dashboard.ask("/api/recents", { cookie, headers: { traceparent } }, "front")
    await vi.waitFor(
      () => {
        const root = collector.spans
          .slice(before)
          .find(({ name, kind }) => name === "GET /api/recents" && kind === 2)
        expect(root).toMatchObject({ parentSpanId: undefined })
        expect(traceparent).not.toContain(root?.traceId)
      },
      { timeout: 8000 },
    )
  },
)

test("a page that the server draws is a trace, without its address; its scripts are none", async () => {
  const { traceId, spanId } = newTrace()
  const headers = { traceparent: `00-${traceId}-${spanId}-01` }
  for (const path of ["/_next/static/a.js", "/healthz", "/reports/departments?sort=name"])
    await dashboard.ask(path, { cookie, headers }, "front")
  await spansOf(traceId, isServer("dashboard"))
  await new Promise((resolve) => setTimeout(resolve, 1200))
  expect(collector.spans.filter((span) => span.traceId === traceId)).toMatchObject([
    // Here nobody draws pages.
    { name: "GET", parentSpanId: spanId, attributes: { "http.response.status_code": 404 } },
  ])
})

describe("what a page reports", () => {
  const good = { ...newTrace(), method: "GET", status: 200, agoMs: 10, durationMs: 5 }

  test.each<[string, readonly object[]]>([
    ["nothing", []],
    ["too many", Array.from({ length: 65 }, () => good)],
    ["an id of another form", [{ ...good, traceId: "x".repeat(32) }]],
    ["an id of nothing", [{ ...good, spanId: "0".repeat(16) }]],
    ["a method of its own", [{ ...good, method: "<script>" }]],
    ["a name", [{ ...good, name: "planted" }]],
    ["a day", [{ ...good, durationMs: 86_400_000 }]],
    ["less than no time", [{ ...good, agoMs: -1 }]],
  ])("is refused where it is %s", async (_, spans) => {
    expect((await report(spans))?.status).toBe(400)
  })

  test("is refused from elsewhere and from who is not signed in", async () => {
    expect((await report([good], { origin: "https://elsewhere.example" }))?.status).toBe(403)
    const body = JSON.stringify({ spans: [good] })
    const headers = { ...origin, origin: dashboard.origin }
    const answer = await dashboard.ask("/api/traces", { method: "POST", headers, body }, "front")
    expect(answer?.status).toBe(401)
  })

  test("is bounded for each person and minute", async () => {
    const { traceId } = newTrace()
    const spans = Array.from({ length: 64 }, () => ({ ...good, traceId, spanId: `c${hex(15)}` }))
    const analyst = await dashboard.people.cookieOf("analyst@demo.test")
    for (let round = 0; round < 15; round += 1)
      await dashboard.ask(
        "/api/traces",
        {
          method: "POST",
          cookie: analyst,
          headers: { ...origin, origin: dashboard.origin },
          body: JSON.stringify({ spans }),
        },
        "front",
      )
    await vi.waitFor(
      () => {
        const added = collector.spans.filter((span) => span.traceId === traceId).length
        expect(added).toBeGreaterThanOrEqual(600)
        // A minute may have ended meanwhile.
        expect(added).toBeLessThanOrEqual(960)
      },
      { timeout: 8000 },
    )
    await new Promise((resolve) => setTimeout(resolve, 1500))
    const added = collector.spans.filter((span) => span.traceId === traceId).length
    expect([600, 960].includes(added) || added < 960).toBe(true)
  })
})

test("no span holds a person, an id, a query or a token", async () => {
  const operation = findOperation(catalogue, "content-post")
  if (!operation) throw new Error("There is no such operation.")
  const parameters = smallParameters(operation)
  const planted = ["planted-in-a-filter", "planted-in-a-path", "planted-in-a-state"]
  const { traceId, spanId } = newTrace()
  const headers = { traceparent: `00-${traceId}-${spanId}-01`, tracestate: "a=planted-in-a-state" }
  for (const path of [
    `/api${printPath(operation, parameters)}`,
    "/api/v1.4/departments?name=planted-in-a-filter",
    "/api/v1.4/departments/planted-in-a-path",
    "/api/views/planted-in-a-path",
    "/api/planted-in-a-path?planted-in-a-filter",
    "/api/palette?text=planted-in-a-filter",
    "/organisation/planted-in-a-path?planted-in-a-filter",
  ])
    await dashboard.ask(path, { cookie, headers }, "front")
  const last = newTrace()
  await dashboard.ask(
    "/api/recents",
    { cookie, headers: { traceparent: `00-${last.traceId}-${last.spanId}-01` } },
    "front",
  )
  await spansOf(last.traceId, isServer("dashboard"))
  await serviceTracing.close()
  const sent = collector.bodies
    .join("\n")
    // The trace's own state is passed on as it came; it is no word of the dashboard's.
    .replaceAll('"traceState":"a=planted-in-a-state"', "")
  expect(sent.length).toBeGreaterThan(10_000)
  const secrets = await dashboard.people.readSecrets()
  const people = dashboard.people.identity.people.flatMap(({ id, email, name }) => [
    id,
    email,
    name,
  ])
  const ids = Object.values(parameters)
  const found = [...secrets, ...people, ...ids, ...planted, cookie].filter((text) =>
    sent.includes(text),
  )
  expect(found).toEqual([])
  expect(sent).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i)
})
