import { Gauge, type Registry } from "prom-client"
import type { PoolCounters } from "../../db"
import { priorities, type QuotaReading } from "../../platform"
import type { CopyStanding } from "../../records"
import type { EditFigures } from "../edits/table"
import type { ExportFigures } from "../exports/table"
import type { Readiness } from "./readiness"

/** Bytes of a disk, and those of them that this program may still write. */
export interface DiskRoom {
  readonly freeBytes: number
  readonly sizeBytes: number
}

/** The parts of an instance whose state is told to whoever reads the metrics; where one that is read rejects, its figures are left out. */
export interface MetricSources {
  readonly build: { readonly version: string; readonly commit: string }
  /** By what they are for. */
  readonly pools: Readonly<Record<string, PoolCounters>>
  readonly cache: () => {
    readonly bytes: number
    readonly entries: number
    readonly inFlightRequests: number
  }
  readonly isDown: () => boolean
  readonly isBusConnected: () => boolean
  readonly readReadiness: () => Promise<Readiness>
  /** Absent where there is no limit. */
  readonly readQuota?: (() => Promise<QuotaReading>) | undefined
  readonly readCopies: () => Promise<readonly CopyStanding[]>
  readonly readExports: () => Promise<ExportFigures>
  readonly readEdits: () => Promise<EditFigures>
  /** Of the folder that holds the workspace file. */
  readonly readDisk: () => Promise<DiskRoom>
}

type Refresh = () => Promise<void>

function watchPools({ pools }: MetricSources, registers: Registry[]): void {
  new Gauge({
    name: "workplace_reporting_database_connections",
    help: "Connections of each pool, by state.",
    labelNames: ["pool", "state"],
    registers,
    collect() {
      for (const [pool, { idleCount, totalCount }] of Object.entries(pools)) {
        this.set({ pool, state: "idle" }, idleCount)
        this.set({ pool, state: "used" }, totalCount - idleCount)
      }
    },
  })
  const gauge = (name: string, help: string, read: (pool: PoolCounters) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ["pool"],
      registers,
      collect() {
        for (const [pool, counters] of Object.entries(pools)) this.set({ pool }, read(counters))
      },
    })
  gauge(
    "workplace_reporting_database_connections_max",
    "Connections that each pool may have.",
    ({ options }) => options.max,
  )
  gauge(
    "workplace_reporting_database_waiting",
    "Statements that wait for a connection of each pool.",
    ({ waitingCount }) => waitingCount,
  )
}

function watchNumbers(sources: MetricSources, registers: Registry[]): void {
  const { cache, isDown, isBusConnected } = sources
  const numbers = {
    cache_bytes: ["Memory that kept answers take.", () => cache().bytes],
    cache_entries: ["Answers kept in memory.", () => cache().entries],
    reads_in_flight: ["Reads that others may join.", () => cache().inFlightRequests],
    breaker_open: ["1 while calls are refused because the platform is down.", () => +isDown()],
    bus_connected: ["1 while this instance hears of the others' changes.", () => +isBusConnected()],
  } as const
  for (const [name, [help, read]] of Object.entries(numbers))
    new Gauge({
      name: `workplace_reporting_${name}`,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
}

function tellBuild({ build }: MetricSources, registers: Registry[]): void {
  new Gauge({
    name: "workplace_reporting_build_info",
    help: "1, with the version and the commit that runs.",
    labelNames: ["version", "commit"],
    registers,
  }).set(build, 1)
}

/** A gauge that is there only while it has a value. */
function createNumber(name: string, help: string, registers: Registry[]) {
  const gauge = new Gauge({ name, help, registers })
  gauge.remove()
  return (value: number | null | undefined) =>
    value === null || value === undefined ? gauge.remove() : gauge.set(value)
}

function watchReadiness({ readReadiness }: MetricSources, registers: Registry[]): Refresh {
  const ready = createNumber(
    "workplace_reporting_ready",
    "1 while this instance can serve, as /readyz says.",
    registers,
  )
  const parts = new Gauge({
    name: "workplace_reporting_part_ok",
    help: "1 while a part answers that this instance stands on, as /readyz says.",
    labelNames: ["part"],
    registers,
  })
  return async () => {
    const readiness = await readReadiness().catch(() => undefined)
    ready(readiness && Number(readiness.status === "ready"))
    parts.reset()
    for (const part of ["database", "upstream"] as const)
      if (readiness) parts.set({ part }, Number(readiness[part] === "ok"))
  }
}

function watchQuota({ readQuota }: MetricSources, registers: Registry[]): Refresh {
  if (!readQuota) return async () => {}
  const limit = createNumber(
    "workplace_reporting_quota_limit",
    "Calls that all instances together may make in a window.",
    registers,
  )
  const paused = createNumber(
    "workplace_reporting_quota_paused_seconds",
    "What is left of a pause that the platform asked for.",
    registers,
  )
  const gaugeByPriority = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ["priority"], registers })
  const used = gaugeByPriority(
    "workplace_reporting_quota_used",
    "Calls of all instances in the window.",
  )
  const waiting = gaugeByPriority(
    "workplace_reporting_quota_waiting",
    "Calls of all instances that wait.",
  )
  return async () => {
    const reading = await readQuota().catch(() => undefined)
    used.reset()
    waiting.reset()
    limit(reading?.limit)
    paused(reading && reading.pausedMs / 1000)
    for (const priority of reading ? priorities : []) {
      used.set({ priority }, reading?.usedByLane[priority] ?? 0)
      waiting.set({ priority }, reading?.waiting[priority] ?? 0)
    }
  }
}

function watchCopies({ readCopies }: MetricSources, registers: Registry[]): Refresh {
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers })
  const lists = gauge("workplace_reporting_copies", "Copied lists of all instances, by state.", [
    "operation",
    "state",
  ])
  const retrying = gauge(
    "workplace_reporting_copies_retrying",
    "Copied lists whose last try failed and that will be tried again, waits for the quota aside.",
    ["operation"],
  )
  const age = gauge(
    "workplace_reporting_copy_age_seconds",
    "Since the oldest copy of a list that has a schedule was whole.",
    ["operation"],
  )
  const late = gauge(
    "workplace_reporting_copy_late_seconds",
    "By how much the latest copy of a list is behind its schedule.",
    ["operation"],
  )
  const raise = (
    values: Map<string, number>,
    { operation }: CopyStanding,
    value: number | null,
    join: (one: number, other: number) => number,
  ) => value !== null && values.set(operation, join(values.get(operation) ?? 0, value))

  return async () => {
    const figures = await readCopies().catch(() => [])
    for (const each of [lists, retrying, age, late]) each.reset()
    const [tries, ages, delays] = [new Map(), new Map(), new Map()]
    const add = (one: number, other: number) => one + other
    for (const each of figures) {
      lists.set({ operation: each.operation, state: each.state }, each.lists)
      raise(tries, each, each.retrying, add)
      raise(ages, each, each.ageSeconds, Math.max)
      raise(delays, each, each.lateSeconds, Math.max)
    }
    for (const [operation, value] of tries) retrying.set({ operation }, value)
    for (const [operation, value] of ages) age.set({ operation }, value)
    for (const [operation, value] of delays) late.set({ operation }, value)
  }
}

function watchExports({ readExports }: MetricSources, registers: Registry[]): Refresh {
  const jobs = new Gauge({
    name: "workplace_reporting_exports",
    help: "Exports of all instances that are not over, and those that failed within a day, by state.",
    labelNames: ["state"],
    registers,
  })
  const oldest = createNumber(
    "workplace_reporting_export_oldest_seconds",
    "Since the oldest export was ordered that waits or runs; 0 where there is none.",
    registers,
  )
  const idle = createNumber(
    "workplace_reporting_export_idle_seconds",
    "Since the export last moved that has waited longest; 0 where there is none.",
    registers,
  )
  return async () => {
    const figures = await readExports().catch(() => undefined)
    jobs.reset()
    oldest(figures?.oldestSeconds)
    idle(figures?.idleSeconds)
    for (const state of ["waiting", "running", "paused", "failed"] as const)
      if (figures) jobs.set({ state }, figures[state])
  }
}

function watchEdits({ readEdits }: MetricSources, registers: Registry[]): Refresh {
  const unknown = createNumber(
    "workplace_reporting_edits_unknown",
    "Edits of all instances that were sent more than a minute ago and of which nobody knows yet what became of them.",
    registers,
  )
  const batches = createNumber(
    "workplace_reporting_edit_batches_running",
    "Batches of edits that are being worked on.",
    registers,
  )
  return async () => {
    const figures = await readEdits().catch(() => undefined)
    unknown(figures?.unknown)
    batches(figures?.batches)
  }
}

function watchDisk({ readDisk }: MetricSources, registers: Registry[]): Refresh {
  const free = createNumber(
    "workplace_reporting_data_directory_free_bytes",
    "What may still be written to the disk of the folder that holds the workspace file.",
    registers,
  )
  const size = createNumber(
    "workplace_reporting_data_directory_size_bytes",
    "The size of that disk.",
    registers,
  )
  return async () => {
    const disk = await readDisk().catch(() => undefined)
    free(disk?.freeBytes)
    size(disk?.sizeBytes)
  }
}

/** Registers what is read from the parts; answers what has to be awaited before each print. */
export function watchSources(sources: MetricSources, registers: Registry[]): Refresh {
  tellBuild(sources, registers)
  watchPools(sources, registers)
  watchNumbers(sources, registers)
  const refreshes = [
    watchReadiness,
    watchQuota,
    watchCopies,
    watchExports,
    watchEdits,
    watchDisk,
  ].map((watch) => watch(sources, registers))
  return async () => void (await Promise.all(refreshes.map((refresh) => refresh())))
}
