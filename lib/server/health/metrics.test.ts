import { describe, expect, test } from "vitest"
import { UpstreamError } from "../../platform"
import type { CopyStanding } from "../../records"
import { createLog } from "../http/log"
import { countCalls, countLines } from "./count-work"
import { createMetrics, type MetricSources } from "./metrics"

const quiet = createLog({ write: () => {} })
const pool = (waitingCount: number) => ({
  totalCount: 5,
  idleCount: 3,
  waitingCount,
  options: { max: 10 },
})
const sources: MetricSources = {
  build: { version: "1.2.3", commit: "4bf92f3" },
  pools: { requests: pool(2), sync: pool(0) },
  isDown: () => true,
  isBusConnected: () => false,
  readReadiness: async () => ({
    status: "not_ready",
    database: "ok",
    upstream: "upstream_timeout",
    impaired: [],
  }),
  readCopies: async (): Promise<readonly CopyStanding[]> => [
    { operation: "departments", state: "idle", lists: 2, lateSeconds: 0 },
    { operation: "users", state: "idle", lists: 1, lateSeconds: 30 },
    { operation: "users", state: "running", lists: 1, lateSeconds: 20 },
    { operation: "users", state: "failed", lists: 1, lateSeconds: null },
  ],
  readExports: async () => ({ idleSeconds: 12.5 }),
  readEdits: async () => ({ unknown: 3 }),
  readQuota: async () => ({
    limit: 95,
    windowMs: 61_000,
    used: 7,
    freeInMs: 0,
    turnInMs: 0,
    pausedMs: 2500,
    usedByLane: { person: 4, export: 2, sync: 1 },
    waiting: { person: 0, export: 3, sync: 0 },
  }),
}

test("Every line is in the Prometheus text format, and process metrics are included.", async () => {
  const metrics = createMetrics()
  metrics.watch(sources)
  const line = /^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{(?:\w+="[^"]*",?)+\})? (?:[\d.e+-]+|\+Inf|Nan))$/
  const text = await metrics.print()
  for (const printed of text.split("\n").filter(Boolean)) expect(printed).toMatch(line)
  expect(text).toMatch(/^process_resident_memory_bytes [1-9]\d{6,}$/m)
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m)
})

describe("Log lines", () => {
  test("count requests by operation, status and source, and problems by code", async () => {
    const metrics = createMetrics()
    const log = countLines(metrics, quiet)
    const line = { operation: "highscores", method: "GET", requestId: "id", durationMs: 30 }
    log.info({ ...line, status: 200, source: "cache" }, "operation")
    log.info({ ...line, status: 200, source: "cache" }, "operation")
    log.info({ ...line, status: 503, code: "quota_exhausted" }, "operation")
    log.info({ ...line, lane: "person" }, "upstream")
    log.info({ status: 503, code: "too_busy" }, "refused")
    const text = await metrics.print()
    const name = 'workplace_reporting_requests_total{operation="highscores"'
    expect(text).toContain(`${name},status="200",source="cache"} 2\n`)
    expect(text).toContain(`${name},status="503",source="none"} 1\n`)
    expect(text).toContain(
      'workplace_reporting_request_duration_seconds_bucket{le="0.05",source="cache"} 2\n',
    )
    expect(text.match(/^workplace_reporting_requests_total\{/gm)).toHaveLength(2)
    for (const code of ["quota_exhausted", "too_busy"])
      expect(text).toContain(`workplace_reporting_problems_total{code="${code}"} 1\n`)
  })

  test("count faults by part, and platform pages that lead to another host or repeat", async () => {
    const metrics = createMetrics()
    const log = countLines(metrics, quiet)
    const countOf = async (part: string) =>
      /\d+$/.exec(
        (await metrics.print())
          .split("\n")
          .find((line) => line.startsWith(`workplace_reporting_faults_total{part="${part}"}`)) ??
          "",
      )?.[0]
    for (const part of ["foreign_page", "repeated_page", "sign-in"])
      expect(await countOf(part)).toBe("0")
    for (const reason of ["foreign_page", "repeated_page", "foreign_page", "other"])
      log.info({ reason }, "upstream")
    log.error({ code: "discovery" }, "sign-in")
    expect(await countOf("foreign_page")).toBe("2")
    expect(await countOf("repeated_page")).toBe("1")
    expect(await countOf("sign-in")).toBe("1")
    expect(await countOf("other")).toBeUndefined()
  })
})

test("Calls are counted by priority and outcome, with their wait.", async () => {
  const metrics = createMetrics()
  const { run } = countCalls(metrics)
  const person = { priority: "person", person: "planted" } as const
  expect(await run(person, async () => 7)).toBe(7)
  const failing = new UpstreamError("upstream_rate_limited")
  await expect(run(person, () => Promise.reject(failing))).rejects.toBe(failing)
  await expect(run(person, () => Promise.reject(new TypeError()))).rejects.toThrow(TypeError)
  const text = await metrics.print()
  for (const outcome of ["ok", "upstream_rate_limited", "internal"])
    expect(text).toContain(
      `workplace_reporting_upstream_calls_total{priority="person",outcome="${outcome}"} 1\n`,
    )
  expect(text).toContain('workplace_reporting_quota_wait_seconds_count{priority="person"} 3\n')
  expect(text).not.toContain("planted")
})

describe("The metrics of the sources", () => {
  test("are read on each scrape", async () => {
    const metrics = createMetrics()
    metrics.watch(sources)
    const text = await metrics.print()
    for (const line of [
      'build_info{version="1.2.3",commit="4bf92f3"} 1',
      "ready 0",
      "breaker_open 1",
      "bus_connected 0",
      "quota_limit 95",
      'quota_used{priority="export"} 2',
      'database_waiting{pool="requests"} 2',
      'copies{operation="departments",state="idle"} 2',
      'copies{operation="users",state="failed"} 1',
      'copy_late_seconds{operation="users"} 30',
      'copy_late_seconds{operation="departments"} 0',
      "export_idle_seconds 12.5",
      "edits_unknown 3",
    ])
      expect(text).toContain(`\nworkplace_reporting_${line}\n`)
  })

  test("are left out while their source fails, including earlier values", async () => {
    const metrics = createMetrics()
    const state = { isGone: false }
    const orGone =
      <T>(read: (() => Promise<T>) | undefined) =>
      () =>
        state.isGone || !read ? Promise.reject(new Error("gone")) : read()
    const { readQuota, readCopies, readExports, readEdits, readReadiness } = sources
    metrics.watch({
      ...sources,
      readQuota: orGone(readQuota),
      readCopies: orGone(readCopies),
      readExports: orGone(readExports),
      readEdits: orGone(readEdits),
      readReadiness: orGone(readReadiness),
    })
    const left = /^workplace_reporting_(?:quota_[lu]|cop|export|edits_unknown|ready).* \d/m
    expect(await metrics.print()).toMatch(left)
    state.isGone = true
    const text = await metrics.print()
    expect(left.exec(text)?.[0]).toBeUndefined()
    expect(text).not.toMatch(/^workplace.* (?:Nan|NaN)$/m)
    expect(text).toContain("\nworkplace_reporting_breaker_open 1\n")
    state.isGone = false
    expect(await metrics.print()).toContain("\nworkplace_reporting_edits_unknown 3\n")
  })
})

test("The dashboard's own metrics share a prefix, and the runtime's keep their names.", async () => {
  const metrics = createMetrics()
  metrics.watch(sources)
  const names = [...(await metrics.print()).matchAll(/^# TYPE (\w+)/gm)].map(
    ([, name = ""]) => name,
  )
  const own = names.filter((name) => !/^(?:process|nodejs)_/.test(name))
  expect(own).toHaveLength(17)
  expect(own.filter((name) => !name.startsWith("workplace_reporting_"))).toEqual([])
})
