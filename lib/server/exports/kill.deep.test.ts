import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { type Child, startChild } from "@/scripts/child"
import { rounds } from "@/scripts/testing/rounds"
import { startTestService, type TestService } from "@/service/testing/test-service"
import type { ChildOrder } from "./testing/export-until-killed"
import { configOf, openExportWorld, orderFor } from "./testing/open-export-world"
import { digestFile, digestSource, loadPoints, pointColumns } from "./testing/source-points"

const count = rounds({ test: 20_000, deep: 60_000 })
const kills = rounds({ test: 2, deep: 4 })
const leaseMs = 1000
const childFile = join(import.meta.dirname, "testing/export-until-killed.ts")

let service: TestService
let dataSetId: string
beforeAll(async () => {
  service = await startTestService({ databaseUrl: inject("databaseUrl"), count: 0 })
  dataSetId = await loadPoints(service, count)
}, 600_000)
afterAll(() => service.stop())

/** Starts a process and waits until it works on the exports. */
const startWorking = (order: ChildOrder): Promise<Child> =>
  new Promise((resolve, reject) => {
    const child = startChild({
      name: "exporter",
      arguments: ["--conditions=react-server", "--import", "tsx", childFile, JSON.stringify(order)],
      environment: {},
      onLine: (line) => {
        if (line === "working") resolve(child)
      },
    })
    void child.ended.then((sentence) => reject(new Error(sentence)))
  })

// rules: Resuming 1
test(`An export of ${count} rows whose process is killed ${kills} times has the count and checksum of its source.`, async () => {
  const databaseUrl = inject("databaseUrl")
  const config = configOf(service.origin)
  const world = await openExportWorld({ databaseUrl, config })
  await world.stopRunning()
  const { schema } = world
  const query = "timeStamp[gte]=2020-01-01"
  const { id } = await world.start(
    orderFor("data-points", { parameters: { dataSetId }, query, columns: pointColumns }),
  )
  for (let round = 1; round <= kills; round += 1) {
    const before = (await world.service.find(world.person, id)).rows
    const child = await startWorking({ databaseUrl, schema, config, leaseMs })
    await world.waitFor(id, ({ rows }) => rows > before + count / (kills + 3) / 2)
    await child.kill()
    const { state, rows } = await world.service.find(world.person, id)
    expect(state).toBe("running")
    expect(rows).toBeLessThan(count)
    await delay(50)
    expect((await world.service.find(world.person, id)).rows).toBe(rows)
    await expect(world.readText(id)).rejects.toThrow("export_conflict")
  }
  const last = await openExportWorld({ databaseUrl, config, schema })
  const job = await last.waitFor(id, ({ state }) => state === "done")
  expect(job.rows).toBe(count)
  const file = await last.readFile(id)
  expect(await digestFile(file)).toEqual(await digestSource(service, dataSetId))
  expect(await last.readManifest(id)).toMatchObject({ rows: count, state: "complete" })
  await last.close()
  await world.close()
}, 900_000)
