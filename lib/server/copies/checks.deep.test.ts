import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { catalogue } from "@/lib/catalogue"
import { createUpstream, type Upstream } from "@/lib/platform"
import { startTestService, type TestService } from "@/service/testing/test-service"
import { daysOfCheck } from "./plan-check"
import type { CopiedList } from "./replica"
import { configOf, openReplicaWorld, type ReplicaWorld } from "./testing/open-replica-world"

const [hourMs, dayMs] = [3_600_000, 86_400_000]
const checks = { callsPerDay: 6, maxPages: 200 }
/** Pages of the two lists, one more of each, as the shares count them. */
const allPages = 13 + 5
const stepMs = 6 * hourMs

const long = { id: randomUUID(), count: 12_000 }
const short = { id: randomUUID(), count: 4000 }
const begin = Date.now()
let now = begin
let service: TestService
let world: ReplicaWorld
/** When each call came that was not the one for what is new. */
const spent: number[] = []

const isNew = ({ search, following }: Parameters<Upstream["read"]>[0]) =>
  !following && !search.toString().includes("lt")

const listOf = ({ id }: { id: string }): CopiedList => ({
  operation: "data-points",
  parameters: { dataSetId: id },
})

beforeAll(async () => {
  const databaseUrl = inject("databaseUrl")
  service = await startTestService({ databaseUrl, count: 0 })
  for (const { id, count } of [long, short]) {
    await service.store.loadContainers([{ kind: "dataSet", id, name: id }])
    await service.query(`insert into data_point (in_data_set_id, label, time_stamp, value, department_id, user_id)
      select '${id}', 'x', '${new Date(begin).toISOString()}'::timestamptz
        - (${count} - each) * interval '400 days' / ${count}, each, null, null
      from generate_series(1, ${count}) as each`)
  }
  const config = configOf(service.origin)
  const upstream = createUpstream({ catalogue, config, clock: Date.now })
  let isCopied = false
  const read: Upstream["read"] = (requested) => {
    if (isCopied && !isNew(requested)) spent.push(now)
    return upstream.read(requested)
  }
  world = await openReplicaWorld({
    databaseUrl,
    config,
    catalogue,
    upstream: { read },
    clock: () => now,
    rule: { checks },
  })
  for (const list of [long, short]) await world.sync(listOf(list))
  isCopied = true
})
afterAll(async () => {
  await world?.close()
  await service?.stop()
})

async function isEqual({ id }: { id: string }): Promise<boolean> {
  const digest = async (schema: string) => {
    const text = `select count(*)::text as count,
        sum(hashtextextended(concat_ws(' ', label, time_stamp, value), 0))::text as sum
      from "${schema}".data_point where in_data_set_id = $1`
    return JSON.stringify((await world.pool.query(text, [id])).rows)
  }
  return (await digest(world.schema)) === (await digest(service.schema))
}

async function step() {
  now += stepMs
  for (const list of [long, short]) await world.sync(listOf(list))
}

/** Simulated days until both are equal again; `most` at most. */
async function daysUntilEqual(most: number): Promise<number> {
  const changedAt = now
  while (!((await isEqual(long)) && (await isEqual(short)))) {
    if (now - changedAt > most * dayMs) return Number.POSITIVE_INFINITY
    await step()
  }
  return (now - changedAt) / dayMs
}

const promised = daysOfCheck(allPages, checks)
const mostInADay = () =>
  Math.max(...spent.map((at) => spent.filter((each) => each >= at && each < at + dayMs).length))

test("A change of what is new is found by the next run.", async () => {
  await service.query(`
    insert into data_point (in_data_set_id, label, time_stamp, value, department_id, user_id)
      values ('${long.id}', 'new', '${new Date(now).toISOString()}', 1, null, null);
    update data_point set value = -1 where in_data_set_id = '${long.id}' and value = ${long.count - 1}`)
  await step()
  expect(await isEqual(long)).toBe(true)
})

test("A change of what is old is found within the promised days, wherever it is, and no day has more calls for that than are allowed.", async () => {
  const places = [0.02, 0.5]
  const found: number[] = []
  for (const [index, share] of places.entries()) {
    const of = index % 2 === 0 ? long : short
    const value = Math.floor(of.count * share)
    const change = [
      `delete from data_point where in_data_set_id = '${of.id}' and value = ${value}`,
      `update data_point set label = 'y' where in_data_set_id = '${of.id}' and value = ${value}`,
    ][index % 2]
    await service.query(change ?? "")
    found.push(await daysUntilEqual(promised))
  }
  expect(Math.max(...found)).toBeLessThanOrEqual(promised)
  expect(Math.max(...found)).toBeGreaterThan(0.5)
  expect(mostInADay()).toBeLessThanOrEqual(checks.callsPerDay)
  expect(spent.length).toBeGreaterThan(checks.callsPerDay)
}, 300_000)

test("A list says since when all of it has been compared, which is not longer ago than promised.", async () => {
  for (let steps = 0; steps < (promised * dayMs) / stepMs; steps += 1) await step()
  const text = `select min(checked_at) as since from "${world.schema}".sync_checked`
  const [{ since }] = (await world.pool.query(text)).rows
  for (const list of [long, short]) {
    const { checkedAt } = (await world.replica.find(listOf(list))) ?? {}
    const age = (now - Date.parse(checkedAt ?? "")) / dayMs
    expect(age).toBeGreaterThan(0)
    expect(age).toBeLessThanOrEqual(promised)
    expect(Date.parse(checkedAt ?? "")).toBeGreaterThanOrEqual(since.getTime())
  }
  expect(mostInADay()).toBeLessThanOrEqual(checks.callsPerDay)
}, 300_000)

test("What lies beside a change is compared before other parts of the list.", async () => {
  await service.query(`update data_point set label = 'wide'
    where in_data_set_id = '${long.id}' and value between 3000 and 6000`)
  const suspects = async () => {
    const text = `select count(*)::int as count from "${world.schema}".sync_checked where is_suspect`
    return (await world.pool.query(text)).rows[0].count as number
  }
  let seen = 0
  for (let steps = 0; steps < (promised * dayMs) / stepMs && seen === 0; steps += 1) {
    await step()
    seen = await suspects()
  }
  expect(seen).toBeGreaterThan(0)
  expect(await daysUntilEqual(promised)).toBeLessThanOrEqual(promised)
  expect(mostInADay()).toBeLessThanOrEqual(checks.callsPerDay)
}, 300_000)

test("Nothing failed meanwhile.", () => {
  expect(world.faults).toEqual([])
})

test("Two instances at once take no more calls than are allowed.", async () => {
  const { createSyncLists } = await import("@/lib/records")
  const { pool, schema } = world
  const lists = createSyncLists({ pool, schema, catalogue })
  const later = now + 10 * dayMs
  const taken = await Promise.all(
    Array.from({ length: 30 }, () => lists.takeCheckCall(later, checks.callsPerDay)),
  )
  expect(taken.filter(Boolean)).toHaveLength(checks.callsPerDay)
  expect(await lists.takeCheckCall(later + dayMs - hourMs, checks.callsPerDay)).toBe(false)
  expect(await lists.takeCheckCall(later + dayMs + 2 * hourMs, checks.callsPerDay)).toBe(true)
})
