import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { parse } from "csv-parse/sync"
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest"
import { sampleDepartment } from "@/service/testing/departments"
import { startTestService, type TestService } from "@/service/testing/test-service"
import { type Fault, faultTable } from "../testing/faults/fault-table"
import { type FaultWorld, openFaultWorld } from "../testing/faults/fault-world"
import { secondMs } from "../testing/faults/platform-faults"
import {
  type ExportWorld,
  openExportWorld,
  orderFor,
  quickRunner,
} from "./testing/open-export-world"

const count = 650

let service: TestService
let ids: string[]
beforeAll(async () => {
  service = await startTestService({ databaseUrl: inject("databaseUrl"), count: 0 })
  ids = Array.from({ length: count }, () => randomUUID())
  const name = (index: number) => `Department ${`${index}`.padStart(4, "0")}`
  await service.store.loadRecords(
    "department",
    ids.map((id, index) => ({ values: sampleDepartment({ id, name: name(index) }) })),
  )
})
afterAll(() => service.stop())

const linesOf = async (exporting: ExportWorld, id: string) => {
  const lines: string[][] = parse(await exporting.readText(id))
  return lines.slice(1).map(([line]) => line)
}

/** Expects an interrupted export to be marked as partial and to have the first rows of the list. */
async function checkPart(exporting: ExportWorld, id: string) {
  await expect(exporting.readText(id)).rejects.toThrow("export_conflict")
  await exporting.service.change(exporting.person, id, "paused")
  const manifest = await exporting.readManifest(id)
  expect(manifest).toMatchObject({
    state: "partial",
    file: expect.stringMatching(/-partial\.csv$/),
  })
  expect(await linesOf(exporting, id)).toEqual(ids.slice(0, manifest.rows))
  expect(manifest.rows).toBeLessThan(count)
  await exporting.service.change(exporting.person, id, "running")
}

async function live(world: FaultWorld, exporting: ExportWorld, fault: Fault) {
  world.proxy.script = async (call) => {
    await sleep(call.isToken ? 0 : 60)
    return call.pass()
  }
  const { id } = await exporting.start(orderFor("departments", { columns: ["id"] }))
  await exporting.waitFor(id, ({ rows }) => rows >= 200)
  await fault.begin(world)
  const met = await exporting.waitFor(
    id,
    ({ state, reason }) => state === "done" || reason !== null,
  )
  if (fault.traversal === "answer") expect(met.reason).toBe(null)
  if (met.state !== "done") {
    expect([fault.traversal, "upstream_unavailable"]).toContain(met.reason)
    await checkPart(exporting, id)
  }
  await world.heal()
  const done = await exporting.waitFor(id, ({ state }) => state === "done")
  expect(done.rows).toBe(count)
  expect(await linesOf(exporting, id)).toEqual(ids)
  expect(await exporting.readManifest(id)).toMatchObject({ state: "complete", rows: count })
}

describe.concurrent("A running export", () => {
  // rules: Faults
  test.for(faultTable)("recovers from: $name", { timeout: 400_000 }, async (fault, { skip }) => {
    const world = await openFaultWorld(service.origin, fault)
    if (typeof world === "string") return skip(world)
    const { upstream, config } = world
    const rule = { ...quickRunner, secondMs }
    const exporting = await openExportWorld({
      databaseUrl: inject("databaseUrl"),
      config,
      upstream,
      rule,
    })
    await live(world, exporting, fault)
      .finally(() => exporting.close())
      .finally(world.stop)
  })
})
