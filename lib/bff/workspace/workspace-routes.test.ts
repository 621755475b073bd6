import { randomUUID } from "node:crypto"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest"
import { demoClient } from "@/service/identity/demo-client"
import { guidOf } from "@/service/testing/small-data"
import { startTestService, type TestService } from "@/service/testing/test-service"
import { catalogue, parseWorkspace, type Workspace } from "../../catalogue"
import { createWorkspaceEdits, openPool } from "../../store"
import type { OperationRequest } from "../bff"
import { createOwnAsker, type OwnAsking } from "../testing/ask-own-route"
import { createTestBff, personOf } from "../testing/test-bff"
import { createWorkspaceReader } from "../workspace-reader"
import { createWorkspaceEditor } from "./workspace-editor"
import { workspaceCheckRoute, workspaceExportRoute, workspaceRoutes } from "./workspace-routes"

const schema = `workspace_${randomUUID().slice(0, 8)}`
const pool = openPool(inject("databaseUrl"), { max: 4 })
const edits = createWorkspaceEdits({ pool, schema })
const guid = (at: number) => `00000000-0000-4000-8000-${`${at}`.padStart(12, "0")}`

let file: Workspace = { entries: [] }
const readFile = async () => file
const openEditor = () => createWorkspaceEditor({ catalogue, readFile, edits })
let editor = openEditor()

let service: TestService
let bff: ReturnType<typeof createTestBff>
beforeAll(async () => {
  await edits.prepare()
  service = await startTestService({ databaseUrl: inject("databaseUrl") })
  const { id: clientId, secret: clientSecret } = demoClient
  const tokenUrl = `${service.origin}/oidc/token`
  bff = createTestBff({ apiUrl: service.url, tokenUrl, clientId, clientSecret })
})
beforeEach(async () => {
  await pool.query(`truncate "${schema}".workspace_edit`)
  await edits.change(() => ({}), "test")
  file = { entries: [] }
  editor = openEditor()
})
afterAll(async () => {
  await bff.close()
  await service.stop()
  await pool.query(`drop schema "${schema}" cascade`)
  await pool.end()
})

const send = createOwnAsker()
const admin = personOf("admin")
const asked: OperationRequest[] = []
const readOperation = (request: OperationRequest) => {
  asked.push(request)
  return bff.bff.readOperation(request)
}
const parts = () => ({ catalogue, editor, readOperation })
const ask = (asking: OwnAsking = {}, who = admin) => send(workspaceRoutes(parts()), who, asking)
const add = (kind: string, entry: object, parent = "") =>
  ask({ method: "POST", json: { parent, kind, entry } })
const check = (place: string) =>
  send([workspaceCheckRoute(parts())], admin, { method: "POST", json: { place } })

test("an entry is added, named, hidden and shown, and every page and instance sees it at once", async () => {
  const other = openEditor()
  const { status, body } = await add("dataSet", {
    id: guid(1).toUpperCase(),
    name: " Hours ",
    unit: "h",
  })
  expect({ status, body }).toEqual({ status: 200, body: { place: `dataSets/${guid(1)}` } })
  expect((await other.readWorkspace()).entries).toMatchObject([{ name: "Hours", unit: "h" }])
  const { place } = body
  expect((await ask({ method: "PATCH", json: { place, name: "Time" } })).status).toBe(204)
  expect((await other.readWorkspace()).entries).toMatchObject([{ name: "Time", unit: "h" }])
  expect((await ask({ method: "DELETE", search: `?place=${place}` })).status).toBe(204)
  expect((await other.readWorkspace()).entries).toEqual([])
})

test("what stands in the file is hidden with its origin told, and restored", async () => {
  const parsed = parseWorkspace(catalogue, { templates: [{ id: guid(1), name: "Welcome" }] })
  if (parsed.ok) file = parsed.workspace
  const place = `templates/${guid(1)}`
  await ask({ method: "DELETE", search: `?place=${place}` })
  expect((await editor.readWorkspace()).entries).toEqual([])
  expect((await ask()).body.entries).toMatchObject([{ place, origin: "hidden", name: "Welcome" }])
  await ask({ method: "PATCH", json: { place, restore: true } })
  expect((await ask()).body.entries).toMatchObject([{ place, origin: "file" }])
})

test.each([
  ["no guid", { id: "x", name: "A" }, "id"],
  ["a blank name", { id: guid(1), name: "  " }, "name"],
  ["an unknown member", { id: guid(1), name: "A", colour: 1 }, "colour"],
  ["a long name", { id: guid(1), name: "x".repeat(201) }, "name"],
])("an entry with %s is refused by name of the member", async (_, entry, parameter) => {
  const { status, body } = await add("communicationTemplate", entry)
  expect(status).toBe(400)
  expect(body).toMatchObject({ code: "invalid_body", errors: [{ parameter }] })
})

test("the same id twice is refused, and so is what is not there", async () => {
  await add("communicationTemplate", { id: guid(1), name: "A" })
  expect((await add("communicationTemplate", { id: guid(1), name: "B" })).body.code).toBe(
    "already_there",
  )
  for (const asking of [
    { method: "DELETE", search: "?place=templates/x" },
    { method: "PATCH", json: { place: "templates/x", name: "B" } },
  ])
    expect((await ask(asking)).body.code).toMatch(/not_found|invalid_body/)
})

test("a file is imported whole or not at all, each fault with its row, unless the good rows are wanted", async () => {
  const json = {
    dataSets: [
      { id: guid(1), name: "Hours" },
      { id: "x", name: "Bad" },
      { id: guid(1), name: "Again" },
    ],
    templates: [{ id: guid(2), name: "Welcome" }],
  }
  const refused = await ask({ method: "PUT", json })
  expect(refused.status).toBe(422)
  expect(refused.body).toMatchObject({
    code: "invalid_import",
    errors: [
      {
        parameter: "dataSets[1].id",
        message: "must be a guid",
        fault: { code: "no_guid" },
      },
    ],
  })
  expect((await editor.readWorkspace()).entries).toEqual([])
  const taken = await ask({ method: "PUT", json, search: "?take=good" })
  expect(taken.status).toBe(200)
  expect(taken.body).toMatchObject({ added: 2, renamed: 0, unchanged: 0 })
  expect(taken.body.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual([
    "dataSets[1].id",
    "dataSets[2].id",
  ])
  expect(await send([workspaceExportRoute(parts())], admin)).toMatchObject({
    status: 200,
    body: {
      dataSets: [{ id: guid(1), name: "Hours" }],
      templates: [{ id: guid(2), name: "Welcome" }],
    },
  })
})

test("an export is a file that imports as it is", async () => {
  await add("calendarModule", { id: guid(1), name: "Meetings" })
  await add("calendar", { id: guid(2), name: "Board" }, `calendarModules/${guid(1)}`)
  const { headers, body } = await send([workspaceExportRoute(parts())], admin)
  expect(headers.get("content-disposition")).toBe('attachment; filename="workspace.json"')
  expect(parseWorkspace(catalogue, body).ok).toBe(true)
  expect((await ask({ method: "PUT", json: body })).body).toMatchObject({ added: 0, unchanged: 2 })
})

test("a workspace file that cannot be used is a problem with its faults", async () => {
  const directory = await mkdtemp(join(tmpdir(), "workspace-"))
  const path = join(directory, "workspace.json")
  await writeFile(path, JSON.stringify({ dataSets: [{ id: "x", name: "" }] }))
  const readFile = createWorkspaceReader({ catalogue, file: path })
  editor = createWorkspaceEditor({ catalogue, readFile, edits })
  const { status, body } = await ask()
  expect({ status, code: body.code }).toEqual({ status: 500, code: "invalid_workspace" })
  expect(body.errors).toEqual([
    {
      parameter: "dataSets[0].id",
      message: "must be a guid",
      fault: { code: "no_guid" },
    },
    {
      parameter: "dataSets[0].name",
      message: "must not be blank",
      fault: { code: "blank" },
    },
  ])
  expect((await add("dataSet", { id: guid(1), name: "A" })).body.code).toBe("invalid_workspace")
  await rm(directory, { recursive: true })
})

test.each([
  ["text that is no JSON", { headers: {}, csv: "{", search: "" }, "unsupported_media_type"],
  ["a list", { json: [] }, "invalid_import"],
  ["17 MB", { json: { x: "x".repeat(17 * 1024 * 1024) } }, "body_too_large"],
] as [string, OwnAsking, string][])("%s is not imported", async (_, asking, code) => {
  expect((await ask({ method: "PUT", ...asking })).body.code).toBe(code)
})

test("only administrators read or change it", async () => {
  for (const method of ["GET", "POST", "PATCH", "DELETE", "PUT"])
    for (const who of [personOf("hr"), personOf("analyst"), personOf()])
      expect(
        (await ask({ method, json: method === "GET" ? undefined : {} }, who)).body,
      ).toMatchObject({
        code: "forbidden",
        permission: "workspace:write",
      })
})

test("a check asks the platform once, past the cache, and tells what it said", async () => {
  const id = guidOf("dataSet")
  await add("dataSet", { id, name: "Known" })
  await add("dataSet", { id: guid(9), name: "Unknown" })
  const before = service.lines.length
  expect((await check(`dataSets/${id}`)).body).toEqual({ result: "exists" })
  expect((await check(`dataSets/${guid(9)}`)).body).toEqual({ result: "not_found" })
  const calls = service.lines.slice(before).filter(({ operation }) => operation === "data-points")
  expect(calls).toHaveLength(2)
  for (const { headers } of asked.slice(-2)) expect(headers?.get("cache-control")).toBe("no-cache")
  expect((await check("dataSets/x")).body.code).toBe("not_found")
})

test("a calendar, which only a list shows, is looked for in that list", async () => {
  const module = guidOf("calendarModule")
  const list = await service.get(`/v1.2/calendarmodules/${module}/calendars?limit=1`)
  const known = (await list.json()).data[0].id
  const place = `calendarModules/${module}`
  await add("calendarModule", { id: module, name: "Meetings" })
  await add("calendar", { id: known, name: "Board" }, place)
  await add("calendar", { id: guid(9), name: "Gone" }, place)
  expect((await check(`${place}/calendars/${known}`)).body).toEqual({ result: "exists" })
  expect((await check(`${place}/calendars/${guid(9)}`)).body).toEqual({ result: "not_found" })
})

test("a module without an operation of its own is checked through what it holds", async () => {
  const module = guidOf("serviceFormModule")
  await add("serviceFormModule", { id: module, name: "Requests" })
  const place = `serviceFormModules/${module}`
  expect((await check(place)).body).toEqual({ result: "unclear" })
  await add("form", { id: guidOf("form"), name: "Holiday" }, place)
  expect((await check(place)).body).toEqual({ result: "exists", through: "Holiday" })
  expect((await check(`${place}/forms/${guidOf("form")}`)).body).toEqual({ result: "exists" })
})

test("a platform that does not answer leaves a check unclear, with its code", async () => {
  const down = createTestBff({
    apiUrl: "http://127.0.0.1:1/api",
    tokenUrl: "http://127.0.0.1:1/oidc/token",
    clientId: "client",
    clientSecret: "secret",
  })
  await add("dataSet", { id: guid(9), name: "Any" })
  const route = workspaceCheckRoute({ ...parts(), readOperation: down.bff.readOperation })
  const asking = { method: "POST", json: { place: `dataSets/${guid(9)}` } }
  expect((await send([route], admin, asking)).body).toEqual({
    result: "unclear",
    code: "upstream_unreachable",
  })
  await down.close()
})

test("where the edits cannot be reached, pages show those that were known last", async () => {
  await add("communicationTemplate", { id: guid(1), name: "Known" })
  let isDown = false
  const unsure = createWorkspaceEditor({
    catalogue,
    readFile,
    edits: {
      ...edits,
      readRevision: () => (isDown ? Promise.reject(new Error("down")) : edits.readRevision()),
    },
  })
  await unsure.readWorkspace()
  isDown = true
  expect((await unsure.readWorkspace()).entries).toMatchObject([{ name: "Known" }])
  await expect(unsure.readEntries()).rejects.toThrow("down")
})
