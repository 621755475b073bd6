import "server-only"
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client"
import type { PoolCounters } from "../../db"
import {
  type Priority,
  priorities,
  type QuotaReading,
  type UpstreamErrorCode,
} from "../../platform"
import type { CopyStanding } from "../../records"
import type { LogEntry } from "../http/log"
import type { Readiness } from "./readiness"

/** How a call that counts against the quota ended: successfully, or with its error code. */
export type CallOutcome = "ok" | UpstreamErrorCode | "internal"

/** Sources read on each scrape; figures of a source that rejects are omitted. */
export interface MetricSources {
  readonly build: { readonly version: string; readonly commit: string }
  /** Connection pools by purpose. */
  readonly pools: Readonly<Record<string, PoolCounters>>
  readonly isDown: () => boolean
  readonly isBusConnected: () => boolean
  readonly readReadiness: () => Promise<Readiness>
  /** Absent if there is no limit. */
  readonly readQuota?: (() => Promise<QuotaReading>) | undefined
  readonly readCopies: () => Promise<readonly CopyStanding[]>
  readonly readExports: () => Promise<{ readonly idleSeconds: number }>
  readonly readEdits: () => Promise<{ readonly unknown: number }>
}

/** Upper bounds in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** Responses of the platform whose next page leads elsewhere or back. */
const alarms: ReadonlySet<string | undefined> = new Set(["foreign_page", "repeated_page"])

/**
 * Counts the work of this process only, without personal data. Prometheus sums up the instances.
 */
export function createMetrics() {
  const registry = new Registry()
  const nameOf = (name: string) => `workplace_reporting_${name}`
  const described = <Label extends string>(name: string, help: string, ...labelNames: Label[]) => ({
    name: nameOf(name),
    help,
    labelNames,
    registers: [registry],
  })
  const counter = <Label extends string>(...given: Parameters<typeof described<Label>>) =>
    new Counter(described(...given))
  const gauge = <Label extends string>(...given: Parameters<typeof described<Label>>) =>
    new Gauge(described(...given))
  const histogram = <Label extends string>(...given: Parameters<typeof described<Label>>) =>
    new Histogram({ ...described(...given), buckets })

  const requests = counter(
    "requests_total",
    "Requests answered, by operation, status and where the answer came from.",
    "operation",
    "status",
    "source",
  )
  const durations = histogram(
    "request_duration_seconds",
    "Time to an answer, by where it came from.",
    "source",
  )
  const problems = counter(
    "problems_total",
    "Requests answered with a refusal or an error, or refused before they were read, by code.",
    "code",
  )
  const faults = counter(
    "faults_total",
    "Lines of the log that tell of an error, by the part that wrote them, and pages of the platform that led elsewhere (foreign_page) or back (repeated_page).",
    "part",
  )
  // Initialized, so that the first occurrence is an increase.
  for (const part of ["sign-in", ...alarms]) if (part) faults.inc({ part }, 0)
  problems.inc({ code: "too_busy" }, 0)
  const calls = counter(
    "upstream_calls_total",
    "Calls of the platform that were paid for, those for tokens too, by priority and outcome.",
    "priority",
    "outcome",
  )
  const waits = histogram(
    "quota_wait_seconds",
    "Time that a call waited for its turn, by priority.",
    "priority",
  )
  // Node's default metrics keep their standard names.
  collectDefaultMetrics({ register: registry })
  let refresh = async () => {}

  /** Registers the figures of the sources and refreshes them on each print. */
  function watch(sources: MetricSources) {
    gauge("build_info", "1, with the version and the commit that runs.", "version", "commit").set(
      sources.build,
      1,
    )
    const waiting = gauge(
      "database_waiting",
      "Statements that wait for a connection of each pool.",
      "pool",
    )
    const down = gauge("breaker_open", "1 while calls are held back: the platform is down.")
    const connected = gauge("bus_connected", "1 while this instance hears of the others' changes.")
    const ready = gauge("ready", "1 while this instance can serve, as /readyz says.")
    const limit = gauge("quota_limit", "Calls that all instances together may make in a window.")
    const used = gauge("quota_used", "Calls of all instances in the window.", "priority")
    const copies = gauge("copies", "Copied lists of all instances, by state.", "operation", "state")
    const late = gauge(
      "copy_late_seconds",
      "By how much the latest copy of a list is behind its schedule.",
      "operation",
    )
    const idle = gauge(
      "export_idle_seconds",
      "Since the export last moved that has waited longest; 0 where there is none.",
    )
    const unknown = gauge(
      "edits_unknown",
      "Edits that were sent more than a minute ago and of which nobody knows what became of them.",
    )

    refresh = async () => {
      for (const [pool, { waitingCount }] of Object.entries(sources.pools))
        waiting.set({ pool }, waitingCount)
      down.set(Number(sources.isDown()))
      connected.set(Number(sources.isBusConnected()))
      const { readReadiness, readQuota, readCopies, readExports, readEdits } = sources
      const [readiness, quota, standing, exports, edits] = await Promise.allSettled([
        readReadiness(),
        readQuota?.(),
        readCopies(),
        readExports(),
        readEdits(),
      ])
      for (const each of [ready, limit, idle, unknown]) each.remove()
      for (const each of [used, copies, late]) each.reset()
      if (readiness.status === "fulfilled") ready.set(Number(readiness.value.status === "ready"))
      if (quota.status === "fulfilled" && quota.value) {
        limit.set(quota.value.limit)
        for (const priority of priorities)
          used.set({ priority }, quota.value.usedByLane[priority] ?? 0)
      }
      if (exports.status === "fulfilled") idle.set(exports.value.idleSeconds)
      if (edits.status === "fulfilled") unknown.set(edits.value.unknown)
      const lateness = new Map<string, number>()
      for (const each of standing.status === "fulfilled" ? standing.value : []) {
        const { operation, state, lists, lateSeconds } = each
        copies.set({ operation, state }, lists)
        if (lateSeconds === null) continue
        lateness.set(operation, Math.max(lateSeconds, lateness.get(operation) ?? 0))
      }
      for (const [operation, seconds] of lateness) late.set({ operation }, seconds)
    }
  }

  return {
    /**
     * A line with status and duration is a served request; some reasons raise alarms, and errors
     * are faults of a part.
     */
    countLine(entry: LogEntry, message: string, isFault: boolean) {
      const { operation = "none", status, source = "none", durationMs, code, reason } = entry
      if (reason !== undefined && alarms.has(reason)) faults.inc({ part: reason })
      if (isFault) faults.inc({ part: message })
      if (message === "refused" && code !== undefined) problems.inc({ code })
      if (status === undefined || durationMs === undefined) return
      requests.inc({ operation, status, source })
      durations.observe({ source }, durationMs / 1000)
      if (code !== undefined) problems.inc({ code })
    },
    countCall(priority: Priority, outcome: CallOutcome, waitedMs: number) {
      calls.inc({ priority, outcome })
      waits.observe({ priority }, waitedMs / 1000)
    },
    watch,
    /** All metrics in Prometheus text format. */
    async print(): Promise<string> {
      await refresh()
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}

export type Metrics = ReturnType<typeof createMetrics>
