import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from "vitest"
import { demoClient } from "@/service/identity/demo-client"
import { startTestService, type TestService } from "@/service/testing/test-service"
import { catalogue, findOperation, type PatchOperation } from "../../catalogue"
import { migrateTables, openPool } from "../../db"
import { createUpstream, type Ticket, type Upstream } from "../../platform"
import { createEditor, type Edit, type EditResult } from "../edits/editor"
import { createLog } from "../http/log"
import { BffError } from "../http/problem"
import { createExpensiveWork } from "../http/slots"
import { createRouteAsker } from "../testing/ask-routes"
import { noEdits, personOf } from "../testing/test-bff"
import { createDepartmentNamesService, type DepartmentNamesService } from "./departments-service"
import { createDepartmentNames } from "./departments-table"
import { namesRoutes } from "./routes"
import { createUserNames } from "./table"

const schema = `directory_${randomUUID().slice(0, 8)}`
const pool = openPool(inject("databaseUrl"), { max: 4 })
const names = createDepartmentNames({ pool, schema })
const guid = (at: number) => `10000000-0000-4000-8000-${`${at}`.padStart(12, "0")}`
const department = (at: number) => ({
  scope: {},
  values: { id: guid(at), name: `Department ${at}`, type: "Store" },
})

let service: TestService
beforeAll(async () => {
  service = await startTestService({ databaseUrl: inject("databaseUrl") })
  const many = Array.from({ length: 250 }, (_, at) => department(at))
  await service.store.loadRecords("department", many)
})
afterAll(async () => {
  await service.stop()
  await pool.end()
})

let upstream: Upstream
let departmentNames: DepartmentNamesService
let priorities: (string | undefined)[]
const log = createLog({ write: () => {} })

/** Creates the service of one instance and records the priority of its calls. */
function open() {
  const config = {
    apiUrl: service.url,
    tokenUrl: `${service.origin}/oidc/token`,
    clientId: demoClient.id,
    clientSecret: demoClient.secret,
    scopePrefix: "svc.api",
  }
  upstream = createUpstream({ catalogue, config, clock: Date.now })
  const disclosed = {
    ...upstream,
    read: (read: { ticket: Ticket } & Parameters<Upstream["read"]>[0]) => {
      priorities.push(read.ticket.priority)
      return upstream.read(read)
    },
  }
  return createDepartmentNamesService({
    catalogue,
    apiUrl: service.url,
    names,
    log,
    upstream: disclosed,
  })
}

beforeEach(async () => {
  await migrateTables(pool, "dashboard", schema)
  await pool.query(
    `truncate "${schema}".department_name, "${schema}".department_names_reading;
     insert into "${schema}".department_names_reading (one) values (1)`,
  )
  priorities = []
  departmentNames = open()
})
afterEach(async () => {
  await departmentNames.close()
  await upstream.close()
})

const whole = () => expect.poll(async () => (await names.read("all")).asOf).toBeDefined()

test("there is no tree before the whole list has been read", async () => {
  const reading = (await names.claim({ everyMs: 0, leaseMs: 60_000 })) ?? ""
  await names.put(reading, [{ id: guid(1), name: "Department 1" }])
  expect(await departmentNames.readTree("all")).toBeUndefined()
  await names.finish(reading)
  expect(await departmentNames.readTree("all")).toEqual([
    { id: guid(1), parentId: null, type: null },
  ])
})

test("the first request is answered at once, and the list is read in the background with sync priority", async () => {
  expect(await departmentNames.read("all")).toMatchObject({ names: {}, asOf: undefined })
  await whole()
  const { names: saved } = await departmentNames.read("all")
  expect(saved[guid(249)]).toBe("Department 249")
  const { count } = await (await service.get("/v1.4/departments?limit=1")).json()
  expect(count).toBe(1)
  expect(Object.keys(saved).length).toBeGreaterThanOrEqual(250)
  expect(new Set(priorities)).toEqual(new Set(["sync"]))
  expect(priorities.length).toBe(Math.ceil(Object.keys(saved).length / 100))
})

test("the first check of which people may be named waits for the departments' managers", async () => {
  const [manager, nobody] = [guid(9_000), guid(9_001)]
  await service.query(
    `update department set manager_user_id = '${manager}' where id = '${guid(1)}'`,
  )
  expect(await departmentNames.nameable([manager, nobody], false)).toEqual([manager])
  expect(await departmentNames.nameable([manager, nobody], true)).toEqual([manager, nobody])
})

test("fresh names cost no call, however often and by how many instances they are requested", async () => {
  await departmentNames.read("all")
  await whole()
  const calls = priorities.length
  const other = open()
  await Promise.all(
    Array.from({ length: 20 }, (_, at) => (at % 2 ? other : departmentNames).read("all")),
  )
  await other.close()
  expect(priorities.length).toBe(calls)
})

test("an edited department has its new name, parent and city at once", async () => {
  await departmentNames.read("all")
  await whole()
  const operation = findOperation(catalogue, "update-department") as PatchOperation
  const saved = {
    ...noEdits,
    prepare: async () => {},
    intend: async () => "1",
    conclude: async () => undefined,
  }
  const plain = createEditor({ catalogue, upstream, edits: saved, invalidate: async () => {}, log })
  const editor = departmentNames.follow(plain)
  const text = JSON.stringify([
    { op: "replace", path: "/name", value: "Renamed" },
    { op: "replace", path: "/parentId", value: guid(8) },
    { op: "replace", path: "/city", value: "Oslo" },
  ])
  const patch = { text, operations: JSON.parse(text) }
  const parameters = { departmentId: guid(7) }
  const session = personOf("admin")
  await editor.edit({ operation, parameters, patch, session, requestId: randomUUID() })
  expect((await departmentNames.read("all")).names[guid(7)]).toBe("Renamed")
  const { departments } = await departmentNames.readDepartments("all")
  expect(departments.find(({ id }) => id === guid(7))).toEqual({
    id: guid(7),
    name: "Renamed",
    parentId: guid(8),
    type: "Store",
    externalId: null,
    city: "Oslo",
  })
})

test.each([
  ["whose outcome is unknown is followed by another reading of the list", "unknown_outcome", 1],
  ["that met another one is followed by another reading of the list", "test_failed", 1],
  ["that was refused for another reason is followed by none", "patch_not_applicable", 0],
] as const)("an edit %s", async (_, code, readings) => {
  await departmentNames.read("all")
  await whole()
  const calls = priorities.length
  const refused = { problem: new BffError(code), asOf: Date.now() } as EditResult
  const editor = departmentNames.follow({ edit: async (_: Edit) => refused })
  const operation = findOperation(catalogue, "update-department") as PatchOperation
  const patch = { text: "[]", operations: [] }
  const order = { operation, parameters: {}, patch, session: personOf("admin"), requestId: "one" }
  expect(await editor.edit(order)).toBe(refused)
  await departmentNames.read("all")
  await departmentNames.close()
  expect(priorities.length > calls).toBe(readings > 0)
})

test("if the platform is unreachable, the stored names remain", async () => {
  const reading = await names.claim({ everyMs: 0, leaseMs: 0 })
  await names.put(reading ?? "", [{ id: guid(1), name: "Kept" }])
  const broken = createDepartmentNamesService({
    catalogue,
    apiUrl: service.url,
    names,
    log,
    upstream: { ...upstream, read: () => Promise.reject(new Error("unreachable")) },
  })
  await pool.query(`update "${schema}".department_names_reading set renewed_at = null`)
  expect((await broken.read("all")).names).toEqual({ [guid(1)]: "Kept" })
  await broken.close()
  expect((await names.read("all")).names).toEqual({ [guid(1)]: "Kept" })
})

test("reading the names requires users:read", async () => {
  await departmentNames.read("all")
  await whole()
  const users = createUserNames({ pool, schema })
  const slots = createExpensiveWork(0)
  const ask = createRouteAsker(namesRoutes({ directory: departmentNames, names: users, slots }))
  for (const who of [personOf("hr"), personOf("analyst"), personOf("admin")]) {
    const { status, body } = await ask(who, "GET /api/names/departments")
    expect(status).toBe(200)
    expect(body.names[guid(1)]).toBe("Department 1")
    expect(Date.parse(body.asOf)).toBeGreaterThan(Date.now() - 60_000)
  }
  const refused = await ask(personOf(), "GET /api/names/departments")
  expect(refused).toMatchObject({ status: 403, body: { permission: "users:read" } })
})
