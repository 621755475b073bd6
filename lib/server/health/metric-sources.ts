import { Gauge, type Registry } from "prom-client"
import { priorities, type QuotaReading } from "../../platform"

/** The parts of an instance whose state is told to whoever reads the metrics. */
export interface MetricSources {
  /** A connection pool's counters, as `pg` names them. */
  readonly pool: {
    readonly totalCount: number
    readonly idleCount: number
    readonly waitingCount: number
  }
  readonly cache: () => {
    readonly bytes: number
    readonly entries: number
    readonly inFlightRequests: number
  }
  readonly isDown: () => boolean
  readonly isBusConnected: () => boolean
  /** Absent where there is no limit; where it rejects, the quota's figures are left out. */
  readonly readQuota?: (() => Promise<QuotaReading>) | undefined
}

function watchPool({ pool }: MetricSources, registers: Registry[]): void {
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
}

function watchNumbers(sources: MetricSources, registers: Registry[]): void {
  const { pool, cache, isDown, isBusConnected } = sources
  const numbers = {
    database_waiting: ["Statements that wait for a connection.", () => pool.waitingCount],
    cache_bytes: ["Memory that kept answers take.", () => cache().bytes],
    cache_entries: ["Answers kept in memory.", () => cache().entries],
    reads_in_flight: ["Reads that others may join.", () => cache().inFlightRequests],
    breaker_open: ["1 while calls are refused because the platform is down.", () => +isDown()],
    bus_connected: ["1 while this instance hears of the others' changes.", () => +isBusConnected()],
  } as const
  for (const [name, [help, read]] of Object.entries(numbers))
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
}

const gaugeByPriority = (name: string, help: string, registers: Registry[]) =>
  new Gauge({ name, help, labelNames: ["lane"], registers })

/** Answers how to read the quota again; its figures are `Nan` or absent where it cannot be read. */
function watchQuota(
  readQuota: NonNullable<MetricSources["readQuota"]>,
  registers: Registry[],
): () => Promise<void> {
  const limitHelp = "Calls that all instances together may make in a window."
  const limit = new Gauge({ name: "quota_limit", help: limitHelp, registers })
  const pausedHelp = "What is left of a pause that the platform asked for."
  const paused = new Gauge({ name: "quota_paused_seconds", help: pausedHelp, registers })
  const used = gaugeByPriority("quota_used", "Calls of all instances in the window.", registers)
  const waiting = gaugeByPriority("quota_waiting", "Calls of all instances that wait.", registers)
  return async () => {
    const reading = await readQuota().catch(() => undefined)
    used.reset()
    waiting.reset()
    limit.set(reading?.limit ?? Number.NaN)
    paused.set(reading ? reading.pausedMs / 1000 : Number.NaN)
    for (const priority of reading ? priorities : []) {
      used.set({ lane: priority }, reading?.usedByLane[priority] ?? 0)
      waiting.set({ lane: priority }, reading?.waiting[priority] ?? 0)
    }
  }
}

/** Registers what is read from the parts; answers what has to be awaited before each print. */
export function watchSources(sources: MetricSources, registers: Registry[]): () => Promise<void> {
  watchPool(sources, registers)
  watchNumbers(sources, registers)
  return sources.readQuota ? watchQuota(sources.readQuota, registers) : async () => {}
}
