import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { findOperation, type ListOperation } from "@/lib/catalogue"
import { createUpstream, type Upstream } from "@/lib/platform"
import { startTestService, type TestService } from "@/service/testing/test-service"
import type { CopiedList } from "./replica"
import { digestRows } from "./testing/digest-rows"
import { configOf, openReplicaWorld, type ReplicaWorld } from "./testing/open-replica-world"
import { withSmallPages } from "./testing/small-pages"

const pageRows = 50
const catalogue = withSmallPages(pageRows)
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

async function loadChannels(count: number): Promise<void> {
  await service.query("truncate notification_channel")
  const values = Array.from({ length: count }, (_, index) => ({
    values: { id: randomUUID(), name: `Channel ${index % 30}` },
  }))
  await service.store.loadRecords("notificationChannel", values)
}

test("If a record is on two pages, the later version is stored.", async () => {
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

test("If the last step of a re-check fails, it runs again, and the copy equals its source.", async () => {
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
