import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest"
import { catalogue, singleOperations } from "../../catalogue"
import { migrateTables, openPool } from "../../db"
import { createRouteAsker } from "../testing/ask-routes"
import { personOf } from "../testing/test-bff"
import { recentsRoutes } from "./routes"
import { createRecents } from "./table"

const schema = `recents_${randomUUID().slice(0, 8)}`
const pool = openPool(inject("databaseUrl"), { max: 2 })
const recents = createRecents({ pool, schema })
beforeAll(() => migrateTables(pool, "dashboard", schema))
beforeEach(async () => {
  await pool.query(`truncate "${schema}".recent_record`)
})
afterAll(async () => {
  await pool.end()
})

const ask = createRouteAsker(recentsRoutes(catalogue, recents))
const admin = personOf("admin")
const guid = (at: number) => `00000000-0000-4000-8000-${`${at}`.padStart(12, "0")}`
const open = (json: object, who = admin) => ask(who, "POST /api/recents", { json })
const read = async (who = admin) => (await ask(who, "GET /api/recents")).body.recents

const singles = singleOperations(catalogue)
const idsOf = ({ parameters }: { parameters: object }) =>
  Object.keys(parameters).map((_, at) => guid(at))

test("a record of every kind is remembered by its ids, newest first, only for its person", async () => {
  for (const operation of singles) {
    const ids = idsOf(operation).map((id) => id.toUpperCase())
    expect((await open({ operation: operation.id, ids, name: ` ${operation.id} ` })).status).toBe(
      204,
    )
  }
  const found = await read()
  expect(found.map(({ operation }: { operation: string }) => operation)).toEqual(
    singles.map(({ id }) => id).toReversed(),
  )
  expect(found.at(-1)).toMatchObject({
    ids: idsOf(singles[0] ?? { parameters: {} }),
    name: singles[0]?.id,
  })
  expect(await read(personOf("hr"))).toEqual([])
})

test("a record is hidden once a person may not read it, and is not remembered without permission", async () => {
  const [operation] = singles.filter(({ domain }) => domain === "content")
  if (!operation) throw new Error("There is no record of content.")
  const opened = { operation: operation.id, ids: idsOf(operation) }
  const hr = { ...personOf("hr"), sub: "eva" }
  await open(opened, hr)
  expect(await read(hr)).toHaveLength(1)
  expect(await read({ ...personOf("analyst"), sub: "eva" })).toEqual([])
  expect((await open(opened, personOf("analyst"))).body).toMatchObject({ code: "forbidden" })
})

const [known] = singles
test.each([
  ["of a list", { operation: "departments", ids: [] }],
  ["of nothing", { operation: "nothing", ids: [] }],
  ["with too few ids", { operation: known?.id, ids: [] }],
  ["with too many ids", { operation: known?.id, ids: Array(9).fill(guid(1)) }],
  [
    "with an id that is no guid",
    { operation: known?.id, ids: idsOf(known ?? { parameters: {} }).map(() => "../x") },
  ],
  [
    "with a long name",
    { operation: known?.id, ids: idsOf(known ?? { parameters: {} }), name: "x".repeat(201) },
  ],
])("a record %s is not remembered", async (_, json) => {
  expect(await open(json)).toMatchObject({ status: 400, body: { code: "invalid_body" } })
  expect(await read()).toEqual([])
})
