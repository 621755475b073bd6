import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { catalogue } from "../../catalogue"
import { createKeyedDocuments, openPool } from "../../store"
import { createOwnAsker } from "../testing/ask-own-route"
import { personOf } from "../testing/test-bff"
import { departmentTreeRoute, editSettingsRoutes } from "./departments-routes"
import { createEditSettings, requirePatchOperation } from "./edit-settings"

const schema = `settings_${randomUUID().slice(0, 8)}`
const pool = openPool(inject("databaseUrl"), { max: 2 })
const documents = createKeyedDocuments({ pool, schema })
beforeAll(() => documents.prepare())
afterAll(async () => {
  await pool.query(`drop schema "${schema}" cascade`)
  await pool.end()
})

const ask = createOwnAsker()
const settings = createEditSettings(documents, catalogue)
const routes = editSettingsRoutes(catalogue, settings)
const readers = [personOf("hr"), personOf("analyst"), personOf("admin")]

test("the settings begin with the newest version and tests, and an administrator's are everybody's", async () => {
  for (const who of readers)
    expect(await ask(routes, who)).toMatchObject({
      ...{ status: 200, body: { version: "v1.2", takesTests: true } },
    })
  const json = { version: "v1", takesTests: false }
  expect(await ask(routes, personOf("admin"), { method: "PUT", json })).toMatchObject({
    body: json,
  })
  for (const who of readers) expect((await ask(routes, who)).body).toEqual(json)
  expect(requirePatchOperation(catalogue, await settings.read()).id).toBe("update-department-v1")
})

test("nobody else changes them, and no page of another site", async () => {
  const before = (await ask(routes, personOf("hr"))).body
  const put = { method: "PUT", json: { version: "v1.2", takesTests: true } }
  for (const who of [personOf("hr"), personOf("analyst"), personOf()])
    expect(await ask(routes, who, put)).toMatchObject({ status: 403, body: { code: "forbidden" } })
  const headers = { "x-requested-with": "" }
  expect(await ask(routes, personOf("admin"), { ...put, headers })).toMatchObject({
    ...{ status: 403, body: { code: "cross_site" } },
  })
  expect((await ask(routes, personOf("hr"))).body).toEqual(before)
  expect(await ask(routes, personOf())).toMatchObject({ status: 403 })
})

test.each([
  [{ version: "v1.4", takesTests: true }],
  [{ version: "v1.2" }],
  [{ version: "v1.2", takesTests: "no" }],
  [{ version: "v1.2", takesTests: true, more: 1 }],
])("%j is refused", async (json) => {
  expect(await ask(routes, personOf("admin"), { method: "PUT", json })).toMatchObject({
    ...{ status: 400, body: { code: "invalid_body" } },
  })
})

test("the tree is told to whoever may read about users, with the time of its last reading", async () => {
  const department = { id: "1", name: "Store", parentId: null, type: "Store" }
  const kept = { ...department, externalId: null, city: "Oslo" }
  const tree = (asOf: number | undefined) =>
    departmentTreeRoute({
      readDepartments: async () => ({ departments: [kept], asOf, isExpired: false }),
    })
  for (const who of readers)
    expect(await ask([tree(0)], who)).toMatchObject({
      ...{ status: 200, body: { departments: [kept], asOf: "1970-01-01T00:00:00.000Z" } },
    })
  expect((await ask([tree(undefined)], personOf("hr"))).body.asOf).toBeNull()
  expect(await ask([tree(0)], personOf())).toMatchObject({
    ...{ status: 403, body: { permission: "users:read" } },
  })
})
