import type { ServerResponse } from "node:http"
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client"
import type { RequestLine } from "./log"

/** A connection pool's counters, as `pg` names them. */
interface PoolCounters {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
}

/** What the service counts, of this process alone; Prometheus adds the instances up. */
export interface ServiceMetrics {
  /** Counts a request as in flight until its response is closed. */
  enter(response: ServerResponse): void
  observe(line: RequestLine): void
  /** Everything, in Prometheus' text form. */
  print(): Promise<string>
  readonly contentType: string
}

/** Upper bounds in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

function watchPool(pool: PoolCounters, registers: Registry[]): void {
  new Gauge({
    name: "database_connections",
    help: "Connections of the pool, by state.",
    labelNames: ["state"],
    registers,
    collect() {
      this.set({ state: "idle" }, pool.idleCount)
      this.set({ state: "used" }, pool.totalCount - pool.idleCount)
    },
  })
  new Gauge({
    name: "database_waiting",
    help: "Statements that wait for a connection of the pool.",
    registers,
    collect() {
      this.set(pool.waitingCount)
    },
  })
}

const countRequests = (registers: Registry[]) => ({
  requests: new Counter({
    name: "http_requests_total",
    help: "Requests answered, by operation and status.",
    labelNames: ["operation", "status"],
    registers,
  }),
  durations: new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from a request's headers to its answer, by operation.",
    labelNames: ["operation"],
    buckets,
    registers,
  }),
  inFlight: new Gauge({
    name: "http_requests_in_flight",
    help: "Requests that are being answered.",
    registers,
  }),
  refusals: new Counter({
    name: "rate_limit_refusals_total",
    help: "Requests refused because their client sent too many.",
    registers,
  }),
})

/** Counts requests, and reads the pool and the process whenever it is asked. */
export function createServiceMetrics({ pool }: { pool: PoolCounters }): ServiceMetrics {
  const registry = new Registry()
  const { requests, durations, inFlight, refusals } = countRequests([registry])
  watchPool(pool, [registry])
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
    print: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
