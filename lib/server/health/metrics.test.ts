import { describe, expect, test } from "vitest"
import { UpstreamError } from "../../platform"
import { createLog } from "../http/log"
import { countCalls, countEdits, countLines } from "./count-work"
import { createMetrics } from "./metrics"

const quiet = createLog({ write: () => {} })
const quota = {
  limit: 95,
  windowMs: 61_000,
  used: 7,
  freeInMs: 0,
  turnInMs: 0,
  pausedMs: 2500,
  usedByLane: { person: 4, export: 2, sync: 1 },
  waiting: { person: 0, export: 3, sync: 0 },
}
const sources = {
  pool: { totalCount: 5, idleCount: 3, waitingCount: 2 },
  cache: () => ({ bytes: 2048, entries: 4, inFlightRequests: 1 }),
  isDown: () => true,
  isBusConnected: () => false,
  readQuota: async () => quota,
}

test("Every line is in Prometheus' text form, and the process is told.", async () => {
  const metrics = createMetrics()
  metrics.watch(sources)
  const line = /^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{(?:\w+="[^"]*",?)+\})? (?:[\d.e+-]+|\+Inf|Nan))$/
  const text = await metrics.print()
  for (const printed of text.split("\n").filter(Boolean)) expect(printed).toMatch(line)
  expect(text).toMatch(/^process_resident_memory_bytes [1-9]\d{6,}$/m)
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m)
})

describe("The log's lines", () => {
  test("count answered requests by operation, status and source, and nobody's name", async () => {
    const metrics = createMetrics()
    const log = countLines(metrics, quiet)
    const line = { operation: "highscores", method: "GET", requestId: "id", durationMs: 30 }
    log.info({ ...line, status: 200, source: "cache" }, "operation")
    log.info({ ...line, status: 200, source: "cache" }, "operation")
    log.info({ ...line, status: 503, code: "quota_exhausted" }, "operation")
    log.info({ ...line, lane: "person" }, "upstream")
    const text = await metrics.print()
    const name = 'requests_total{operation="highscores"'
    expect(text).toContain(`${name},status="200",source="cache"} 2\n`)
    expect(text).toContain(`${name},status="503",source="none"} 1\n`)
    expect(text).toContain(
      'request_duration_seconds_bucket{le="0.05",operation="highscores",source="cache"} 2\n',
    )
    expect(text.match(/^requests_total\{/gm)).toHaveLength(2)
  })

  test("count an alarm for a page that leads elsewhere or back, not for a failed sign-in", async () => {
    const metrics = createMetrics()
    const log = countLines(metrics, quiet)
    for (const reason of ["foreign_page", "repeated_page", "foreign_page", "OAUTH_CALLBACK_ERROR"])
      log.error({ reason }, "operation")
    const text = await metrics.print()
    expect(text).toContain('alarms_total{reason="foreign_page"} 2\n')
    expect(text).toContain('alarms_total{reason="repeated_page"} 1\n')
    expect(text.match(/^alarms_total\{/gm)).toHaveLength(2)
  })
})

describe("A call of the platform", () => {
  const ticket = { priority: "export" } as const

  test("counts by priority and outcome, once a call has its slot", async () => {
    const metrics = createMetrics()
    const { run } = countCalls(metrics)
    const failing = (error: Error) => run(ticket, () => Promise.reject(error)).catch(() => {})
    expect(await run(ticket, async () => "answer")).toBe("answer")
    await failing(new UpstreamError("upstream_timeout"))
    const confirm = () => {
      throw new UpstreamError("upstream_unavailable", { sent: false })
    }
    await expect(run({ ...ticket, confirm }, async () => "never")).rejects.toThrow()
    const refusing = { run: () => Promise.reject(new UpstreamError("quota_exhausted")) }
    await countCalls(metrics, { ...refusing, pause: async () => {} })
      .run(ticket, async () => "never")
      .catch(() => {})
    const text = await metrics.print()
    expect(text).toContain('upstream_calls_total{lane="export",outcome="ok"} 1\n')
    expect(text).toContain('upstream_calls_total{lane="export",outcome="upstream_timeout"} 1\n')
    expect(text.match(/^upstream_calls_total\{/gm)).toHaveLength(2)
    expect(text).toContain('quota_wait_seconds_count{lane="export"} 2\n')
    expect(text).toContain('upstream_call_duration_seconds_count{lane="export"} 2\n')
  })
})

test("An edit counts by how its sending ended, and by what was read back.", async () => {
  const metrics = createMetrics()
  const nothing = async () => {}
  const log = {
    prepare: nothing,
    conclude: nothing,
    resolve: nothing,
    read: async () => [],
    readActions: async () => [],
    readPeople: async () => [],
  }
  const claims = { intend: async () => "id", claimUnknown: async () => [] }
  const edits = countEdits(metrics, { ...log, ...claims })
  await edits.conclude("id", { outcome: "applied", status: 200 })
  await edits.conclude("id", { outcome: "unknown", code: "upstream_cut_off" })
  await edits.resolve("id", "not_applied")
  const text = await metrics.print()
  expect(text).toContain('edits_total{outcome="applied"} 1\n')
  expect(text).toContain('edits_total{outcome="unknown"} 1\n')
  expect(text).toContain('edits_read_back_total{verdict="not_applied"} 1\n')
})

describe("What is read from the parts", () => {
  test("is told as it is now", async () => {
    const metrics = createMetrics()
    metrics.watch(sources)
    const text = await metrics.print()
    for (const line of [
      "quota_limit 95",
      "quota_paused_seconds 2.5",
      'quota_used{lane="person"} 4',
      'quota_waiting{lane="export"} 3',
      "cache_bytes 2048",
      "cache_entries 4",
      "reads_in_flight 1",
      "breaker_open 1",
      "bus_connected 0",
      "database_waiting 2",
      'database_connections{state="idle"} 3',
      'database_connections{state="used"} 2',
    ])
      expect(text).toContain(`\n${line}\n`)
  })

  test("leaves the quota out where its log does not answer", async () => {
    const metrics = createMetrics()
    metrics.watch({ ...sources, readQuota: () => Promise.reject(new Error("gone")) })
    const text = await metrics.print()
    expect(text).toContain("\nquota_limit Nan\n")
    expect(text).not.toMatch(/^quota_used\{/m)
    expect(text).toContain("\ncache_bytes 2048\n")
  })
})
