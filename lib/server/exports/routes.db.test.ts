import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { catalogue } from "@/lib/catalogue"
import { exportsContract } from "@/lib/contract"
import { sampleDepartment } from "@/service/testing/departments"
import { startTestService, type TestService } from "@/service/testing/test-service"
import type { Quota } from "../../contract"
import { createRouteAsker } from "../testing/ask-routes"
import { personOf } from "../testing/test-bff"
import { exportsRoutes } from "./routes"
import { configOf, type ExportWorld, openExportWorld } from "./testing/open-export-world"

const none = { person: 0, export: 0, sync: 0 }
const quota: Quota = {
  platformLimit: 100,
  limit: 95,
  windowSeconds: 61,
  used: 0,
  usedByLane: none,
  waiting: none,
  freeInSeconds: 0,
  turnInSeconds: 0,
  pausedSeconds: 0,
  isDown: false,
}
const admin = personOf("admin")
const other = { ...admin, sub: "other" }
const analyst = personOf("analyst")

let service: TestService
let world: ExportWorld
let ask: ReturnType<typeof createRouteAsker>
beforeAll(async () => {
  const databaseUrl = inject("databaseUrl")
  service = await startTestService({ databaseUrl, count: 0 })
  const rows = ["North", "South"].map((name) => ({
    values: sampleDepartment({ name, id: randomUUID() }),
  }))
  await service.store.loadRecords("department", rows)
  world = await openExportWorld({ databaseUrl, config: configOf(service.origin) })
  const feed = { read: async () => quota }
  ask = createRouteAsker(exportsRoutes({ catalogue, service: world.service, feed }))
})
afterAll(async () => {
  await world?.close()
  await service?.stop()
})

async function exportDepartments(more: object = {}): Promise<string> {
  const json = { operation: "departments", format: "csv", ...more }
  const { status, body } = await ask(admin, "POST /api/exports", { json })
  expect(status).toBe(200)
  await world.waitFor(body.id, ({ state }) => state === "done")
  return body.id
}

test.each(["csv", "xlsx"])(
  "only the person of a %s export can read, download and remove it",
  async (format) => {
    const id = await exportDepartments({ format })
    const path = `/api/exports/${id}`
    for (const requested of [`GET ${path}`, `GET ${path}/file`, `DELETE ${path}`])
      expect((await ask(other, requested)).body).toMatchObject({ code: "not_found" })
    expect((await ask(admin, `GET ${path}`)).body).toMatchObject({ state: "done", rows: 2 })
    const { exports } = (await ask(admin, "GET /api/exports")).body
    expect(exports[0]).toMatchObject({ id, file: { isComplete: true } })
    const file = await ask(admin, `GET ${path}/file`)
    expect(file.headers.get("content-disposition")).toContain(exports[0].file.name)
    const manifest = await ask(admin, `GET ${path}/manifest`)
    const { answer } = exportsContract.readExportManifest
    expect(answer.parse(manifest.body)).toMatchObject({ rows: 2, state: "complete" })
    expect((await ask(admin, `DELETE ${path}`)).status).toBe(204)
    expect((await ask(admin, "GET /api/exports")).body).toEqual({ exports: [] })
  },
)

test("a finished export cannot be paused, and an unknown state is refused", async () => {
  const path = `/api/exports/${await exportDepartments()}`
  const change = async (state: string) =>
    (await ask(admin, `PATCH ${path}`, { json: { state } })).body.code
  expect(await change("paused")).toBe("export_conflict")
  expect(await change("done")).toBe("invalid_body")
})

test("an id that is no GUID responds not_found", async () => {
  for (const id of ["x", "'; drop table export_job"])
    expect((await ask(admin, `GET /api/exports/${encodeURIComponent(id)}`)).body.code).toBe(
      "not_found",
    )
})

test("nobody can export or estimate a list that their role may not read", async () => {
  const json = { operation: "highscores", format: "csv" }
  const search = "operation=highscores&rows=1&all=true"
  for (const refused of [
    await ask(analyst, "POST /api/exports", { json }),
    await ask(analyst, `GET /api/exports/estimate?${search}`),
  ])
    expect(refused.body).toMatchObject({ code: "forbidden", permission: "highscores:read" })
})

test("an estimate requires a list and a number of rows", async () => {
  const estimate = (search: string) => ask(admin, `GET /api/exports/estimate?${search}`)
  expect((await estimate("operation=departments&rows=2500&all=false")).body).toMatchObject({
    rowsPerCall: 100,
    calls: 25,
    isAtLeast: true,
  })
  expect((await estimate("operation=all-departments&rows=2500&all=true")).body).toMatchObject({
    calls: 0,
    minutes: 0,
    isAtLeast: false,
  })
  for (const search of [
    "",
    "operation=departments&rows=x&all=true",
    "operation=departments&rows=-1&all=true",
    "operation=departments&rows=1&all=yes",
    "operation=content-post&rows=1&all=true",
    "operation=departments&rows=1&all=true&more=1",
  ])
    expect((await estimate(search)).body).toMatchObject({ code: "invalid_query" })
})
