import { randomUUID } from "node:crypto"
import { parse } from "csv-parse/sync"
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest"
import { catalogue } from "@/lib/catalogue"
import { createUpstream, type Upstream } from "@/lib/platform"
import { sampleDepartment } from "@/service/testing/departments"
import { startTestService, type TestService } from "@/service/testing/test-service"
import {
  configOf,
  type ExportWorld,
  openExportWorld,
  orderFor,
  quickRunner,
} from "./testing/open-export-world"

const count = 450
const pageRows = 100

let service: TestService
let ids: string[]
const worlds: ExportWorld[] = []
const heldBack: (() => void)[] = []
beforeAll(async () => {
  service = await startTestService({ databaseUrl: inject("databaseUrl"), count: 0 })
  ids = Array.from({ length: count }, () => randomUUID())
  const name = (index: number) => `Department ${`${index}`.padStart(4, "0")}`
  await service.store.loadRecords(
    "department",
    ids.map((id, index) => ({ values: sampleDepartment({ id, name: name(index) }) })),
  )
})
afterEach(async () => {
  for (const letGo of heldBack.splice(0)) letGo()
  for (const world of worlds.splice(0).toReversed()) await world.close()
})
afterAll(() => service.stop())

const open = async (more: Partial<Parameters<typeof openExportWorld>[0]> = {}) => {
  const config = configOf(service.origin)
  const world = await openExportWorld({ databaseUrl: inject("databaseUrl"), config, ...more })
  worlds.push(world)
  return world
}

const promised = () => {
  let finish = () => {}
  const promise = new Promise<void>((resolve) => {
    finish = resolve
  })
  return { promise, finish }
}

/**
 * An upstream that holds back the response to one call until it is released, even if the call is
 * aborted.
 */
function holdBack(call: number) {
  const config = configOf(service.origin)
  const upstream = createUpstream({ catalogue, config, clock: Date.now })
  const [requested, release, handed] = [promised(), promised(), promised()]
  heldBack.push(release.finish)
  const seen: { signal?: AbortSignal | undefined } = {}
  let calls = 0
  const read: Upstream["read"] = async (request) => {
    calls += 1
    if (calls !== call) return upstream.read(request)
    seen.signal = request.ticket.signal
    const { signal: _, ...ticket } = request.ticket
    const answer = await upstream.read({ ...request, ticket })
    requested.finish()
    await release.promise
    setImmediate(handed.finish)
    return answer
  }
  const letGo = async () => {
    release.finish()
    await handed.promise
  }
  return { upstream: { read }, seen, requested: requested.promise, letGo }
}

const linesOf = async (world: ExportWorld, id: string) => {
  const lines: string[][] = parse(await world.readText(id))
  return lines.slice(1).map(([line]) => line)
}

const isDone = ({ state }: { state: string }) => state === "done"
const order = () => orderFor("departments", { columns: ["id"] })

// rules: Resuming 2
test("An export whose instance sleeps past its lease is finished by another, and the late page is dropped.", async () => {
  const { upstream, requested, letGo } = holdBack(3)
  const rule = { ...quickRunner, pollMs: 3_600_000, leaseMs: 300 }
  const asleep = await open({ upstream, rule })
  const { id } = await asleep.start(order())
  await requested
  const other = await open({ schema: asleep.schema })
  const done = await other.waitFor(id, isDone)
  expect(done.rows).toBe(count)
  await letGo()
  await asleep.stopRunning()
  expect(await other.service.find(other.person, id)).toEqual(done)
  expect(await linesOf(other, id)).toEqual(ids)
})

// rules: Resuming 2
test("An instance that loses a job frees its slot in the queue and stores nothing.", async () => {
  const { upstream, requested, letGo, seen } = holdBack(3)
  const world = await open({ upstream })
  const { id } = await world.start(order())
  await requested
  expect(seen.signal?.aborted).toBe(false)
  await world.pool.query(
    `update "${world.schema}".export_job set leased_by = gen_random_uuid(),
       leased_until = clock_timestamp() + interval '1 hour' where id = $1`,
    [id],
  )
  await expect.poll(() => seen.signal?.aborted).toBe(true)
  await letGo()
  await world.stopRunning()
  expect(await world.service.find(world.person, id)).toMatchObject({
    state: "running",
    rows: 2 * pageRows,
    isWaiting: false,
  })
})

// rules: Pausing
test("Pausing during a call stops at the rows before it, and resuming reads that page once.", async () => {
  const { upstream, requested, letGo, seen } = holdBack(3)
  const world = await open({ upstream })
  const { id } = await world.start(order())
  await requested
  await world.service.change(world.person, id, "paused")
  expect(seen.signal?.aborted).toBe(true)
  expect(await world.readManifest(id)).toMatchObject({ state: "partial", rows: 2 * pageRows })
  await letGo()
  expect(await linesOf(world, id)).toEqual(ids.slice(0, 2 * pageRows))
  await world.service.change(world.person, id, "running")
  expect((await world.waitFor(id, isDone)).rows).toBe(count)
  expect(await linesOf(world, id)).toEqual(ids)
})

// rules: Pausing
test("Resuming while the call before the pause is still in flight duplicates no row.", async () => {
  const { upstream, requested, letGo } = holdBack(3)
  const world = await open({ upstream })
  const { id } = await world.start(order())
  await requested
  await world.service.change(world.person, id, "paused")
  await world.service.change(world.person, id, "running")
  await letGo()
  expect((await world.waitFor(id, isDone)).rows).toBe(count)
  expect(await linesOf(world, id)).toEqual(ids)
})

// rules: Cancelling
test("Cancelling during a call keeps no rows, including those of its response.", async () => {
  const { upstream, requested, letGo, seen } = holdBack(2)
  const world = await open({ upstream })
  const { id } = await world.start(order())
  await requested
  await world.service.change(world.person, id, "cancelled")
  expect(seen.signal?.aborted).toBe(true)
  await letGo()
  await world.stopRunning()
  expect((await world.service.find(world.person, id)).state).toBe("cancelled")
  const pages = `select from "${world.schema}".export_page where job = $1`
  expect((await world.pool.query(pages, [id])).rowCount).toBe(0)
})
