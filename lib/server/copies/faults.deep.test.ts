import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest"
import { loadPoints } from "@/lib/server/exports/testing/source-points"
import { type Fault, faultTable } from "@/lib/server/testing/faults/fault-table"
import { type FaultWorld, openFaultWorld } from "@/lib/server/testing/faults/fault-world"
import { secondMs } from "@/lib/server/testing/faults/platform-faults"
import { startTestService, type TestService } from "@/service/testing/test-service"
import { digestRows } from "./testing/digest-rows"
import { isAtRest, openReplicaWorld, type ReplicaWorld } from "./testing/open-replica-world"
import { pointsOf, withSmallPages } from "./testing/small-pages"

const count = 650
const catalogue = withSmallPages(50)
const points = pointsOf(catalogue)
const maxRecoverySeconds = 60
/** The platform's quota, in the scaled time of these tests. */
const allowed = { calls: 100, windowMs: 60 * secondMs }

let service: TestService
let dataSetId: string
let source: { count: number; hash: string }
const recoveries: { name: string; seconds: number }[] = []
beforeAll(async () => {
  service = await startTestService({ databaseUrl: inject("databaseUrl"), count: 0 })
  dataSetId = await loadPoints(service, count)
})
afterAll(async () => {
  await service.stop()
  const slowest = recoveries.toSorted((one, other) => other.seconds - one.seconds).slice(0, 3)
  const texts = slowest.map(({ name, seconds }) => `${seconds.toFixed(1)} s (${name})`)
  process.stdout.write(`Slowest recoveries: ${texts.join(", ")}.\n`)
})

/** The highest number of calls in any window. */
function maxCalls(arrivals: readonly number[]): number {
  let start = 0
  return arrivals.reduce((max, at, index) => {
    while (at - (arrivals[start] ?? at) > allowed.windowMs) start += 1
    return Math.max(max, index - start + 1)
  }, 0)
}

async function live(world: FaultWorld, sync: ReplicaWorld, fault: Fault) {
  const list = { operation: points.id, parameters: { dataSetId } }
  world.proxy.script = async (call) => {
    await sleep(call.isToken ? 0 : 40)
    return call.pass()
  }
  await sync.replica.start(list)
  await sync.waitFor(list, ({ rows }) => rows >= 150)
  await fault.begin(world)
  const met = await sync.waitFor(
    list,
    (status) => isAtRest(status) || status.reason !== null || fault.traversal === "answer",
  )
  if (fault.traversal === "answer") expect(met.reason).toBe(null)
  else if (!isAtRest(met)) expect([fault.traversal, "upstream_unavailable"]).toContain(met.reason)
  const saved = (await sync.replica.find(list))?.rows ?? 0
  expect(saved).toBeGreaterThanOrEqual(met.rows)
  await world.heal()
  const healedAt = performance.now()
  await sync.waitFor(list, (status) => isAtRest(status) || status.rows > saved)
  const seconds = (performance.now() - healedAt) / secondMs
  recoveries.push({ name: fault.name, seconds })
  expect(seconds).toBeLessThanOrEqual(maxRecoverySeconds)
  const done = await sync.waitFor(list, isAtRest)
  expect(done.rows).toBe(count)
  const { pool, schema } = sync
  expect(await digestRows(pool, schema, points, { dataSetId })).toEqual(source)
  const [run] = await sync.replica.history(list)
  expect(run).toMatchObject({ outcome: "done", inserted: count, deleted: 0 })
  expect(maxCalls(world.proxy.arrivals)).toBeLessThanOrEqual(allowed.calls)
}

describe.concurrent("A running sync", () => {
  test.for(faultTable)("recovers from: $name", { timeout: 400_000 }, async (fault, { skip }) => {
    const world = await openFaultWorld(service.origin, fault)
    if (typeof world === "string") return skip(world)
    const databaseUrl = inject("databaseUrl")
    const { upstream, config } = world
    const maxRequestedMs = 30 * secondMs
    const rule = {
      maxRequestedMs,
      secondMs,
      pauseMs: 5 * secondMs,
      maxPauseMs: 30 * secondMs,
      pollMs: secondMs,
    }
    const sync = await openReplicaWorld({ databaseUrl, config, upstream, catalogue, rule })
    source ??= await digestRows(sync.pool, service.schema, points, { dataSetId })
    await live(world, sync, fault)
      .finally(() => sync.close())
      .finally(world.stop)
  })
})
