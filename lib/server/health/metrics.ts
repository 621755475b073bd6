import "server-only"
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client"
import type { Priority, UpstreamErrorCode } from "../../platform"
import type { EditConclusion, EditVerdict } from "../edits/table"
import type { LogEntry } from "../http/log"
import { type MetricSources, watchSources } from "./metric-sources"

/** How a paid call of the platform ended: with an answer, or with the error that it meant. */
export type CallOutcome = "ok" | UpstreamErrorCode | "internal"

/** A line of the log as it is counted. */
export interface CountedLine {
  readonly entry: LogEntry
  /** One of the program's own words. */
  readonly message: string
  readonly isFault: boolean
}

/** What an instance counts, of its own process alone; nothing in it is about a person. Prometheus adds the instances up. */
export interface Metrics {
  /** A line with status and duration is an answered request; some reasons are alarms, some messages faults of one part. */
  countLine(line: CountedLine): void
  countCall(call: { lane: Priority; outcome: CallOutcome; waitedMs: number; tookMs: number }): void
  countEdit(outcome: EditConclusion["outcome"]): void
  countReadBack(verdict: EditVerdict): void
  countSignIn(): void
  /** A request begins (1) or ends (-1) to be answered. */
  countInFlight(change: 1 | -1): void
  countStatement(pool: string, tookMs: number): void
  /** Adds what is read from the parts whenever somebody asks. */
  watch(sources: MetricSources): void
  /** Everything, in Prometheus' text form. */
  print(): Promise<string>
  readonly contentType: string
}

/** Upper bounds in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
const statementBuckets = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 60]

const alarms = ["foreign_page", "repeated_page"] as const

/** Of requests that were refused before they were read. */
const refusals = [
  "too_busy",
  "malformed_request",
  "method_not_allowed",
  "request_timeout",
  "body_too_large",
  "headers_too_large",
] as const

/** How next-auth calls its faults, and ours before it is asked; any other counts as `other`. */
const signInFaults = [
  "discovery",
  "SIGNIN_OAUTH_ERROR",
  "OAUTH_CALLBACK_ERROR",
  "OAUTH_CALLBACK_HANDLER_ERROR",
  "OAUTH_PARSE_PROFILE_ERROR",
  "JWT_SESSION_ERROR",
  "SIGNOUT_ERROR",
  "other",
] as const

const isOneOf = <T extends string>(known: readonly T[], text: string | undefined): text is T =>
  (known as readonly (string | undefined)[]).includes(text)

/** A counter whose series are there before anything is counted, so that the first time is seen as a change. */
function counterOf<Label extends string>(
  name: string,
  help: string,
  { label, values, registers }: { label: Label; values: readonly string[]; registers: Registry[] },
) {
  const counter = new Counter({ name, help, labelNames: [label], registers })
  for (const value of values) counter.inc({ [label]: value } as Record<Label, string>, 0)
  return counter
}

const countRequests = (registers: Registry[]) => ({
  requests: new Counter({
    name: "workplace_reporting_requests_total",
    help: "Requests answered, by operation, status and where the answer came from.",
    labelNames: ["operation", "status", "source"],
    registers,
  }),
  durations: new Histogram({
    name: "workplace_reporting_request_duration_seconds",
    help: "Time to an answer, by operation and where the answer came from.",
    labelNames: ["operation", "source"],
    buckets,
    registers,
  }),
  inFlight: new Gauge({
    name: "workplace_reporting_requests_in_flight",
    help: "Requests that are being answered, health checks, metrics and event streams aside.",
    registers,
  }),
  problems: new Counter({
    name: "workplace_reporting_problems_total",
    help: "Requests answered with a refusal or an error, by its code.",
    labelNames: ["code"],
    registers,
  }),
  refusals: counterOf(
    "workplace_reporting_refusals_total",
    "Requests refused before they were read, by code.",
    { label: "code", values: refusals, registers },
  ),
  faults: new Counter({
    name: "workplace_reporting_faults_total",
    help: "Lines of the log that tell of an error, by the part that wrote them.",
    labelNames: ["part"],
    registers,
  }),
  alarms: counterOf(
    "workplace_reporting_alarms_total",
    "Answers of the platform that led elsewhere or back, by reason.",
    { label: "reason", values: alarms, registers },
  ),
})

const countSignIns = (registers: Registry[]) => ({
  signIns: new Counter({
    name: "workplace_reporting_sign_ins_total",
    help: "Sessions that people have begun.",
    registers,
  }),
  signInFaults: counterOf(
    "workplace_reporting_sign_in_faults_total",
    "Faults of signing in and of its cookie, by code.",
    { label: "code", values: signInFaults, registers },
  ),
})

const countCalls = (registers: Registry[]) => ({
  calls: new Counter({
    name: "workplace_reporting_upstream_calls_total",
    help: "Calls of the platform that were paid for, those for tokens too, by priority and outcome.",
    labelNames: ["priority", "outcome"],
    registers,
  }),
  waits: new Histogram({
    name: "workplace_reporting_quota_wait_seconds",
    help: "Time that a call waited for its turn, by priority.",
    labelNames: ["priority"],
    buckets,
    registers,
  }),
  callDurations: new Histogram({
    name: "workplace_reporting_upstream_call_duration_seconds",
    help: "Time that a call took once it was its turn, by priority.",
    labelNames: ["priority"],
    buckets,
    registers,
  }),
  statements: new Histogram({
    name: "workplace_reporting_statement_duration_seconds",
    help: "Time that a statement took once it had a connection, by pool.",
    labelNames: ["pool"],
    buckets: statementBuckets,
    registers,
  }),
})

const countEdits = (registers: Registry[]) => ({
  edits: new Counter({
    name: "workplace_reporting_edits_total",
    help: "Edits, by how their sending ended.",
    labelNames: ["outcome"],
    registers,
  }),
  readBacks: new Counter({
    name: "workplace_reporting_edits_read_back_total",
    help: "Edits of unknown outcome that were read back, by what the record shows.",
    labelNames: ["verdict"],
    registers,
  }),
})

export function createMetrics(): Metrics {
  const registry = new Registry()
  const requests = countRequests([registry])
  const signIns = countSignIns([registry])
  const { calls, waits, callDurations, statements } = countCalls([registry])
  const { edits, readBacks } = countEdits([registry])
  // What every program of Node's tells keeps the names that dashboards know.
  collectDefaultMetrics({ register: registry })
  let refresh = async () => {}

  function countAnswer({
    operation = "none",
    status,
    source = "none",
    durationMs,
    code,
  }: LogEntry) {
    if (status === undefined || durationMs === undefined) return
    requests.requests.inc({ operation, status, source })
    requests.durations.observe({ operation, source }, durationMs / 1000)
    if (code !== undefined) requests.problems.inc({ code })
  }

  return {
    countLine({ entry, message, isFault }) {
      const { reason, code } = entry
      if (isOneOf(alarms, reason)) requests.alarms.inc({ reason })
      if (isFault) requests.faults.inc({ part: message })
      if (message === "sign-in" && isFault)
        signIns.signInFaults.inc({ code: isOneOf(signInFaults, code) ? code : "other" })
      if (message === "refused" && isOneOf(refusals, code)) requests.refusals.inc({ code })
      countAnswer(entry)
    },
    countCall({ lane: priority, outcome, waitedMs, tookMs }) {
      calls.inc({ priority, outcome })
      waits.observe({ priority }, waitedMs / 1000)
      callDurations.observe({ priority }, tookMs / 1000)
    },
    countEdit: (outcome) => edits.inc({ outcome }),
    countReadBack: (verdict) => readBacks.inc({ verdict }),
    countSignIn: () => signIns.signIns.inc(),
    countInFlight: (change) => requests.inFlight.inc(change),
    countStatement: (pool, tookMs) => statements.observe({ pool }, tookMs / 1000),
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
