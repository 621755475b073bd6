import { randomUUID } from "node:crypto"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest"
import { deepTest } from "@/scripts/testing/deep-test"
import { demoClient } from "@/service/identity/demo-client"
import { guidOf } from "@/service/testing/small-data"
import { startTestService, type TestService } from "@/service/testing/test-service"
import { catalogue, parseWorkspace, type Workspace } from "../../catalogue"
import { migrateTables, openPool } from "../../db"
import type { Reads } from "../reads/operations"
import { type Asking, createRouteAsker } from "../testing/ask-routes"
import { createTestBff, personOf } from "../testing/test-bff"
import { workspaceRoutes } from "./routes"
import { createWorkspaceService } from "./service"
import { createWorkspaceEdits } from "./table"
import { createWorkspaceReader } from "./workspace-reader"

const schema = `workspace_${randomUUID().slice(0, 8)}`
const pool = openPool(inject("databaseUrl"), { max: 4 })
const edits = createWorkspaceEdits({ pool, schema })
const guid = (at: number) => `00000000-0000-4000-8000-${`${at}`.padStart(12, "0")}`

let file: Workspace = { entries: [] }
const readFile = async () => file
const openEditor = () => createWorkspaceService({ catalogue, readFile, edits })
let editor = openEditor()

let service: TestService
let bff: ReturnType<typeof createTestBff>
beforeAll(async () => {
  await migrateTables(pool, "dashboard", schema)
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
  await pool.end()
})

const admin = personOf("admin")
const requested: Parameters<Reads["read"]>[] = []
const readRecords: Reads["read"] = (...given) => {
  requested.push(given)
  return bff.reads.read(...given)
}
const parts = () => ({ catalogue, editor, read: readRecords })
const ask = (requested: string, asking: Asking = {}, who = admin) =>
  createRouteAsker(workspaceRoutes(parts()))(who, requested, asking)
const read = () => ask("GET /api/workspace")
const add = (kind: string, entry: object, parent = "") =>
  ask("POST /api/workspace", { json: { parent, kind, entry } })
const change = (json: object) => ask("PATCH /api/workspace", { json })
const remove = (path: string) => ask(`DELETE /api/workspace?place=${path}`)
const check = (path: string) => ask("POST /api/workspace/check", { json: { place: path } })

// rules: What no endpoint tells 3
test("an entry can be added, renamed and removed, and every instance sees it at once", async () => {
  const other = openEditor()
  const { status, body } = await add("dataSet", {
    id: guid(1).toUpperCase(),
    name: " Hours ",
    unit: "h",
  })
  expect({ status, body }).toEqual({ status: 200, body: { place: `dataSets/${guid(1)}` } })
  expect((await other.readWorkspace()).entries).toMatchObject([{ name: "Hours", unit: "h" }])
  const { place: path } = body
  expect((await change({ place: path, name: "Time" })).status).toBe(204)
  expect((await other.readWorkspace()).entries).toMatchObject([{ name: "Time", unit: "h" }])
  expect((await remove(path)).status).toBe(204)
  expect((await other.readWorkspace()).entries).toEqual([])
})

test("a removed entry of the file is hidden with its origin, and can be restored", async () => {
  const parsed = parseWorkspace(catalogue, { templates: [{ id: guid(1), name: "Welcome" }] })
  if (parsed.ok) file = parsed.workspace
  const path = `templates/${guid(1)}`
  await remove(path)
  expect((await editor.readWorkspace()).entries).toEqual([])
  expect((await read()).body.entries).toMatchObject([
    { place: path, origin: "hidden", name: "Welcome" },
  ])
  await change({ place: path, restore: true })
  expect((await read()).body.entries).toMatchObject([{ place: path, origin: "file" }])
})

test.each([
  ["no guid", { id: "x", name: "A" }, "id"],
  ["a blank name", { id: guid(1), name: "  " }, "name"],
  ["an unknown member", { id: guid(1), name: "A", colour: 1 }, "colour"],
  ["a long name", { id: guid(1), name: "x".repeat(201) }, "name"],
])("an entry with %s is refused with the name of the member", async (_, entry, parameter) => {
  const { status, body } = await add("communicationTemplate", entry)
  expect(status).toBe(400)
  expect(body).toMatchObject({ code: "invalid_body", errors: [{ parameter }] })
})

test("a duplicate id is refused, and so is an unknown entry", async () => {
  await add("communicationTemplate", { id: guid(1), name: "A" })
  expect((await add("communicationTemplate", { id: guid(1), name: "B" })).body.code).toBe(
    "already_there",
  )
  for (const refused of [
    await remove("templates/x"),
    await change({ place: "templates/x", name: "B" }),
  ])
    expect(refused.body.code).toMatch(/not_found|invalid_body/)
})

test("a file with faults imports nothing and reports each path, unless only its good rows are requested", async () => {
  const json = {
    dataSets: [
      { id: guid(1), name: "Hours" },
      { id: "x", name: "Bad" },
      { id: guid(1), name: "Again" },
    ],
    templates: [{ id: guid(2), name: "Welcome" }],
  }
  const refused = await ask("PUT /api/workspace", { json })
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
  const taken = await ask("PUT /api/workspace?take=good", { json })
  expect(taken.status).toBe(200)
  expect(taken.body).toMatchObject({ added: 2, renamed: 0, unchanged: 0 })
  expect(taken.body.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual([
    "dataSets[1].id",
    "dataSets[2].id",
  ])
  expect(await ask("GET /api/workspace/export")).toMatchObject({
    status: 200,
    body: {
      dataSets: [{ id: guid(1), name: "Hours" }],
      templates: [{ id: guid(2), name: "Welcome" }],
    },
  })
})

test("an exported file can be imported unchanged", async () => {
  await add("calendarModule", { id: guid(1), name: "Meetings" })
  await add("calendar", { id: guid(2), name: "Board" }, `calendarModules/${guid(1)}`)
  const { headers, body } = await ask("GET /api/workspace/export")
  expect(headers.get("content-disposition")).toBe('attachment; filename="workspace.json"')
  expect(parseWorkspace(catalogue, body).ok).toBe(true)
  expect((await ask("PUT /api/workspace", { json: body })).body).toMatchObject({
    added: 0,
    unchanged: 2,
  })
})

test("an invalid workspace file is a problem with its faults", async () => {
  const directory = await mkdtemp(join(tmpdir(), "workspace-"))
  const path = join(directory, "workspace.json")
  await writeFile(path, JSON.stringify({ dataSets: [{ id: "x", name: "" }] }))
  const readFile = createWorkspaceReader({ catalogue, file: path })
  editor = createWorkspaceService({ catalogue, readFile, edits })
  const { status, body } = await read()
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
  ["text that is no JSON", { headers: {}, csv: "{" }, "unsupported_media_type"],
  ["a list", { json: [] }, "invalid_import"],
  ["17 MB", { json: { x: "x".repeat(17 * 1024 * 1024) } }, "body_too_large"],
] as [string, Asking, string][])("%s is not imported", async (_, asking, code) => {
  expect((await ask("PUT /api/workspace", asking)).body.code).toBe(code)
})

test("only administrators read or change the workspace", async () => {
  for (const method of ["GET", "POST", "PATCH", "DELETE", "PUT"])
    for (const who of [personOf("hr"), personOf("analyst"), personOf()])
      expect(
        (await ask(`${method} /api/workspace`, { ...(method !== "GET" && { json: {} }) }, who))
          .body,
      ).toMatchObject({
        code: "forbidden",
        permission: "workspace:write",
      })
})

test("a check calls the platform once, past the cache, and returns the result", async () => {
  const id = guidOf("dataSet")
  await add("dataSet", { id, name: "Known" })
  await add("dataSet", { id: guid(9), name: "Unknown" })
  const before = service.lines.length
  expect((await check(`dataSets/${id}`)).body).toEqual({ result: "exists" })
  expect((await check(`dataSets/${guid(9)}`)).body).toEqual({ result: "not_found" })
  const calls = service.lines.slice(before).filter(({ operation }) => operation === "data-points")
  expect(calls).toHaveLength(2)
  for (const [, { refresh }] of requested.slice(-2)) expect(refresh).toBe(true)
  expect((await check("dataSets/x")).body.code).toBe("not_found")
})

test("a calendar, which only its list returns, is looked up in that list", async () => {
  const module = guidOf("calendarModule")
  const list = await service.get(`/v1.2/calendarmodules/${module}/calendars?limit=1`)
  const known = (await list.json()).data[0].id
  const path = `calendarModules/${module}`
  await add("calendarModule", { id: module, name: "Meetings" })
  await add("calendar", { id: known, name: "Board" }, path)
  await add("calendar", { id: guid(9), name: "Gone" }, path)
  expect((await check(`${path}/calendars/${known}`)).body).toEqual({ result: "exists" })
  expect((await check(`${path}/calendars/${guid(9)}`)).body).toEqual({ result: "not_found" })
})

test("a module without an operation of its own is checked through its children", async () => {
  const module = guidOf("serviceFormModule")
  await add("serviceFormModule", { id: module, name: "Requests" })
  const path = `serviceFormModules/${module}`
  expect((await check(path)).body).toEqual({ result: "unclear" })
  await add("form", { id: guidOf("form"), name: "Holiday" }, path)
  expect((await check(path)).body).toEqual({ result: "exists", through: "Holiday" })
  expect((await check(`${path}/forms/${guidOf("form")}`)).body).toEqual({ result: "exists" })
})

test("if the platform does not respond, a check is unclear, with the code", async () => {
  const down = createTestBff({
    apiUrl: "http://127.0.0.1:1/api",
    tokenUrl: "http://127.0.0.1:1/oidc/token",
    clientId: "client",
    clientSecret: "secret",
  })
  await add("dataSet", { id: guid(9), name: "Any" })
  const routes = workspaceRoutes({ ...parts(), read: down.reads.read })
  const asking = { json: { place: `dataSets/${guid(9)}` } }
  const answer = await createRouteAsker(routes)(admin, "POST /api/workspace/check", asking)
  expect(answer.body).toEqual({
    result: "unclear",
    code: "upstream_unreachable",
  })
  await down.close()
})

test("if the edits cannot be read, pages show the last known ones", async () => {
  await add("communicationTemplate", { id: guid(1), name: "Known" })
  let isDown = false
  const unsure = createWorkspaceService({
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

test("names in a CSV can be previewed, then imported if all are valid, or only the good lines", async () => {
  await add("courseLesson", { id: guid(1), name: "Till" })
  const csv = [
    "id,kind,name,parent",
    `${guid(1)},Lektion,The till,`,
    `${guid(2)},contentCategory,Offers,${guid(3)}`,
    `${guid(3)},contentModule,News,`,
    `${guid(4)},contentCategory,Nowhere,${guid(9)}`,
  ].join("\r\n")
  const bring = (query: string, text = csv) =>
    ask(`PUT /api/workspace/names${query}`, {
      json: { csv: text, kinds: { Lektion: "courseLesson" } },
    })
  const before = (await read()).body
  const counts = { added: 2, renamed: 1, unchanged: 0 }
  const errors = [{ parameter: "line 5", line: 5, fault: { code: "parent_unknown" } }]
  expect(await bring("?preview=true")).toMatchObject({ status: 200, body: { ...counts, errors } })
  expect((await read()).body).toEqual(before)
  expect(await bring("")).toMatchObject({ status: 422, body: { code: "invalid_import", errors } })
  expect((await read()).body).toEqual(before)
  expect(await bring("?take=good")).toMatchObject({ status: 200, body: { ...counts, errors } })
  expect((await ask("GET /api/workspace/export")).body).toEqual({
    contentModules: [{ id: guid(3), name: "News", categories: [{ id: guid(2), name: "Offers" }] }],
    lessons: [{ id: guid(1), name: "The till" }],
  })
  expect((await bring("?take=good", "id,name\n")).body).toMatchObject({
    code: "invalid_import",
    errors: [{ line: 1, fault: { code: "no_kind_header" } }],
  })
})

deepTest(
  "only administrators import names by CSV, and a file may have 100,000 lines and no more",
  async () => {
    const json = { csv: "kind,id,name\n" }
    for (const who of [personOf("hr"), personOf("analyst")])
      expect((await ask("PUT /api/workspace/names", { json }, who)).body.code).toBe("forbidden")
    const line = (at: number) => `course,${guid(at)},Course ${at}`
    const rows = Array.from({ length: 100_001 }, (_, at) => line(at + 1))
    const bring = (count: number) =>
      ask("PUT /api/workspace/names?preview=true", {
        json: { csv: ["kind,id,name", ...rows.slice(0, count)].join("\n") },
      })
    expect((await bring(100_000)).body).toMatchObject({ added: 100_000, errors: [] })
    expect((await bring(100_001)).body.errors).toMatchObject([
      { line: 100_002, fault: { code: "too_many_rows", figure: 100_000 } },
    ])
  },
)
