import { randomUUID } from "node:crypto"
import { parse } from "csv-parse/sync"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { migrateTables, openPool } from "../../db"
import { createEditBatches } from "../edits/batches/table"
import { showEdit } from "../edits/show-edit"
import { createEditLog, type EditLog } from "../edits/table"
import { createRouteAsker } from "../testing/ask-routes"
import { personOf } from "../testing/test-bff"
import { activityRoutes } from "./routes"

const schema = `activity_${randomUUID().slice(0, 8)}`
const record = "40000000-0000-4000-8000-000000000001"
const patch = (city: string) =>
  JSON.stringify([
    { op: "test", path: "/city", value: null },
    { op: "replace", path: "/city", value: city },
  ])
const hostile = '=HYPERLINK("http://evil.test")'

let pool: ReturnType<typeof openPool>
let log: EditLog
beforeAll(async () => {
  pool = openPool(inject("databaseUrl"), { max: 2 })
  log = createEditLog({ pool, schema })
  await migrateTables(pool, "dashboard", schema)
  for (let at = 0; at < 120; at += 1) {
    const intent = { personId: "person-1", personName: hostile, operation: "update-department" }
    const text = { patch: patch(at === 0 ? hostile : `City ${at}`), requestId: `request-${at}` }
    const id = await log.intend({ ...intent, ...text, recordId: record })
    if (at > 0 && id) await log.conclude(id, { outcome: "applied", status: 200 })
  }
})
afterAll(async () => {
  await pool.end()
})

const departments = {
  read: async () => ({ names: { [record]: "+Store" }, asOf: undefined, isExpired: false }),
}
const askerOf = (of: EditLog) =>
  createRouteAsker(activityRoutes({ log: of, departments, showEdit }))
const read = (search = "", who = personOf("hr"), of = log) =>
  askerOf(of)(who, `GET /api/activity${search}`)
const readPeople = (who = personOf("hr"), of = log) => askerOf(of)(who, "GET /api/activity/people")
async function readFile(search: string, of = log) {
  const answer = await askerOf(of)(personOf("hr"), `GET /api/activity/export${search}`)
  const rows: Record<string, string>[] = parse(answer.text, { bom: true, columns: true })
  return { answer, rows }
}

test("the log is paged newest first, 100 entries a page, and requires users:read", async () => {
  for (const who of [personOf("hr"), personOf("analyst"), personOf("admin")])
    expect((await read("", who)).status).toBe(200)
  expect(await read("", personOf())).toMatchObject({
    status: 403,
    body: { permission: "users:read" },
  })
  const { body: first } = await read()
  expect(first.entries).toHaveLength(100)
  expect(first.entries[0]).toMatchObject({
    requestId: "request-119",
    recordId: record,
    outcome: "applied",
    status: 200,
    verdict: null,
    undoes: null,
    undoneBy: null,
    batch: null,
    sentPatch: null,
    patch: patch("City 119"),
  })
  const { body: second } = await read(`?before=${first.next}`)
  expect(second).toMatchObject({ next: null })
  expect(second.entries.map(({ requestId }: { requestId: string }) => requestId)).toEqual(
    Array.from({ length: 20 }, (_, at) => `request-${19 - at}`),
  )
  expect((await read(`?outcome=intended&record=${record}`)).body.entries).toHaveLength(1)
})

test("the list of people in the log requires users:read", async () => {
  expect((await readPeople()).body).toEqual({
    people: [{ personId: "person-1", personName: hostile }],
  })
  expect(await readPeople(personOf())).toMatchObject({ status: 403 })
})

test("batch actions are listed among the edits by time, with their actor, on the page and in the file", async () => {
  const own = `${schema}_actions`
  const batches = createEditBatches({ pool, schema: own })
  await migrateTables(pool, "dashboard", own)
  const actions = createEditLog({ pool, schema: own })
  const [ada, bo] = [
    { personId: "ada", personName: "Ada" },
    { personId: "bo", personName: "Bo" },
  ]
  const items = [{ recordId: record, patch: "[]" }]
  const id = `${await batches.create({ title: "Move", ...ada, items })}`
  const intent = { ...ada, operation: "update-department", recordId: record, patch: patch("Oslo") }
  for (let at = 0; at < 102; at += 1) {
    await actions.intend({ ...intent, requestId: `${at}` })
    // Events within one millisecond have no defined order.
    if (at === 0) await pool.query("select pg_sleep(0.002)").then(() => batches.stop(id, bo))
  }
  await batches.resume(id, bo)
  await batches.stop(id, { reason: "role_lost" })
  const undo = await batches.create({ title: "Back", ...bo, undoes: id, items })
  const shown = async (search: string) => (await read(search, personOf("hr"), actions)).body
  const first = await shown("")
  expect(first.actions).toMatchObject([
    { batch: undo, title: "Back", action: "undo", ...bo, reason: null },
    { batch: id, action: "stop", personId: null, reason: "role_lost" },
    { action: "resume", ...bo },
  ])
  const second = await shown(`?before=${first.next}`)
  expect(second.actions).toMatchObject([
    { action: "stop", ...bo, madeAt: expect.stringMatching(/Z$/) },
    { action: "start", ...ada },
  ])
  expect((await shown(`?person=ada&batch=${id}`)).actions).toMatchObject([{ action: "start" }])
  expect((await shown(`?record=${record}`)).actions).toEqual([])
  const people = await readPeople(personOf("hr"), actions)
  expect(people.body.people).toEqual([ada, bo])
  const { rows } = await readFile("", actions)
  expect(
    rows.flatMap(({ action, who, what, code }) => (action ? [{ action, who, what, code }] : [])),
  ).toEqual([
    { action: "undo", who: "Bo", what: "Back", code: "" },
    { action: "stop", who: "", what: "Move", code: "role_lost" },
    { action: "resume", who: "Bo", what: "Move", code: "" },
    { action: "stop", who: "Bo", what: "Move", code: "" },
    { action: "start", who: "Ada", what: "Move", code: "" },
  ])
  expect(rows.at(-2)).toMatchObject({ requestId: "0", action: "" })
  await pool.query(`update "${own}".edit set intended_at = '2026-01-01'`)
  const inOrder = (await actions.read({ limit: 200 })).map((edit) => edit.requestId)
  const atOnce = (await readFile("", actions)).rows.flatMap(({ requestId }) => requestId || [])
  expect(atOnce).toEqual(inOrder)
  await pool.query(`drop schema "${own}" cascade`)
})

test.each([
  ["record=1", "record"],
  ["outcome=gone", "outcome"],
  ["from=yesterday", "from"],
  ["to=2026-13-01", "to"],
  ["person=", "person"],
  ["before=x", "before"],
  [`id=${record}&id=${record}`, "id"],
  ["limit=5", "limit"],
  ["__proto__=5", "__proto__"],
])("?%s is refused, and the response names the parameter", async (search, parameter) => {
  expect(await read(`?${search}`)).toMatchObject({
    status: 400,
    body: { code: "invalid_query", errors: [{ parameter }] },
  })
})

test("the file has every matching entry and escapes cells that a spreadsheet would read as formulas", async () => {
  const { answer, rows } = await readFile("")
  expect(answer.headers.get("content-type")).toContain("text/csv")
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="activity.csv"')
  expect(rows).toHaveLength(120)
  expect(rows[0]).toMatchObject({
    what: '/city: null → "City 119"',
    outcome: "applied",
    status: "200",
    departmentId: record,
    department: "'+Store",
    patch: patch("City 119"),
    who: `'${hostile}`,
  })
  expect(rows.at(-1)?.["outcome"]).toBe("intended")
  expect((await readFile("?outcome=intended")).rows).toHaveLength(1)
  for (const row of rows) for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+@]/)
})
