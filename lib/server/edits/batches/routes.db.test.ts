import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { migrateTables, openPool } from "../../../db"
import { createRouteAsker } from "../../testing/ask-routes"
import { personOf } from "../../testing/test-bff"
import { batchesRoutes } from "./routes"
import { createBatchesService } from "./service"
import { createEditBatches } from "./table"
import { moveTo } from "./testing/open-batch-world"

const schema = `batch_routes_${randomUUID().slice(0, 8)}`
const pool = openPool(inject("databaseUrl"), { max: 2 })
const batches = createEditBatches({ pool, schema })
/** No runner works on these batches. */
const service = createBatchesService({ batches, runner: { wake: () => {}, drop: () => {} } })
beforeAll(() => migrateTables(pool, "dashboard", schema))
afterAll(async () => {
  await pool.end()
})

const ask = createRouteAsker(batchesRoutes(service))
const path = "/api/departments/batches"
const admin = personOf("admin")
const guid = (at: number) => `60000000-0000-4000-8000-${`${at}`.padStart(12, "0")}`
const item = (at: number, patch = moveTo("Oslo")) => ({ recordId: guid(at), patch })
const order = { title: " Move ", items: [item(1), item(2)] }
const post = (json: unknown, who = admin) => ask(who, `POST ${path}`, { json })
const readOne = (id: string, who = admin, search = "") => ask(who, `GET ${path}/${id}${search}`)
const change = (id: string, json: unknown, who = admin, headers = {}) =>
  ask(who, `PATCH ${path}/${id}`, { json, headers })

test("an administrator creates a batch, and everyone with users:read sees it", async () => {
  const { status, body } = await post(order)
  expect(status).toBe(200)
  for (const who of [personOf("hr"), personOf("analyst"), admin]) {
    const one = await readOne(body.id, who)
    expect(one).toMatchObject({
      status: 200,
      body: {
        title: "Move",
        state: "running",
        personId: "person-admin",
        endedAt: null,
        counts: { waiting: 2, sending: 0, applied: 0, refused: 0, not_sent: 0, unknown: 0 },
        items: [{ recordId: guid(1), patch: moveTo("Oslo"), state: "waiting", editId: null }, {}],
      },
    })
    expect((await ask(who, `GET ${path}`)).body.batches[0]).toMatchObject({ id: body.id })
  }
  for (const one of [path, `${path}/${body.id}`])
    expect(await ask(personOf(), `GET ${one}`)).toMatchObject({ status: 403 })
})

test("?since returns only the items changed since the mark, and an invalid mark is refused", async () => {
  const { body } = await post(order)
  const read = (search = "") => readOne(body.id, admin, search)
  const { mark } = (await read()).body
  expect(Date.parse(mark)).toBeLessThan(Date.now())
  await pool.query(`update "${schema}".edit_batch_item set changed_at = now() - interval '1 hour'`)
  expect((await read(`?since=${mark}`)).body).toMatchObject({ items: [], counts: { waiting: 2 } })
  expect((await read()).body.items).toHaveLength(2)
  await batches.explain(body.id, guid(2), "Why.")
  expect((await read(`?since=${mark}`)).body.items).toMatchObject([{ recordId: guid(2) }])
  expect(await read("?since=yesterday")).toMatchObject({
    status: 400,
    body: { code: "invalid_query", errors: [{ parameter: "since" }] },
  })
})

test("only administrators may create or change a batch, and not from another site", async () => {
  const { body } = await post(order)
  const stop = { action: "stop" }
  for (const who of [personOf("hr"), personOf("analyst")]) {
    expect(await post(order, who)).toMatchObject({ status: 403, body: { code: "forbidden" } })
    expect(await change(body.id, stop, who)).toMatchObject({ status: 403 })
  }
  const headers = { "x-requested-with": "" }
  expect(await change(body.id, stop, admin, headers)).toMatchObject({
    status: 403,
    body: { code: "cross_site" },
  })
  expect((await readOne(body.id)).body.state).toBe("running")
  expect(await change(body.id, stop)).toMatchObject({ status: 200 })
})

test.each<[string, unknown, string]>([
  ["without departments", { ...order, items: [] }, "items"],
  ["with no title", { ...order, title: " " }, "title"],
  ["of a department twice", { ...order, items: [item(1), item(1)] }, "items.1"],
  ["with a patch that is no JSON", { ...order, items: [item(1, "{")] }, "items.0.patch"],
  ["with an unknown op", { ...order, items: [item(1, '[{"op":"x"}]')] }, "items.0.patch"],
  [
    "with half a character",
    { ...order, items: [item(1, '[{"op":"add","path":"/city","value":"\ud800"}]')] },
    "items.0.patch",
  ],
  [
    "with a patch over 64 KiB",
    { ...order, items: [item(1, moveTo("x".repeat(66_000)))] },
    "items.0.patch",
  ],
  ["that undoes none", { ...order, undoes: guid(9) }, "undoes"],
  [
    "of more than 5,000 departments",
    { ...order, items: Array.from({ length: 5001 }, (_, at) => item(at)) },
    "items",
  ],
])("a batch %s is refused, and the error names the parameter", async (_, json, parameter) => {
  const before = (await service.list()).batches.length
  expect(await post(json)).toMatchObject({
    status: 400,
    body: { code: "invalid_body", errors: [{ parameter }] },
  })
  expect((await service.list()).batches).toHaveLength(before)
})

test("an unknown batch responds 404, and resume or retry of a running batch responds 409", async () => {
  expect(await readOne(guid(9))).toMatchObject({ status: 404 })
  const { body } = await post(order)
  const resume = { action: "resume" }
  expect(await change(body.id, resume)).toMatchObject({
    status: 409,
    body: { code: "batch_conflict" },
  })
  const retry = { action: "retry", items: [{ recordId: guid(1) }] }
  expect(await change(body.id, retry)).toMatchObject({ status: 409 })
})
