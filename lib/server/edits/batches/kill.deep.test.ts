import { join } from "node:path"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { type Child, startChild } from "@/scripts/child"
import { rounds } from "@/scripts/testing/rounds"
import { startTestService, type TestService } from "@/service/testing/test-service"
import { configOf } from "../../exports/testing/open-export-world"
import {
  arrivedPatches,
  loadStores,
  moveTo,
  openBatchWorld,
  quickBatches,
  readCities,
} from "./testing/open-batch-world"
import type { ChildOrder } from "./testing/work-until-killed"

const kills = rounds({ test: 2, deep: 4 })
const size = kills * 40
const leaseMs = 1000
const childFile = join(import.meta.dirname, "testing/work-until-killed.ts")

let service: TestService
let stores: readonly string[]
beforeAll(async () => {
  service = await startTestService({ databaseUrl: inject("databaseUrl"), count: 0 })
  stores = await loadStores(service, size)
})
afterAll(() => service.stop())

/** Starts a process and waits until it works on the batches. */
const startWorking = (order: ChildOrder): Promise<Child> =>
  new Promise((resolve, reject) => {
    const child = startChild({
      name: "batches",
      arguments: ["--conditions=react-server", "--import", "tsx", childFile, JSON.stringify(order)],
      environment: {},
      onLine: (line) => {
        if (line === "working") resolve(child)
      },
    })
    void child.ended.then((sentence) => reject(new Error(sentence)))
  })

test(`A batch of ${size} whose process is killed ${kills} times sends each patch once and reports each outcome.`, async () => {
  const databaseUrl = inject("databaseUrl")
  const config = configOf(service.origin)
  const world = await openBatchWorld({ databaseUrl, config })
  await world.stop()
  const { schema } = world
  const items = stores.map((recordId) => ({ recordId, patch: moveTo("Oslo") }))
  const { id } = await world.service.start(world.admin, { title: "Move", items })
  for (let round = 1; round <= kills; round += 1) {
    const { applied } = (await world.service.read(id)).counts
    const child = await startWorking({ databaseUrl, schema, config, leaseMs })
    await world.waitFor(id, ({ counts }) => counts.applied > applied + 3)
    await child.kill()
    expect((await world.service.read(id)).state).toBe("running")
  }
  const last = await openBatchWorld({ databaseUrl, config, schema, rule: quickBatches })
  await last.waitFor(id, ({ counts }) => counts.waiting === 0)
  // Interrupted edits are read back after five minutes.
  await world.pool.query(
    `update "${schema}".edit set intended_at = intended_at - interval '1 hour'
     where outcome = 'intended'`,
  )
  await last.editor.readBack()
  const { items: ended } = await last.waitUntilDone(id)

  const cities = await readCities(service, stores)
  for (const [at, { recordId, state, verdict }] of ended.entries()) {
    const isMade = state === "applied" || verdict === "applied"
    expect({ recordId, city: cities[at] }).toEqual({ recordId, city: isMade ? "Oslo" : null })
    if (!isMade) expect({ state, verdict }).toEqual({ state: "unknown", verdict: "not_applied" })
  }
  const logged = await last.log.read({ filter: { batch: id }, limit: size + 1 })
  expect(logged.map(({ recordId }) => recordId).toSorted()).toEqual([...stores].toSorted())
  const arrived = arrivedPatches(service)
  expect(new Set(arrived).size).toBe(arrived.length)
  expect(logged.map(({ requestId }) => requestId)).toEqual(expect.arrayContaining([...arrived]))
  await last.close()
  await world.close()
}, 900_000)
