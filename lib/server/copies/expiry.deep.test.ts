import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { createUpstream, type Upstream } from "@/lib/platform"
import { loadPoints } from "@/lib/server/exports/testing/source-points"
import { startTestService, type TestService } from "@/service/testing/test-service"
import { changePoints } from "./testing/change-points"
import { digestRows } from "./testing/digest-rows"
import { configOf, openReplicaWorld } from "./testing/open-replica-world"
import { pointsOf, withSmallPages } from "./testing/small-pages"

const pageRows = 100
const count = 1600
const sevenHoursMs = 7 * 3_600_000
const catalogue = withSmallPages(pageRows)
const points = pointsOf(catalogue)

const time = { now: Date.now() }
let service: TestService
beforeAll(async () => {
  service = await startTestService({
    databaseUrl: inject("databaseUrl"),
    count: 0,
    clock: () => time.now,
    tokenTtlSeconds: 365 * 86_400,
  })
})
afterAll(() => service.stop())

/**
 * An upstream whose first follow-up cursors expire before they are sent. `meanwhile` runs before
 * each.
 */
function letExpire(expiries: number, meanwhile: (round: number) => Promise<void> = async () => {}) {
  const config = configOf(service.origin)
  const upstream = createUpstream({ catalogue, config, clock: Date.now })
  const seen = { calls: 0, expired: 0 }
  const read: Upstream["read"] = async (requested) => {
    seen.calls += 1
    if (requested.following && seen.expired < expiries) {
      seen.expired += 1
      await meanwhile(seen.expired)
      time.now += sevenHoursMs
    }
    return upstream.read(requested)
  }
  return { config, upstream: { read }, seen }
}

async function openWorld(way: ReturnType<typeof letExpire>, dataSetId: string) {
  const { config, upstream } = way
  const databaseUrl = inject("databaseUrl")
  const world = await openReplicaWorld({ databaseUrl, config, upstream, catalogue })
  const { pool, schema } = world
  return {
    ...world,
    list: { operation: points.id, parameters: { dataSetId } },
    copy: () => digestRows(pool, schema, points, { dataSetId }),
    source: () => digestRows(pool, service.schema, points, { dataSetId }),
  }
}

test("A copy whose cursor expires ten times equals its source, with one extra call for each.", async () => {
  const dataSetId = await loadPoints(service, count)
  const way = letExpire(10)
  const world = await openWorld(way, dataSetId)
  await world.sync(world.list)
  expect(way.seen.expired).toBe(10)
  const [run] = await world.replica.history(world.list)
  expect(run).toMatchObject({ outcome: "done", rows: count, inserted: count, deleted: 0 })
  expect(way.seen.calls).toBe((run?.pages ?? 0) + 10)
  expect(await world.copy()).toEqual(await world.source())
  await world.close()
})

test("A copy whose cursor expires ten times while its source changes equals it after a re-check.", async () => {
  const dataSetId = await loadPoints(service, count)
  const way = letExpire(10, (round) => changePoints(service, dataSetId, round))
  const world = await openWorld(way, dataSetId)
  await world.sync(world.list)
  expect(way.seen.expired).toBe(10)
  await world.recheck(world.list)
  expect(await world.copy()).toEqual(await world.source())
  await world.close()
})

test("A cursor that expires among rows of one instant restarts at that instant, and each row is copied once.", async () => {
  const dataSetId = await loadPoints(service, 0)
  const rows = Array.from({ length: 350 }, (_, index) => ({
    scope: { dataSetId },
    values: { label: `${index % 3}`, timeStamp: "2024-05-01T12:00:00.123456Z", value: index % 7 },
  }))
  await service.store.loadRecords("dataPoint", rows)
  const way = letExpire(1)
  const world = await openWorld(way, dataSetId)
  expect((await world.sync(world.list)).rows).toBe(350)
  expect(await world.copy()).toEqual(await world.source())
  await world.close()
})

test("If cursors expire before they return a new row, the list waits and is never complete.", async () => {
  const dataSetId = await loadPoints(service, 0)
  const rows = Array.from({ length: 250 }, () => ({
    scope: { dataSetId },
    values: { label: "same", timeStamp: "2024-05-01T12:00:00Z", value: 1 },
  }))
  await service.store.loadRecords("dataPoint", rows)
  const way = letExpire(Number.POSITIVE_INFINITY)
  const world = await openWorld(way, dataSetId)
  await world.replica.start(world.list)
  const status = await world.waitFor(world.list, ({ reason }) => reason !== null)
  expect(status).toMatchObject({ state: "running", reason: "cursor_expired", isComplete: false })
  expect((await world.replica.completeness(world.list)).state).not.toBe("complete")
  await world.close()
})
