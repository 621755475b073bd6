import { describe, expect, test } from "vitest"
import { UpstreamError } from "../../platform"
import type { CopyStanding } from "../../records"
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
const idleCopies = { state: "idle", lists: 1, retrying: 0 } as const
const sources = {
  build: { version: "1.2.3", commit: "4bf92f3" },
  pools: {
    requests: { totalCount: 5, idleCount: 3, waitingCount: 2, options: { max: 10 } },
    sync: { totalCount: 1, idleCount: 1, waitingCount: 0, options: { max: 4 } },
  },
  cache: () => ({ bytes: 2048, entries: 4, inFlightRequests: 1 }),
  isDown: () => true,
  isBusConnected: () => false,
  readReadiness: async () =>
    ({
      status: "not_ready",
      database: "ok",
      upstream: "upstream_timeout",
      impaired: [],
    }) as const,
  readCopies: async (): Promise<readonly CopyStanding[]> => [
    { ...idleCopies, operation: "departments", lists: 2, ageSeconds: 50, lateSeconds: 0 },
    { ...idleCopies, operation: "users", retrying: 1, ageSeconds: 600, lateSeconds: 30 },
    { ...idleCopies, operation: "users", state: "failed", ageSeconds: null, lateSeconds: null },
  ],
  readExports: async () => ({
    waiting: 2,
    running: 1,
    paused: 0,
    failed: 1,
    oldestSeconds: 90,
    idleSeconds: 12.5,
  }),
  readEdits: async () => ({ unknown: 3, batches: 1 }),
  readDisk: async () => ({ freeBytes: 1000, sizeBytes: 4000 }),
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
    const name = 'workplace_reporting_requests_total{operation="highscores"'
    expect(text).toContain(`${name},status="200",source="cache"} 2\n`)
    expect(text).toContain(`${name},status="503",source="none"} 1\n`)
    expect(text).toContain(
      'workplace_reporting_request_duration_seconds_bucket{le="0.05",operation="highscores",source="cache"} 2\n',
    )
    expect(text.match(/^workplace_reporting_requests_total\{/gm)).toHaveLength(2)
  })

  test("count an alarm for a page that leads elsewhere or back, not for a failed sign-in", async () => {
    const metrics = createMetrics()
    const log = countLines(metrics, quiet)
    for (const reason of ["foreign_page", "repeated_page", "foreign_page", "OAUTH_CALLBACK_ERROR"])
      log.error({ reason }, "operation")
    const text = await metrics.print()
    expect(text).toContain('workplace_reporting_alarms_total{reason="foreign_page"} 2\n')
    expect(text).toContain('workplace_reporting_alarms_total{reason="repeated_page"} 1\n')
    expect(text.match(/^workplace_reporting_alarms_total\{/gm)).toHaveLength(2)
  })
})

describe("Faults", () => {
  test("of signing in count by code, and what is no code of next-auth's as another", async () => {
    const metrics = createMetrics()
    const log = countLines(metrics, quiet)
    for (const code of ["discovery", "OAUTH_CALLBACK_ERROR", "discovery", 'planted"} 1', "x", ""])
      log.error({ code }, "sign-in")
    const text = await metrics.print()
    const name = "workplace_reporting_sign_in_faults_total"
    expect(text).toContain(`${name}{code="discovery"} 2\n`)
    expect(text).toContain(`${name}{code="OAUTH_CALLBACK_ERROR"} 1\n`)
    expect(text).toContain(`${name}{code="other"} 3\n`)
    expect(text).not.toContain("planted")
    expect(text).toContain('workplace_reporting_faults_total{part="sign-in"} 6\n')
  })

  test("and refusals count by code", async () => {
    const metrics = createMetrics()
    const log = countLines(metrics, quiet)
    log.info({ requestId: "id", status: 503, code: "too_busy" }, "refused")
    log.info(
      { operation: "users", status: 503, code: "quota_exhausted", durationMs: 1 },
      "operation",
    )
    const text = await metrics.print()
    expect(text).toContain('workplace_reporting_refusals_total{code="too_busy"} 1\n')
    expect(text).toContain('workplace_reporting_refusals_total{code="body_too_large"} 0\n')
    expect(text).toContain('workplace_reporting_problems_total{code="quota_exhausted"} 1\n')
    expect(text).not.toContain('problems_total{code="too_busy"}')
  })
})

test("Sign-ins, requests under way and statements are counted.", async () => {
  const metrics = createMetrics()
  metrics.countSignIn()
  metrics.countInFlight(1)
  metrics.countInFlight(1)
  metrics.countInFlight(-1)
  metrics.countStatement("sync", 30)
  const text = await metrics.print()
  expect(text).toContain("workplace_reporting_sign_ins_total 1\n")
  expect(text).toContain("workplace_reporting_requests_in_flight 1\n")
  const name = "workplace_reporting_statement_duration_seconds_bucket"
  expect(text).toContain(`${name}{le="0.025",pool="sync"} 0\n`)
  expect(text).toContain(`${name}{le="0.1",pool="sync"} 1\n`)
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
    expect(text).toContain(
      'workplace_reporting_upstream_calls_total{priority="export",outcome="ok"} 1\n',
    )
    expect(text).toContain(
      'workplace_reporting_upstream_calls_total{priority="export",outcome="upstream_timeout"} 1\n',
    )
    expect(text.match(/^workplace_reporting_upstream_calls_total\{/gm)).toHaveLength(2)
    expect(text).toContain('workplace_reporting_quota_wait_seconds_count{priority="export"} 2\n')
    expect(text).toContain(
      'workplace_reporting_upstream_call_duration_seconds_count{priority="export"} 2\n',
    )
  })
})

test("An edit counts by how its sending ended, and by what was read back.", async () => {
  const metrics = createMetrics()
  const nothing = async () => undefined
  const log = {
    prepare: nothing,
    conclude: nothing,
    resolve: nothing,
    read: async () => [],
    readActions: async () => [],
    readPeople: async () => [],
  }
  const claims = {
    intend: async () => "id",
    readKey: async () => undefined,
    claimUnknown: async () => [],
  }
  const edits = countEdits(metrics, { ...log, ...claims })
  await edits.conclude("id", { outcome: "applied", status: 200 })
  await edits.conclude("id", { outcome: "unknown", code: "upstream_cut_off" })
  await edits.resolve("id", "not_applied")
  const text = await metrics.print()
  expect(text).toContain('workplace_reporting_edits_total{outcome="applied"} 1\n')
  expect(text).toContain('workplace_reporting_edits_total{outcome="unknown"} 1\n')
  expect(text).toContain('workplace_reporting_edits_read_back_total{verdict="not_applied"} 1\n')
})

describe("What is read from the parts", () => {
  test("is told as it is now", async () => {
    const metrics = createMetrics()
    metrics.watch(sources)
    const text = await metrics.print()
    for (const line of [
      'build_info{version="1.2.3",commit="4bf92f3"} 1',
      "ready 0",
      'part_ok{part="database"} 1',
      'part_ok{part="upstream"} 0',
      "quota_limit 95",
      "quota_paused_seconds 2.5",
      'quota_used{priority="person"} 4',
      'quota_waiting{priority="export"} 3',
      "cache_bytes 2048",
      "cache_entries 4",
      "reads_in_flight 1",
      "breaker_open 1",
      "bus_connected 0",
      'database_waiting{pool="requests"} 2',
      'database_connections{pool="requests",state="idle"} 3',
      'database_connections{pool="requests",state="used"} 2',
      'database_connections{pool="sync",state="used"} 0',
      'database_connections_max{pool="sync"} 4',
      'copies{operation="departments",state="idle"} 2',
      'copies{operation="users",state="failed"} 1',
      'copies_retrying{operation="users"} 1',
      'copy_age_seconds{operation="users"} 600',
      'copy_late_seconds{operation="users"} 30',
      'copy_late_seconds{operation="departments"} 0',
      'exports{state="waiting"} 2',
      'exports{state="failed"} 1',
      "export_oldest_seconds 90",
      "export_idle_seconds 12.5",
      "edits_unknown 3",
      "edit_batches_running 1",
      "data_directory_free_bytes 1000",
      "data_directory_size_bytes 4000",
    ])
      expect(text).toContain(`\nworkplace_reporting_${line}\n`)
  })

  test("leaves out what does not answer, also what it answered before", async () => {
    const metrics = createMetrics()
    const state = { isGone: false }
    const orGone =
      <T>(read: () => Promise<T>) =>
      () =>
        state.isGone ? Promise.reject(new Error("gone")) : read()
    const { readQuota, readCopies, readExports, readEdits, readDisk, readReadiness } = sources
    metrics.watch({
      ...sources,
      readQuota: orGone(readQuota),
      readCopies: orGone(readCopies),
      readExports: orGone(readExports),
      readEdits: orGone(readEdits),
      readDisk: orGone(readDisk),
      readReadiness: orGone(readReadiness),
    })
    const left =
      /^workplace_reporting_(?:quota|cop|export|edits_unknown|edit_b|data_|ready|part).* \d/m
    expect(await metrics.print()).toMatch(left)
    state.isGone = true
    const text = await metrics.print()
    expect(left.exec(text)?.[0]).toBeUndefined()
    expect(text).not.toMatch(/^workplace.* (?:Nan|NaN)$/m)
    expect(text).toContain("\nworkplace_reporting_cache_bytes 2048\n")
    state.isGone = false
    expect(await metrics.print()).toContain("\nworkplace_reporting_edits_unknown 3\n")
  })
})

test("Every name of the dashboard's own begins alike, the runtime's stay as they are, and none is about a person.", async () => {
  const metrics = createMetrics()
  metrics.watch(sources)
  const names = [...(await metrics.print()).matchAll(/^# TYPE (\w+)/gm)].map(
    ([, name = ""]) => name,
  )
  const own = names.filter((name) => !/^(?:process|nodejs)_/.test(name))
  expect(own.length).toBeGreaterThan(35)
  expect(own.filter((name) => !name.startsWith("workplace_reporting_"))).toEqual([])
})
