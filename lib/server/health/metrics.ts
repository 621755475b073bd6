import "server-only"
import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client"
import type { Priority, UpstreamErrorCode } from "../../platform"
import type { EditConclusion, EditVerdict } from "../edits/table"
import type { LogEntry } from "../http/log"
import { type MetricSources, watchSources } from "./metric-sources"

/** How a paid call of the platform ended: with an answer, or with the error that it meant. */
export type CallOutcome = "ok" | UpstreamErrorCode | "internal"

/** What an instance counts, of its own process alone; nothing in it is about a person. Prometheus adds the instances up. */
export interface Metrics {
  /** A line of the log: one with status and duration is an answered request; some reasons are alarms. */
  countLine(entry: LogEntry): void
  countCall(call: { lane: Priority; outcome: CallOutcome; waitedMs: number; tookMs: number }): void
  countEdit(outcome: EditConclusion["outcome"]): void
  countReadBack(verdict: EditVerdict): void
  /** Adds what is read from the parts whenever somebody asks. */
  watch(sources: MetricSources): void
  /** Everything, in Prometheus' text form. */
  print(): Promise<string>
  readonly contentType: string
}

/** Upper bounds in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

const countRequests = (registers: Registry[]) => ({
  requests: new Counter({
    name: "requests_total",
    help: "Requests answered, by operation, status and where the answer came from.",
    labelNames: ["operation", "status", "source"],
    registers,
  }),
  durations: new Histogram({
    name: "request_duration_seconds",
    help: "Time to an answer, by operation and where the answer came from.",
    labelNames: ["operation", "source"],
    buckets,
    registers,
  }),
  alarms: new Counter({
    name: "alarms_total",
    help: "Answers of the platform that led elsewhere or back, by reason.",
    labelNames: ["reason"],
    registers,
  }),
})

const countCalls = (registers: Registry[]) => ({
  calls: new Counter({
    name: "upstream_calls_total",
    help: "Calls of the platform that were paid for, those for tokens too, by lane and outcome.",
    labelNames: ["lane", "outcome"],
    registers,
  }),
  waits: new Histogram({
    name: "quota_wait_seconds",
    help: "Time that a call waited for its turn, by lane.",
    labelNames: ["lane"],
    buckets,
    registers,
  }),
  callDurations: new Histogram({
    name: "upstream_call_duration_seconds",
    help: "Time that a call took once it was its turn, by lane.",
    labelNames: ["lane"],
    buckets,
    registers,
  }),
})

const countEdits = (registers: Registry[]) => ({
  edits: new Counter({
    name: "edits_total",
    help: "Edits, by how their sending ended.",
    labelNames: ["outcome"],
    registers,
  }),
  readBacks: new Counter({
    name: "edits_read_back_total",
    help: "Edits of unknown outcome that were read back, by what the record shows.",
    labelNames: ["verdict"],
    registers,
  }),
})

const alarms: readonly (string | undefined)[] = ["foreign_page", "repeated_page"]

export function createMetrics(): Metrics {
  const registry = new Registry()
  const { requests, durations, alarms: alarmCounter } = countRequests([registry])
  const { calls, waits, callDurations } = countCalls([registry])
  const { edits, readBacks } = countEdits([registry])
  collectDefaultMetrics({ register: registry })
  let refresh = async () => {}

  return {
    countLine({ operation = "none", status, source = "none", durationMs, reason }) {
      if (reason && alarms.includes(reason)) alarmCounter.inc({ reason })
      if (status === undefined || durationMs === undefined) return
      requests.inc({ operation, status, source })
      durations.observe({ operation, source }, durationMs / 1000)
    },
    countCall({ lane, outcome, waitedMs, tookMs }) {
      calls.inc({ lane, outcome })
      waits.observe({ lane }, waitedMs / 1000)
      callDurations.observe({ lane }, tookMs / 1000)
    },
    countEdit: (outcome) => edits.inc({ outcome }),
    countReadBack: (verdict) => readBacks.inc({ verdict }),
    watch(sources) {
      refresh = watchSources(sources, [registry])
    },
    async print() {
      await refresh()
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}
