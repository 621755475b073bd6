import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { catalogue } from "../../catalogue"
import { createKeyedDocuments, migrateTables, openPool } from "../../db"
import type { Session } from "../../session"
import { createRouteAsker } from "../testing/ask-routes"
import { personOf } from "../testing/test-bff"
import { createEditSettings, requirePatchOperation } from "./edit-settings"
import { departmentsRoutes } from "./routes"

const schema = `settings_${randomUUID().slice(0, 8)}`
const pool = openPool(inject("databaseUrl"), { max: 2 })
const documents = createKeyedDocuments({ pool, schema })
beforeAll(() => migrateTables(pool, "dashboard", schema))
afterAll(async () => {
  await pool.end()
})

const settings = createEditSettings(documents, catalogue)
const department = { id: randomUUID(), name: "Store", parentId: null, type: "Store" }
const saved = { ...department, externalId: null, city: "Oslo" }
const askerAsOf = (asOf: number | undefined) =>
  createRouteAsker(
    departmentsRoutes({
      directory: {
        readDepartments: async () => ({ departments: [saved], asOf, isExpired: false }),
      },
      settings,
    }),
  )
const ask = askerAsOf(0)
const read = (who: Session) => ask(who, "GET /api/departments/settings")
const put = (who: Session, json: object, headers = {}) =>
  ask(who, "PUT /api/departments/settings", { json, headers })
const readers = [personOf("hr"), personOf("analyst"), personOf("admin")]

test("the settings default to the newest version with tests, and an administrator's change applies to all", async () => {
  for (const who of readers)
    expect(await read(who)).toMatchObject({
      status: 200,
      body: { version: "v1.2", takesTests: true },
    })
  const json = { version: "v1", takesTests: false }
  expect(await put(personOf("admin"), json)).toMatchObject({ body: json })
  for (const who of readers) expect((await read(who)).body).toEqual(json)
  expect(requirePatchOperation(catalogue, await settings.read()).id).toBe("update-department-v1")
})

test("only administrators may change the settings, and not from another site", async () => {
  const before = (await read(personOf("hr"))).body
  const json = { version: "v1.2", takesTests: true }
  for (const who of [personOf("hr"), personOf("analyst"), personOf()])
    expect(await put(who, json)).toMatchObject({ status: 403, body: { code: "forbidden" } })
  const headers = { "x-requested-with": "" }
  expect(await put(personOf("admin"), json, headers)).toMatchObject({
    status: 403,
    body: { code: "cross_site" },
  })
  expect((await read(personOf("hr"))).body).toEqual(before)
  expect(await read(personOf())).toMatchObject({ status: 403 })
})

test.each([
  [{ version: "v1.4", takesTests: true }],
  [{ version: "v1.2" }],
  [{ version: "v1.2", takesTests: "no" }],
  [{ version: "v1.2", takesTests: true, more: 1 }],
])("the settings %j are refused", async (json) => {
  expect(await put(personOf("admin"), json)).toMatchObject({
    status: 400,
    body: { code: "invalid_body" },
  })
})

test("the department tree requires users:read and has the time of its last read", async () => {
  const readTree = (who: Session, asking = ask) => asking(who, "GET /api/departments/tree")
  for (const who of readers)
    expect(await readTree(who)).toMatchObject({
      status: 200,
      body: { departments: [saved], asOf: "1970-01-01T00:00:00.000Z" },
    })
  expect((await readTree(personOf("hr"), askerAsOf(undefined))).body.asOf).toBeNull()
  expect(await readTree(personOf())).toMatchObject({
    status: 403,
    body: { permission: "users:read" },
  })
})
