import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { findOperation, type ListOperation } from "@/lib/catalogue"
import { createUpstream, type Upstream } from "@/lib/platform"
import { loadPoints } from "@/lib/server/exports/testing/source-points"
import { startTestService, type TestService } from "@/service/testing/test-service"
import type { CopiedList } from "./replica"
import { digestRows } from "./testing/digest-rows"
import { configOf, openReplicaWorld, type ReplicaWorld } from "./testing/open-replica-world"
import { pointsOf, withSmallPages } from "./testing/small-pages"
import { watchStatements } from "./testing/watch-statements"

const pageRows = 50
/** As many pages' rows as a copy may have in memory at once, and a statement may carry. */
const heldPages = 6
const catalogue = withSmallPages(pageRows)
const points = pointsOf(catalogue)
const channels: CopiedList = { operation: "notification-channels", parameters: {} }

let service: TestService
beforeAll(async () => {
  service = await startTestService({ databaseUrl: inject("databaseUrl"), count: 0 })
})
afterAll(() => service.stop())

const open = (more: Partial<Parameters<typeof openReplicaWorld>[0]> = {}) => {
  const [databaseUrl, config] = [inject("databaseUrl"), configOf(service.origin)]
  return openReplicaWorld({ databaseUrl, config, catalogue, ...more })
}

async function expectEqual({ pool, schema }: ReplicaWorld, { operation, parameters }: CopiedList) {
  const list = findOperation(catalogue, operation) as ListOperation
  const copy = await digestRows(pool, schema, list, parameters)
  expect(copy).toEqual(await digestRows(pool, service.schema, list, parameters))
  return copy.count
}

/** Copies the list, compares it, and compares it again after `change`; answers what each cost. */
async function copyWatched(list: CopiedList, change: () => Promise<unknown>) {
  const { seen, onPool } = watchStatements()
  const world = await open({ onPool })
  await world.sync(list)
  const rows = await expectEqual(world, list)
  await change()
  await world.recheck(list)
  await expectEqual(world, list)
  const [check] = await world.replica.history(list)
  await world.close()
  return { rows, check, ...seen }
}

async function loadChannels(count: number): Promise<void> {
  await service.query("truncate notification_channel")
  const values = Array.from({ length: count }, (_, index) => ({
    values: { id: randomUUID(), name: `Channel ${index % 30}` },
  }))
  await service.store.loadRecords("notificationChannel", values)
}

async function loadMoment(count: number): Promise<CopiedList> {
  const dataSetId = await loadPoints(service, 0)
  const rows = Array.from({ length: count }, (_, index) => ({
    scope: { dataSetId },
    values: { label: `${index % 3}`, timeStamp: "2024-05-01T12:00:00Z", value: index % 70 },
  }))
  await service.store.loadRecords("dataPoint", rows)
  return { operation: points.id, parameters: { dataSetId } }
}

test("However long a list without a time is, a copy has a few pages of it in memory, and each page costs as much.", async () => {
  const copy = async (pages: number) => {
    await loadChannels(pages * pageRows)
    const change = () =>
      service.query(`delete from notification_channel where name = 'Channel 7';
        update notification_channel set name = 'New' where name = 'Channel 8'`)
    const { check, ...costs } = await copyWatched(channels, change)
    expect(check).toMatchObject({ inserted: 0, rows: costs.rows - (check?.deleted ?? 0) })
    expect(check?.deleted).toBeGreaterThan(0)
    expect(check?.changed).toBeGreaterThan(0)
    return costs
  }
  const [short, long] = [await copy(10), await copy(40)]
  expect([short.rows, long.rows]).toEqual([500, 2000])
  expect(long.maxRows).toBeLessThanOrEqual(heldPages * pageRows)
  expect(long.statements).toBeLessThanOrEqual(4 * short.statements)
})

test("However many points one moment has, a copy has a few pages of them in memory.", async () => {
  const list = await loadMoment(1000)
  const change = () =>
    service.query(`delete from data_point where value = 7;
      update data_point set value = -1 where value = 8`)
  const { rows, check, maxRows } = await copyWatched(list, change)
  expect(rows).toBe(1000)
  expect(check?.deleted).toBe((check?.inserted ?? 0) * 2)
  expect(maxRows).toBeLessThanOrEqual(heldPages * pageRows)
})

test("Of a record that is met on two pages the later one is stored.", async () => {
  await loadChannels(1000)
  const upstream = createUpstream({
    catalogue,
    config: configOf(service.origin),
    clock: Date.now,
  })
  let first: { id?: unknown } | undefined
  const read: Upstream["read"] = async (requested) => {
    const answer = await upstream.read(requested)
    const { envelope } = answer
    const { data } = envelope
    if (!Array.isArray(data)) return answer
    first ??= data[0] as { id?: unknown }
    const isLast = !("nextUrl" in envelope && envelope.nextUrl)
    const again = isLast ? [...data, { ...first, name: "Moved" }] : data
    return { ...answer, envelope: { ...envelope, data: again } }
  }
  const world = await open({ upstream: { read } })
  expect((await world.sync(channels)).rows).toBe(1000)
  const { rows } = await world.pool.query(
    `select id from "${world.schema}".notification_channel where name = 'Moved'`,
  )
  expect(rows).toEqual([{ id: first?.id }])
  await world.close()
})

test("Where the last step breaks off readers see the old records, and it is done once more.", async () => {
  await loadChannels(1000)
  let [isCopied, steps] = [false, 0]
  const onRange = async () => {
    if (!isCopied) return
    steps += 1
    if (steps === 1) throw new Error("The database is gone.")
  }
  const world = await open({ onRange })
  await world.sync(channels)
  isCopied = true
  await service.query(`delete from notification_channel where name = 'Channel 7'`)
  await world.recheck(channels)
  expect(steps).toBe(2)
  expect(world.faults).toHaveLength(1)
  await expectEqual(world, channels)
  await world.close()
})
