import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest"
import { createUserNames, openPool } from "../../store"
import { createOwnAsker } from "../testing/ask-own-route"
import { personOf } from "../testing/test-bff"
import {
  lookupLimit,
  uploadLimits,
  userNamesLookupRoute,
  userNamesRoutes,
} from "./user-names-routes"

const schema = `names_${randomUUID().slice(0, 8)}`
const pool = openPool(inject("databaseUrl"), { max: 4 })
const names = createUserNames({ pool, schema })
beforeAll(() => names.prepare())
beforeEach(() => names.clear())
afterAll(async () => {
  await pool.query(`drop schema "${schema}" cascade`)
  await pool.end()
})

const guid = (at: number) => `00000000-0000-4000-8000-${`${at}`.padStart(12, "0")}`
const ask = createOwnAsker()
const admin = { ...personOf("admin"), name: "Mia Admin" }
const routes = userNamesRoutes(names)
const upload = (csv: string | Uint8Array<ArrayBuffer>, search = "") =>
  ask(routes, admin, { method: "PUT", csv, search })
const lookUp = (ids: readonly unknown[], who = personOf("analyst")) =>
  ask([userNamesLookupRoute(names)], who, { method: "POST", json: { ids } })

test("an upload is counted with who and when, looked up by id, and removed", async () => {
  expect((await ask(routes, admin)).body).toEqual({ count: 0, limits: uploadLimits })
  const { status, body } = await upload(`\uFEFFid;name\r\n${guid(1)};"Lund; Eva"\r\n`)
  expect({ status, body }).toEqual({ status: 200, body: { count: 1, errors: [] } })
  expect((await ask(routes, admin)).body).toMatchObject({ count: 1, uploadedBy: "Mia Admin" })
  expect((await lookUp([guid(1).toUpperCase(), guid(2)])).body).toEqual({
    names: { [guid(1)]: "Lund; Eva" },
    known: 1,
  })
  expect((await ask(routes, admin, { method: "DELETE" })).status).toBe(204)
  expect((await lookUp([guid(1)])).body).toEqual({ names: {}, known: 0 })
})

test("names are searched by any part in any letter case, signs of patterns taken as they are", async () => {
  await upload(`id,name\n${guid(1)},Eva Lund\n${guid(2)},Ben 100%\n${guid(3)},Åse Lundgren\n`)
  const search = (text: unknown) =>
    ask([userNamesLookupRoute(names)], personOf("analyst"), { method: "POST", json: { text } })
  expect((await search("lund")).body).toEqual({
    names: { [guid(1)]: "Eva Lund", [guid(3)]: "Åse Lundgren" },
    known: 3,
  })
  expect((await search("%")).body.names).toEqual({ [guid(2)]: "Ben 100%" })
  expect((await search("_")).body.names).toEqual({})
  for (const text of [7, "\0", "x".repeat(201)])
    expect(await search(text)).toMatchObject({ status: 400, body: { code: "invalid_body" } })
})

test("a file with faults changes nothing and tells each line, unless the good rows are wanted", async () => {
  await upload(`id,name\n${guid(9)},Before\n`)
  const csv = `id,name\n${guid(1)},Eva\nx,Ben\n${guid(1)},Again\n${guid(2)},\n`
  const refused = await upload(csv)
  expect(refused.status).toBe(422)
  const errors = [
    {
      ...{ parameter: "line 3", line: 3, message: "the id must be a guid" },
      fault: { code: "id_no_guid" },
    },
    {
      ...{ parameter: "line 4", line: 4, message: "the id is the same as that of line 2" },
      fault: { code: "same_as_line", figure: 2 },
    },
    {
      ...{ parameter: "line 5", line: 5, message: "the name must not be blank" },
      fault: { code: "name_blank" },
    },
  ]
  expect(refused.body).toMatchObject({ code: "invalid_import", errors })
  expect((await lookUp([guid(1), guid(9)])).body.names).toEqual({ [guid(9)]: "Before" })
  const taken = await upload(csv, "?take=good")
  expect(taken.body).toEqual({ count: 1, errors })
  expect((await lookUp([guid(1), guid(9)])).body.names).toEqual({ [guid(1)]: "Eva" })
})

test("a file that cannot be read to its end is refused, also where the good rows are wanted", async () => {
  const csv = `id,name\n${guid(1)},Eva\n${guid(2)},"Ben\n`
  for (const search of ["", "?take=good"])
    expect((await upload(csv, search)).body).toMatchObject({
      code: "invalid_import",
      errors: [{ parameter: "line 3" }],
    })
  expect((await lookUp([guid(1)])).body.names).toEqual({})
})

test("of 5,000 faults the first 1,000 are told", async () => {
  const { body } = await upload(`id,name\n${"x,Ben\n".repeat(5000)}`)
  expect(body.errors).toHaveLength(1000)
  expect(body.errors.at(-1).parameter).toBe("line 1001")
})

test("more bytes than an upload may have are refused before they are read", async () => {
  const headers = { "content-length": `${uploadLimits.bytes + 1}` }
  const refused = await ask(routes, admin, { method: "PUT", csv: "id,name", headers })
  expect(refused).toMatchObject({ status: 413, body: { code: "body_too_large" } })
})

test("only CSV is taken", async () => {
  const json = await ask(routes, admin, { method: "PUT", json: {} })
  expect(json).toMatchObject({ status: 415, body: { code: "unsupported_media_type" } })
  expect(json.body.detail).toContain("text/csv")
})

test("only administrators bring or count names, and only who may read users looks them up", async () => {
  for (const method of ["GET", "PUT", "DELETE"])
    for (const who of [personOf("hr"), personOf("analyst"), personOf()])
      expect((await ask(routes, who, { method })).body).toMatchObject({
        code: "forbidden",
        permission: "names:write",
      })
  for (const who of [personOf("hr"), personOf("analyst"), personOf("admin")])
    expect((await lookUp([], who)).status).toBe(200)
  expect((await lookUp([guid(1)], personOf())).body).toMatchObject({ permission: "users:read" })
})

test.each([
  ["more than 1,000 ids", Array.from({ length: lookupLimit + 1 }, (_, at) => guid(at))],
  ["what is no guid", ["'; drop table user_name"]],
  ["numbers", [1]],
])("%s are not looked up", async (_, ids) => {
  expect(await lookUp(ids)).toMatchObject({ status: 400, body: { code: "invalid_body" } })
})
