import type { ServerResponse } from "node:http"
import type { RequestLine } from "./log"
import { watchProcess } from "./metrics-process"
import { type Metric, printMetrics, type Sample } from "./metrics-text"

/** A connection pool's counters, as `pg` names them. */
interface PoolCounters {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
}

/** What the service counts, of this process alone; Prometheus adds the instances up. */
export interface Metrics {
  /** Counts a request as in flight until its response is closed. */
  enter(response: ServerResponse): void
  observe(line: RequestLine): void
  /** Everything, in Prometheus' text form. */
  print(): string
  stop(): void
}

/** Upper bounds in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, Number.POSITIVE_INFINITY]

interface Durations {
  readonly counts: number[]
  sum: number
}

const printBound = (bound: number) => (Number.isFinite(bound) ? `${bound}` : "+Inf")

function durationSamples(operation: string, { counts, sum }: Durations): Sample[] {
  let total = 0
  const cumulative = buckets.map((bound, index) => {
    total += counts[index] ?? 0
    return { suffix: "_bucket", labels: { operation, le: printBound(bound) }, value: total }
  })
  return [
    ...cumulative,
    { suffix: "_sum", labels: { operation }, value: sum },
    { suffix: "_count", labels: { operation }, value: total },
  ]
}

/** Requests by operation and status, and how long they took. */
function countRequests() {
  const byStatus = new Map<string, { labels: Record<string, string>; value: number }>()
  const durations = new Map<string, Durations>()
  return {
    observe({ operation, status, ms }: RequestLine) {
      const key = `${operation} ${status}`
      const counter = byStatus.get(key) ?? { labels: { operation, status: `${status}` }, value: 0 }
      counter.value += 1
      byStatus.set(key, counter)

      const seconds = ms / 1000
      const known = durations.get(operation) ?? { counts: buckets.map(() => 0), sum: 0 }
      const bucket = buckets.findIndex((bound) => seconds <= bound)
      known.counts[bucket] = (known.counts[bucket] ?? 0) + 1
      known.sum += seconds
      durations.set(operation, known)
    },
    requests: () => [...byStatus.values()],
    refusals: () =>
      [...byStatus.values()]
        .filter(({ labels }) => labels["status"] === "429")
        .reduce((sum, { value }) => sum + value, 0),
    durations: () =>
      [...durations].flatMap(([operation, found]) => durationSamples(operation, found)),
  }
}

/** Starts counting; `stop` ends the watch over the event loop. */
export function createMetrics({ pool }: { pool: PoolCounters }): Metrics {
  const counted = countRequests()
  const watch = watchProcess()
  let inFlight = 0

  const list = (): Metric[] => [
    {
      name: "http_requests_total",
      help: "Requests answered, by operation and status.",
      type: "counter",
      samples: counted.requests(),
    },
    {
      name: "http_request_duration_seconds",
      help: "Time from a request's headers to its answer, by operation.",
      type: "histogram",
      samples: counted.durations(),
    },
    {
      name: "http_requests_in_flight",
      help: "Requests that are being answered.",
      type: "gauge",
      samples: [{ value: inFlight }],
    },
    {
      name: "rate_limit_refusals_total",
      help: "Requests refused because their client sent too many.",
      type: "counter",
      samples: [{ value: counted.refusals() }],
    },
    {
      name: "database_connections",
      help: "Connections of the pool, by state.",
      type: "gauge",
      samples: [
        { labels: { state: "idle" }, value: pool.idleCount },
        { labels: { state: "used" }, value: pool.totalCount - pool.idleCount },
      ],
    },
    {
      name: "database_waiting",
      help: "Statements that wait for a connection of the pool.",
      type: "gauge",
      samples: [{ value: pool.waitingCount }],
    },
    ...watch.read(),
  ]

  return {
    enter(response) {
      inFlight += 1
      response.once("close", () => {
        inFlight -= 1
      })
    },
    observe: counted.observe,
    print: () => printMetrics(list()),
    stop: watch.stop,
  }
}
