import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { demoClient } from "@/service/identity/demo-client"
import { smallParameters } from "@/service/testing/small-data"
import { startTestService, type TestService } from "@/service/testing/test-service"
import { type Operation, printPath } from "../catalogue"
import { extendedCatalogue as extended } from "../catalogue/testing/extended-catalogue"
import { migrateTables, openPool } from "../db"
import { createEditLog } from "./edits/table"
import { createTestBff, ownOrigin, personOf } from "./testing/test-bff"

const reads = extended.operations.filter(({ method }) => method === "GET")
const writes = extended.operations.filter(({ method }) => method === "PATCH")
const byId = (operations: readonly Operation[]) =>
  operations.map((operation) => [operation.id, operation] as const)

const patchHeaders = {
  "x-requested-with": "dashboard",
  origin: ownOrigin,
  "sec-fetch-site": "same-origin",
  "content-type": "application/json-patch+json",
}

const schema = `access_${randomUUID().slice(0, 8)}`
let pool: ReturnType<typeof openPool>
let service: TestService
let bff: ReturnType<typeof createTestBff>

beforeAll(async () => {
  service = await startTestService({ databaseUrl: inject("databaseUrl"), catalogue: extended })
  const tokenUrl = `${service.origin}/oidc/token`
  const client = { clientId: demoClient.id, clientSecret: demoClient.secret }
  pool = openPool(inject("databaseUrl"), { max: 1 })
  await migrateTables(pool, "dashboard", schema)
  const edits = createEditLog({ pool, schema })
  bff = createTestBff({ apiUrl: service.url, tokenUrl, ...client }, { catalogue: extended, edits })
})
afterAll(async () => {
  await bff.close()
  await pool.end()
  await service.stop()
})

type Requested = Parameters<typeof bff.ask>[1]

/** Requests an operation on the small test data and counts the upstream calls. */
async function ask(
  operation: Operation,
  more: Requested,
  path = printPath(operation, smallParameters(operation)),
) {
  const before = service.lines.length
  const answer = await bff.ask(path, {
    method: operation.method,
    headers: new Headers(patchHeaders),
    ...more,
  })
  return { ...answer, calls: service.lines.length - before }
}

// rules: A report page 1
test.each(byId(reads))("%s responds with data, its source and its time", async (_, operation) => {
  const answer = await ask(operation, {})
  expect(answer.status).toBe(200)
  if (operation.kind === "list") expect(answer.body.count).toBe(5)
  else
    expect(answer.body.data).toMatchObject({
      id: Object.values(smallParameters(operation)).at(-1),
    })
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "application/json",
    "cache-control": "private, no-store",
    "x-data-source": "live",
    "x-data-as-of": "2026-11-21T10:00:00.000Z",
    "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
})

// rules: A report page 1
test.each(byId(extended.operations))(
  "%s responds 403 with the missing permission and calls nothing upstream",
  async (_, operation) => {
    const answer = await ask(operation, { session: personOf() })
    const permission = `${operation.domain}:${operation.kind === "patch" ? "write" : "read"}`
    expect(answer).toMatchObject({ status: 403, calls: 0, body: { code: "forbidden", permission } })
  },
)

const without = (name: string) =>
  Object.fromEntries(Object.entries(patchHeaders).filter(([header]) => header !== name))

test.each([
  ["no origin", without("origin"), "cross_site"],
  ["a foreign origin", { ...patchHeaders, origin: "https://evil.test" }, "cross_site"],
  ["the origin null", { ...patchHeaders, origin: "null" }, "cross_site"],
  ["a cross-site fetch", { ...patchHeaders, "sec-fetch-site": "cross-site" }, "cross_site"],
  ["a same-site fetch", { ...patchHeaders, "sec-fetch-site": "same-site" }, "cross_site"],
  ["no own header", without("x-requested-with"), "cross_site"],
  ["no type", without("content-type"), "unsupported_media_type"],
  ["plain text", { ...patchHeaders, "content-type": "text/plain" }, "unsupported_media_type"],
  ["a form", { ...patchHeaders, "content-type": "multipart/form-data" }, "unsupported_media_type"],
])("a PATCH with %s is refused before the platform is called", async (_, headers, code) => {
  for (const operation of writes) {
    const { body, calls } = await ask(operation, { headers: new Headers(headers) })
    expect(body).toMatchObject({ code })
    expect(calls).toBe(0)
  }
})

// rules: Feature gates 2
test("a feature that is switched off is refused with the platform's message", async () => {
  const service = await startTestService({
    databaseUrl: inject("databaseUrl"),
    switchedOff: ["serviceFormModule.stages"],
  })
  const client = { clientId: demoClient.id, clientSecret: demoClient.secret }
  const own = createTestBff({
    apiUrl: service.url,
    tokenUrl: `${service.origin}/oidc/token`,
    ...client,
  })
  const operation = reads.find(({ id }) => id === "stage-reviews") as Operation
  const { status, body } = await own.ask(printPath(operation, smallParameters(operation)))
  await own.close()
  await service.stop()
  expect({ status, code: body.code }).toEqual({ status: 400, code: "feature_not_enabled" })
  expect(body.detail).toMatch(/not enabled/i)
})

const lists = reads.filter(({ kind }) => kind === "list")

test.each(byId(lists))(
  "%s is paged to its end and back through the dashboard's own URLs",
  async (_, operation) => {
    const path = printPath(operation, smallParameters(operation))
    const whole = await bff.ask(path)
    const first = await bff.ask(`${path}?limit=2`)
    const second = await bff.ask(first.body.nextUrl)
    const third = await bff.ask(second.body.nextUrl)
    expect([first, second, third].flatMap(({ body }) => body.data)).toEqual(whole.body.data)
    expect(third.body).not.toHaveProperty("nextUrl")
    const back = await bff.ask(third.body.previousUrl)
    expect(back.body.data).toEqual(second.body.data)
    for (const { text } of [whole, first, second, third, back])
      expect(text).not.toContain(new URL(service.origin).host)
  },
)

/** Adds a department to edit and returns its id. */
async function addDepartment(): Promise<string> {
  const [id, time] = [randomUUID(), "2024-01-01T00:00:00Z"]
  const times = { creationDateTime: time, lastModifiedDateTime: time }
  const values = { id, name: "Harbour", type: "Region", ...times }
  await service.store.loadRecords("department", [{ scope: {}, values }])
  return id
}

test.each(byId(writes))("%s applies an administrator's edit", async (_, operation) => {
  const name = `Renamed by ${operation.id}`
  const body = new Blob([JSON.stringify([{ op: "replace", path: "/name", value: name }])])
  const path = printPath(operation, { departmentId: await addDepartment() })
  const answer = await ask(operation, { body: body.stream() }, path)
  expect(answer).toMatchObject({ status: 200, body: { data: { name } } })
})
