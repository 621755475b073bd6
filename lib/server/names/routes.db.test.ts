import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest"
import { deepTest } from "@/scripts/testing/deep-test"
import { lookupLimit, namesUploadLimits } from "../../contract"
import { migrateTables, openPool } from "../../db"
import type { LineProblem } from "../files/read-csv-rows"
import { createExpensiveWork } from "../http/slots"
import { createRouteAsker } from "../testing/ask-routes"
import { personOf } from "../testing/test-bff"
import { namesRoutes } from "./routes"
import { createUserNames } from "./table"

const schema = `names_${randomUUID().slice(0, 8)}`
const pool = openPool(inject("databaseUrl"), { max: 4 })
const names = createUserNames({ pool, schema })
beforeAll(() => migrateTables(pool, "dashboard", schema))
beforeEach(() => names.clear())
afterAll(async () => {
  await pool.end()
})

const guid = (at: number) => `00000000-0000-4000-8000-${`${at}`.padStart(12, "0")}`
const admin = { ...personOf("admin"), name: "Mia Admin" }
const managers = [guid(7), guid(8)]
const directory = {
  read: async () => ({ names: {}, asOf: undefined, isExpired: false }),
  readTree: async () => undefined,
  nameable: async (ids: readonly string[], seesAll: boolean) =>
    ids.filter((id) => seesAll || managers.includes(id)),
}
const ask = createRouteAsker(namesRoutes({ directory, names, slots: createExpensiveWork(0) }))
const users = "/api/names/users"
const upload = (csv: string | Uint8Array<ArrayBuffer>, search = "") =>
  ask(admin, `PUT ${users}${search}`, { csv })
const lookUp = (ids: readonly unknown[], who = personOf("hr")) =>
  ask(who, `POST ${users}/lookup`, { json: { ids } })
const search = (text: unknown, who = personOf("hr")) =>
  ask(who, `POST ${users}/lookup`, { json: { text } })

test("an upload has its count, person and time, and its names can be looked up and removed", async () => {
  const nothing = { count: 0, unplaced: [], limits: namesUploadLimits }
  expect((await ask(admin, `GET ${users}`)).body).toEqual(nothing)
  const { status, body } = await upload(`\uFEFFid;name\r\n${guid(1)};"Lund; Eva"\r\n`)
  expect({ status, body }).toEqual({ status: 200, body: { count: 1, errors: [] } })
  expect((await ask(admin, `GET ${users}`)).body).toMatchObject({
    count: 1,
    uploadedBy: "Mia Admin",
  })
  expect((await lookUp([guid(1).toUpperCase(), guid(2)])).body).toEqual({
    names: { [guid(1)]: "Lund; Eva" },
    known: 1,
  })
  expect((await ask(admin, `DELETE ${users}`)).status).toBe(204)
  expect((await lookUp([guid(1)])).body).toEqual({ names: {}, known: 0 })
})

test("names are searched by any part, ignoring letter case and with pattern characters taken literally", async () => {
  await upload(`id,name\n${guid(1)},Eva Lund\n${guid(2)},Ben 100%\n${guid(3)},Åse Lundgren\n`)
  expect((await search("lund")).body).toEqual({
    names: { [guid(1)]: "Eva Lund", [guid(3)]: "Åse Lundgren" },
    known: 3,
  })
  expect((await search("00%")).body.names).toEqual({ [guid(2)]: "Ben 100%" })
  expect((await search("B_n")).body.names).toEqual({})
  for (const text of [7, "\0lund", "x".repeat(201), "", "lu", " lu ", "💥💥"])
    expect(await search(text)).toMatchObject({ status: 400, body: { code: "invalid_body" } })
})

// rules: A report page 6
test("HR managers and administrators read and search names, and nobody else searches them", async () => {
  await upload(`id,name\n${guid(1)},Eva Lund\n`)
  for (const who of [personOf("hr"), personOf("admin"), personOf("analyst", "hr")]) {
    expect((await lookUp([guid(1)], who)).body.names).toEqual({ [guid(1)]: "Eva Lund" })
    expect((await search("lund", who)).body.names).toEqual({ [guid(1)]: "Eva Lund" })
  }
  expect((await lookUp([guid(1)], personOf("analyst"))).body).toEqual({ names: {}, known: 1 })
  expect(await search("lund", personOf("analyst"))).toMatchObject({
    status: 403,
    body: { code: "forbidden", permission: "names:read" },
  })
})

test("an analyst sees only the names of departments' managers", async () => {
  await upload(`id,name\n${[1, 7, 8, 9].map((at) => `${guid(at)},User ${at}\n`).join("")}`)
  const { body } = await lookUp([1, 7, 8, 9].map(guid), personOf("analyst"))
  expect(Object.values(body.names)).toEqual(["User 7", "User 8"])
})

test("department and title are returned with the name, and the e-mail only with names:read", async () => {
  await upload(
    `id,email,name,department,title\n${guid(1)},eva@nordlys.test,Eva Lund,Aarhus,Buyer\n${guid(2)},,Ben,,\n${guid(7)},ada@nordlys.test,Ada,Aarhus,Head\n`,
  )
  const details = { department: "Aarhus", title: "Buyer", email: "eva@nordlys.test" }
  for (const who of [personOf("hr"), personOf("admin")]) {
    expect((await lookUp([guid(1), guid(2)], who)).body).toEqual({
      names: { [guid(1)]: "Eva Lund", [guid(2)]: "Ben" },
      details: { [guid(1)]: details },
      known: 3,
    })
    expect((await search("eva@nordlys", who)).body.details).toEqual({ [guid(1)]: details })
  }
  expect((await lookUp([guid(1), guid(7)], personOf("analyst"))).body).toEqual({
    names: { [guid(7)]: "Ada" },
    details: { [guid(7)]: { department: "Aarhus", title: "Head" } },
    known: 3,
  })
})

deepTest(
  "a person's ninth concurrent lookup is refused with a retry time, and another person's is not",
  async () => {
    await upload(`id,name\n${guid(1)},Eva Lund\n`)
    const holder = await pool.connect()
    await holder.query(`begin; lock table "${schema}".user_name in access exclusive mode`)
    const requested = Array.from({ length: 20 }, () => lookUp([guid(1)]))
    const others = lookUp([guid(1)], personOf("admin"))
    const refused = await Promise.all(requested.slice(8))
    for (const answer of refused)
      expect(answer).toMatchObject({
        status: 429,
        body: { code: "too_many_requests", retryAfter: 2 },
      })
    await holder.query("commit")
    holder.release()
    for (const answer of await Promise.all([...requested.slice(0, 8), others]))
      expect(answer).toMatchObject({ status: 200, body: { names: { [guid(1)]: "Eva Lund" } } })
  },
)

test("a file with faults changes nothing and reports each line, unless only its good rows are requested", async () => {
  await upload(`id,name\n${guid(9)},Before\n`)
  const csv = `id,name\n${guid(1)},Eva\nx,Ben\n${guid(1)},Again\n${guid(2)},\n`
  const refused = await upload(csv)
  expect(refused.status).toBe(422)
  const errors = [
    {
      parameter: "line 3",
      line: 3,
      message: "the id must be a guid",
      fault: { code: "id_no_guid" },
    },
    {
      parameter: "line 4",
      line: 4,
      message: "the id is the same as that of line 2",
      fault: { code: "same_as_line", figure: 2 },
    },
    {
      parameter: "line 5",
      line: 5,
      message: "the name must not be blank",
      fault: { code: "name_blank" },
    },
  ]
  expect(refused.body).toMatchObject({ code: "invalid_import", errors })
  expect((await lookUp([guid(1), guid(9)])).body.names).toEqual({ [guid(9)]: "Before" })
  const taken = await upload(csv, "?take=good")
  expect(taken.body).toEqual({ count: 1, errors })
  expect((await lookUp([guid(1), guid(9)])).body.names).toEqual({ [guid(1)]: "Eva" })
})

test("a preview counts the names, reports each faulty line and changes nothing", async () => {
  await upload(`id,name\n${guid(9)},Before\n`)
  const csv = `Navn;Bruger;\nEva;${guid(1)};x\nBen;no-guid;\nAgain;${guid(1)};\n`
  const { status, body } = await upload(csv, "?preview=true&columns=name,id,")
  expect(status).toBe(200)
  expect(body.count).toBe(1)
  expect(body.errors.map(({ line, fault }: LineProblem) => [line, fault.code])).toEqual([
    [3, "id_no_guid"],
    [4, "same_as_line"],
  ])
  expect((await lookUp([guid(1), guid(9)])).body.names).toEqual({ [guid(9)]: "Before" })
  expect((await upload(csv, "?take=good&columns=name,id,")).body.count).toBe(1)
  expect((await lookUp([guid(1), guid(9)])).body.names).toEqual({ [guid(1)]: "Eva" })
})

test.each(["columns=id", "columns=id,name,id", "columns=id,salary", "columns="])(
  "invalid columns are refused: %s",
  async (columns) => {
    const { status, body } = await upload(`id,name\n${guid(1)},Eva\n`, `?${columns}`)
    expect([400, 422]).toContain(status)
    expect(body.errors).not.toEqual([])
    expect((await lookUp([guid(1)])).body.names).toEqual({})
  },
)

test("a file that cannot be read to its end is refused, even if only its good rows are requested", async () => {
  const csv = `id,name\n${guid(1)},Eva\n${guid(2)},"Ben\n`
  for (const search of ["", "?take=good"])
    expect((await upload(csv, search)).body).toMatchObject({
      code: "invalid_import",
      errors: [{ parameter: "line 3" }],
    })
  expect((await lookUp([guid(1)])).body.names).toEqual({})
})

deepTest("the first 1,000 of 5,000 faults are reported", async () => {
  const { body } = await upload(`id,name\n${"x,Ben\n".repeat(5000)}`)
  expect(body.errors).toHaveLength(1000)
  expect(body.errors.at(-1).parameter).toBe("line 1001")
})

deepTest("reading a large faulty file does not block the event loop", async () => {
  const times = [performance.now()]
  let isOver = false
  const takeTime = () => {
    times.push(performance.now())
    if (!isOver) setImmediate(takeTime)
  }
  setImmediate(takeTime)
  const { status } = await upload(`id,name\n${"x,y\n".repeat(300_000)}`)
  isOver = true
  const waits = times.slice(1).map((at, index) => at - (times[index] ?? 0))
  expect(status).toBe(422)
  expect(Math.max(...waits)).toBeLessThan(waits.reduce((sum, wait) => sum + wait) / 4)
})

test("more bytes than an upload may have are refused before they are read", async () => {
  const headers = { "content-length": `${namesUploadLimits.bytes + 1}` }
  const refused = await ask(admin, `PUT ${users}`, { csv: "id,name", headers })
  expect(refused).toMatchObject({ status: 413, body: { code: "body_too_large" } })
})

test("the take parameter of an upload must be good or absent", async () => {
  for (const take of ["", "bad"])
    expect(await upload("id,name\n", `?take=${take}`)).toMatchObject({
      status: 400,
      body: { errors: [{ parameter: "take", message: "take must be good, or absent." }] },
    })
})

test("only CSV is accepted", async () => {
  const json = await ask(admin, `PUT ${users}`, { json: {} })
  expect(json).toMatchObject({ status: 415, body: { code: "unsupported_media_type" } })
  expect(json.body.detail).toContain("text/csv")
})

test("only administrators upload or count names, and a lookup requires users:read", async () => {
  for (const method of ["GET", "PUT", "DELETE"])
    for (const who of [personOf("hr"), personOf("analyst"), personOf()])
      expect((await ask(who, `${method} ${users}`)).body).toMatchObject({
        code: "forbidden",
        permission: "names:write",
      })
  for (const who of [personOf("hr"), personOf("analyst"), personOf("admin")])
    expect((await lookUp([guid(1)], who)).status).toBe(200)
  expect((await lookUp([guid(1)], personOf())).body).toMatchObject({ permission: "users:read" })
})

test.each([
  ["more than 1,000 ids", Array.from({ length: lookupLimit + 1 }, (_, at) => guid(at))],
  ["what is no guid", ["'; drop table user_name"]],
  ["numbers", [1]],
])("a lookup of %s is refused", async (_, ids) => {
  expect(await lookUp(ids)).toMatchObject({ status: 400, body: { code: "invalid_body" } })
})
