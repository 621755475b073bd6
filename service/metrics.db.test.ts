import { afterAll, beforeAll, describe, expect, inject, test } from "vitest"
import { createServiceMetrics } from "./metrics"
import { startTestService, type TestService } from "./testing/test-service"

let service: TestService
beforeAll(async () => {
  service = await startTestService({ databaseUrl: inject("databaseUrl"), rateLimit: 3 })
})
afterAll(() => service.stop())

const read = async () => (await fetch(`${service.origin}/metrics`)).text()
const pool = { totalCount: 5, idleCount: 3, waitingCount: 2, options: { max: 10 } }
const build = { version: "1.2.3", commit: "4bf92f3" }

describe("/metrics", () => {
  test("is in the Prometheus text format and needs no token", async () => {
    const answer = await fetch(`${service.origin}/metrics`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8")
    const line = /^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{(?:\w+="[^"]*",?)+\})? (?:[\d.e+-]+|\+Inf))$/
    for (const text of (await answer.text()).split("\n").filter(Boolean)) expect(text).toMatch(line)
  })

  // rules: Operations
  test("counts requests by operation and status, including rate limit refusals", async () => {
    for (let sent = 0; sent < 5; sent++) await service.get("/v1/highscores")
    await service.get("/v1/highscores", { headers: {} })
    const text = await read()
    expect(text).toContain(
      'reporting_service_http_requests_total{operation="highscores",status="200"} 3\n',
    )
    expect(text).toContain(
      'reporting_service_http_requests_total{operation="highscores",status="429"} 2\n',
    )
    expect(text).toContain(
      'reporting_service_http_requests_total{operation="highscores",status="401"} 1\n',
    )
    expect(text).toContain("reporting_service_rate_limit_refusals_total 2\n")
    expect(text).toContain(
      'reporting_service_http_request_duration_seconds_count{operation="highscores"} 6\n',
    )
    expect(text).toMatch(
      /reporting_service_http_requests_total\{operation="identity",status="200"\} [1-9]/,
    )
  })

  test("reports the requests in flight, including itself, and process metrics", async () => {
    const text = await read()
    expect(text).toContain("reporting_service_http_requests_in_flight 1\n")
    for (const name of ["process_resident_memory_bytes", "nodejs_heap_size_used_bytes"])
      expect(text).toMatch(new RegExp(`^${name} [1-9]\\d{6,}$`, "m"))
    expect(text).toMatch(/^nodejs_eventloop_lag_max_seconds \d/m)
  })

  test("counts statement durations", async () => {
    const count = async () =>
      Number(/^reporting_service_statement_duration_seconds_count (\d+)$/m.exec(await read())?.[1])
    const before = await count()
    expect((await fetch(`${service.origin}/readyz`)).status).toBe(200)
    expect(await count()).toBe(before + 1)
  })

  test("prefixes its own metrics with the service name, but not the runtime's", async () => {
    const names = [...(await read()).matchAll(/^# TYPE (\w+)/gm)].map(([, name = ""]) => name)
    const own = names.filter((name) => !/^(?:process|nodejs)_/.test(name))
    expect(own.length).toBeGreaterThan(8)
    expect(own.filter((name) => !name.startsWith("reporting_service_"))).toEqual([])
  })
})

test("The pool's connections are reported by state, with the number of waiting requests.", async () => {
  const text = await createServiceMetrics({ pool, build }).print()
  expect(text).toContain('reporting_service_database_connections{state="idle"} 3\n')
  expect(text).toContain('reporting_service_database_connections{state="used"} 2\n')
  expect(text).toContain("reporting_service_database_connections_max 10\n")
  expect(text).toContain("reporting_service_database_waiting 2\n")
  expect(text).toContain('reporting_service_build_info{version="1.2.3",commit="4bf92f3"} 1\n')
})

test("Durations are counted in cumulative buckets.", async () => {
  const metrics = createServiceMetrics({ pool, build })
  for (const ms of [5, 5.1, 700, 60_000])
    metrics.observe({ method: "GET", operation: "lists", status: 200, ms })
  const text = await metrics.print()
  const counts = [...text.matchAll(/_bucket\{le="(.+)",operation="lists"\} (\d+)/g)]
  expect(Object.fromEntries(counts.map(([, bound, count]) => [bound, Number(count)]))).toEqual({
    "0.005": 1,
    "0.01": 2,
    "0.025": 2,
    "0.05": 2,
    "0.1": 2,
    "0.25": 2,
    "0.5": 2,
    "1": 3,
    "2.5": 3,
    "5": 3,
    "10": 3,
    "+Inf": 4,
  })
  expect(text).toContain('_count{operation="lists"} 4\n')
  expect(text).toContain('_sum{operation="lists"} 60.7101\n')
})
