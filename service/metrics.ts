import type { ServerResponse } from "node:http"
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client"
import type { PoolCounters } from "@/lib/db"
import type { ServiceConfig } from "./config"
import type { RequestLine } from "./log"

/** Counters of this process only. Prometheus sums over instances. */
export interface ServiceMetrics {
  /** Counts a request as in flight until its response is closed. */
  enter(response: ServerResponse): void
  observe(line: RequestLine): void
  countStatement(tookMs: number): void
  /** All metrics in Prometheus' text format. */
  print(): Promise<string>
  readonly contentType: string
}

/** Upper bounds in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const statementBuckets = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 60]

function watchPool(pool: PoolCounters, registers: Registry[]): void {
  new Gauge({
    name: "reporting_service_database_connections",
    help: "Connections of the pool, by state.",
    labelNames: ["state"],
    registers,
    collect() {
      this.set({ state: "idle" }, pool.idleCount)
      this.set({ state: "used" }, pool.totalCount - pool.idleCount)
    },
  })
  new Gauge({
    name: "reporting_service_database_connections_max",
    help: "Connections that the pool may have.",
    registers,
    collect() {
      this.set(pool.options.max)
    },
  })
  new Gauge({
    name: "reporting_service_database_waiting",
    help: "Statements that wait for a connection of the pool.",
    registers,
    collect() {
      this.set(pool.waitingCount)
    },
  })
}

const countRequests = (registers: Registry[]) => ({
  requests: new Counter({
    name: "reporting_service_http_requests_total",
    help: "Requests answered, by operation and status.",
    labelNames: ["operation", "status"],
    registers,
  }),
  durations: new Histogram({
    name: "reporting_service_http_request_duration_seconds",
    help: "Time from a request's headers to its answer, by operation.",
    labelNames: ["operation"],
    buckets,
    registers,
  }),
  inFlight: new Gauge({
    name: "reporting_service_http_requests_in_flight",
    help: "Requests that are being answered.",
    registers,
  }),
  refusals: new Counter({
    name: "reporting_service_rate_limit_refusals_total",
    help: "Requests refused because their client sent too many.",
    registers,
  }),
  statements: new Histogram({
    name: "reporting_service_statement_duration_seconds",
    help: "Time that a statement took once it had a connection.",
    buckets: statementBuckets,
    registers,
  }),
})

/** Counts requests. Pool and process are read on each scrape. */
export function createServiceMetrics({
  pool,
  build,
}: {
  readonly pool: PoolCounters
  readonly build: ServiceConfig["build"]
}): ServiceMetrics {
  const registry = new Registry()
  const { requests, durations, inFlight, refusals, statements } = countRequests([registry])
  watchPool(pool, [registry])
  new Gauge({
    name: "reporting_service_build_info",
    help: "1, with the version and the commit that runs.",
    labelNames: ["version", "commit"],
    registers: [registry],
  }).set(build, 1)
  collectDefaultMetrics({ register: registry })
  return {
    enter(response) {
      inFlight.inc()
      response.once("close", () => inFlight.dec())
    },
    observe({ operation, status, ms }) {
      requests.inc({ operation, status })
      durations.observe({ operation }, ms / 1000)
      if (status === 429) refusals.inc()
    },
    countStatement: (tookMs) => statements.observe(tookMs / 1000),
    print: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
