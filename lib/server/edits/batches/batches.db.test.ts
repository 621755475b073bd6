import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from "vitest"
import { deepTest } from "@/scripts/testing/deep-test"
import { startTestService, type TestService } from "@/service/testing/test-service"
import { UpstreamError } from "../../../platform"
import { configOf } from "../../exports/testing/open-export-world"
import {
  type BatchWorld,
  type BatchWorldOptions,
  loadStores,
  moveTo,
  openBatchWorld,
  readCities,
} from "./testing/open-batch-world"

let service: TestService
let stores: readonly string[]
let world: BatchWorld
beforeAll(async () => {
  service = await startTestService({ databaseUrl: inject("databaseUrl"), count: 0 })
  stores = await loadStores(service, 40)
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.query("update department set city = null")
})
afterEach(() => world.close())

async function open(more: Partial<BatchWorldOptions> = {}) {
  const config = configOf(service.origin)
  world = await openBatchWorld({ databaseUrl: inject("databaseUrl"), config, ...more })
  return world
}

const start = async (items: readonly { recordId: string; patch: string }[], undoes?: string) => {
  const order = { title: "Move", items: [...items], ...(undoes !== undefined && { undoes }) }
  return (await world.service.start(world.admin, order)).id
}
const moveAll = (ids: readonly string[], city: string | null, from: string | null = null) =>
  ids.map((recordId) => ({ recordId, patch: moveTo(city, from) }))

/** Blocks edits and releases them one by one. */
function createGate() {
  const waiting: (() => void)[] = []
  let isOpen = false
  let arrived = 0
  return {
    arrivals: () => arrived,
    pass: () =>
      new Promise<void>((resolve) => {
        arrived += 1
        if (isOpen) resolve()
        else waiting.push(resolve)
      }),
    letOne: () => waiting.shift()?.(),
    open() {
      isOpen = true
      for (const resolve of waiting.splice(0)) resolve()
    },
  }
}

const gated = (gate: ReturnType<typeof createGate>): Partial<BatchWorldOptions> => ({
  over: (upstream) => ({
    ...upstream,
    edit: async (edit) => {
      await gate.pass()
      return upstream.edit(edit)
    },
  }),
})

test("a changed department is refused, a retry with a fresh patch applies, and one undo reverts the batch", async () => {
  await open()
  const [changed = ""] = stores.slice(17)
  await service.query(`update department set city = 'Bodø' where id = '${changed}'`)
  const id = await start(moveAll(stores, "Bergen"))
  const batch = await world.waitUntilDone(id)
  expect(batch.counts).toMatchObject({ applied: 39, refused: 1, waiting: 0, sending: 0 })
  const refused = batch.items.filter(({ state }) => state === "refused")
  expect(refused).toMatchObject([{ recordId: changed, status: 409, code: "test_failed" }])
  expect(refused[0]?.detail).toMatch(/test|changed|value/i)
  expect((await readCities(service, stores)).filter((city) => city === "Bodø")).toHaveLength(1)

  await world.service.change(world.admin, id, {
    action: "retry",
    items: [{ recordId: changed, patch: moveTo("Bergen", "Bodø") }],
  })
  const retried = await world.waitUntilDone(id)
  expect(retried.counts).toMatchObject({ applied: 40, refused: 0 })
  expect(await readCities(service, stores)).toEqual(stores.map(() => "Bergen"))
  expect(await world.log.read({ filter: { batch: id }, limit: 100 })).toHaveLength(41)

  const undo = await start(moveAll(stores, null, "Bergen"), id)
  await world.waitUntilDone(undo)
  expect(await readCities(service, stores)).toEqual(stores.map(() => null))
  expect(await world.service.read(id)).toMatchObject({ undoneBy: undo })
  const [edit] = await world.log.read({ filter: { batch: id, record: stores[0] }, limit: 1 })
  const [undoing] = await world.log.read({ filter: { batch: undo, record: stores[0] }, limit: 1 })
  expect(undoing).toMatchObject({ undoes: edit?.id })
  expect(edit).toMatchObject({ undoneBy: undoing?.id, personId: "person-admin" })
})

deepTest(
  "the changes since an earlier response complete it, at every step and after a retry",
  async () => {
    const gate = createGate()
    await open(gated(gate))
    const some = stores.slice(0, 8)
    await service.query(`update department set city = 'Bodø' where id = '${some[3]}'`)
    const id = await start(moveAll(some, "Oslo"))
    await expect.poll(gate.arrivals).toBe(1)
    let known = await world.service.read(id)
    /** Moves everything so far to before any mark. */
    async function age() {
      await world.pool.query(`update "${world.schema}".edit
      set intended_at = intended_at - interval '1 hour',
        concluded_at = concluded_at - interval '1 hour'`)
      await world.pool.query(`update "${world.schema}".edit_batch_item
      set changed_at = changed_at - interval '1 hour'`)
    }
    /** Checks that the changes complete the known response, and returns their number. */
    async function expectWhole() {
      const whole = await world.service.read(id)
      const news = await world.service.read(id, new Date(known.mark))
      const changed = new Map(news.items.map((item) => [item.recordId, item]))
      const items = known.items.map((item) => changed.get(item.recordId) ?? item)
      expect(items).toEqual(whole.items)
      known = whole
      return news.items.length
    }
    for (let arrived = 2; arrived <= some.length; arrived += 1) {
      await age()
      gate.letOne()
      await expect.poll(gate.arrivals).toBe(arrived)
      expect(await expectWhole()).toBe(2)
    }
    await age()
    gate.open()
    await world.waitUntilDone(id)
    expect(await expectWhole()).toBe(1)

    await age()
    expect(await expectWhole()).toBe(0)
    await world.service.change(world.admin, id, {
      action: "retry",
      items: [{ recordId: some[3] ?? "", patch: moveTo("Oslo", "Bodø") }],
    })
    await world.waitUntilDone(id)
    expect(await expectWhole()).toBe(1)
    expect(known.counts).toMatchObject({ applied: 8 })
  },
)

test("a stopped batch finishes the department in progress, and resume continues with the rest", async () => {
  const gate = createGate()
  await open(gated(gate))
  const some = stores.slice(0, 6)
  const id = await start(moveAll(some, "Oslo"))
  await expect.poll(gate.arrivals).toBe(1)
  gate.letOne()
  await expect.poll(gate.arrivals).toBe(2)
  expect(await world.service.change(world.admin, id, { action: "stop" })).toMatchObject({
    state: "stopped",
  })
  gate.open()
  const stopped = await world.waitFor(id, ({ counts }) => counts.sending === 0)
  expect(stopped).toMatchObject({ state: "stopped", counts: { applied: 2, waiting: 4 } })
  await expect(world.service.change(world.admin, id, { action: "stop" })).rejects.toThrow(
    "batch_conflict",
  )
  expect(await world.log.read({ filter: { batch: id }, limit: 10 })).toHaveLength(2)
  await world.service.change(world.admin, id, { action: "resume" })
  expect((await world.waitUntilDone(id)).counts).toMatchObject({ applied: 6 })
  expect(await readCities(service, some)).toEqual(some.map(() => "Oslo"))
})

deepTest("two instances work on the same batches, and no department is patched twice", async () => {
  const seen: string[] = []
  const over: BatchWorldOptions["over"] = (upstream) => ({
    ...upstream,
    edit: (edit) => {
      seen.push(Object.values(edit.parameters).join())
      return upstream.edit(edit)
    },
  })
  await open({ over })
  const other = await openBatchWorld({
    databaseUrl: inject("databaseUrl"),
    config: configOf(service.origin),
    over,
    schema: world.schema,
  })
  const ids = await Promise.all(
    [stores.slice(0, 20), stores.slice(20)].map((some) => start(moveAll(some, "Moss"))),
  )
  for (const id of ids)
    expect((await world.waitUntilDone(id)).counts).toMatchObject({ applied: 20 })
  await other.close()
  expect(seen.toSorted()).toEqual([...stores].toSorted())
})

deepTest("an edit without quota does not fail: it waits and is sent later", async () => {
  let refusals = 3
  await open({
    over: (upstream) => ({
      ...upstream,
      edit: async (edit) => {
        refusals -= 1
        if (refusals === 1)
          throw new UpstreamError("upstream_rate_limited", { status: 429, retryAfter: 1 })
        if (refusals >= 0) throw new UpstreamError("quota_exhausted", { sent: false })
        return upstream.edit(edit)
      },
    }),
  })
  const id = await start(moveAll(stores.slice(0, 3), "Voss"))
  expect((await world.waitUntilDone(id)).counts).toMatchObject({
    applied: 3,
    refused: 0,
    not_sent: 0,
  })
  const outcomes = (await world.log.read({ filter: { batch: id }, limit: 10 })).map(
    ({ outcome }) => outcome,
  )
  expect(outcomes.toSorted()).toEqual([
    "applied",
    "applied",
    "applied",
    "not_sent",
    "not_sent",
    "refused",
  ])
})

test("if the platform refuses the dashboard itself, the batch stops instead of failing every item", async () => {
  await open({
    over: (upstream) => ({
      ...upstream,
      edit: () => Promise.reject(new UpstreamError("upstream_forbidden", { status: 403 })),
    }),
  })
  const id = await start(moveAll(stores.slice(0, 5), "Voss"))
  const batch = await world.waitFor(id, ({ state }) => state === "stopped")
  expect(batch.counts).toMatchObject({ refused: 1, waiting: 4 })
})

deepTest(
  "an edit with an unknown outcome is never resent automatically and may be retried only if not applied",
  async () => {
    let calls = 0
    await open({
      over: (upstream) => ({
        ...upstream,
        edit: async (edit) => {
          calls += 1
          if (calls === 1) await upstream.edit(edit)
          if (calls <= 2) throw new UpstreamError("upstream_cut_off")
          return upstream.edit(edit)
        },
      }),
    })
    const [made = "", unmade = ""] = stores
    const id = await start(moveAll([made, unmade], "Voss"))
    const batch = await world.waitUntilDone(id)
    expect(calls).toBe(2)
    expect(batch.items).toMatchObject([
      { recordId: made, state: "unknown", verdict: "applied" },
      { recordId: unmade, state: "unknown", verdict: "not_applied" },
    ])
    const retry = (recordId: string) =>
      world.service.change(world.admin, id, { action: "retry", items: [{ recordId }] })
    await expect(retry(made)).rejects.toThrow("batch_conflict")
    await retry(unmade)
    expect((await world.waitUntilDone(id)).counts).toMatchObject({ applied: 1, unknown: 1 })
    expect(await readCities(service, [made, unmade])).toEqual(["Voss", "Voss"])
  },
)
