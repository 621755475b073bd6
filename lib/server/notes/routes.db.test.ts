import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest"
import { catalogue, findOperation, type ListOperation } from "../../catalogue"
import { migrateTables, openPool } from "../../db"
import type { Role } from "../../session"
import { BffError } from "../http/problem"
import type { Existence } from "../reads/existence"
import { createRouteAsker } from "../testing/ask-routes"
import { personOf } from "../testing/test-bff"
import { notesRoutes } from "./routes"
import { createNotes, noteLimit } from "./table"

const schema = `notes_${randomUUID().slice(0, 8)}`
const pool = openPool(inject("databaseUrl"), { max: 4 })
const notes = createNotes({ pool, schema })
beforeAll(() => migrateTables(pool, "dashboard", schema))
beforeEach(async () => {
  await pool.query(`truncate "${schema}".chart_note`)
})
afterAll(async () => {
  await pool.end()
})

const list = findOperation(catalogue, "data-points") as ListOperation
const nowhere = randomUUID()
const existence: Existence = {
  async require(_session, _operation, { dataSetId }) {
    if (dataSetId === nowhere) throw new BffError("not_found")
  },
}
const ask = createRouteAsker(notesRoutes({ list, notes, existence }))
const named = (sub: string, ...roles: Role[]) => ({ ...personOf(...roles), sub, name: sub })
const [ben, cleo, mia] = [named("ben", "analyst"), named("cleo", "analyst"), named("mia", "admin")]
type Person = typeof ben

const dataSet = randomUUID()
const content = { from: "2026-10-03", to: "2026-10-05", text: "Sale", role: null }
const write = (who: Person, more: object = {}, id = dataSet) =>
  ask(who, `POST /api/kpis/${id}/notes`, { json: { ...content, ...more } })
const read = async (who: Person, id = dataSet) =>
  (await ask(who, `GET /api/kpis/${id}/notes`)).body.notes
const remove = (who: Person, note: string, id = dataSet) =>
  ask(who, `DELETE /api/kpis/${id}/notes/${note}`)

test("a note is private; a shared one is visible to its role and removed only by its author or an administrator", async () => {
  const { status, body } = await write(ben, { text: "  Sale  " })
  expect(status).toBe(200)
  expect(body).toMatchObject({ ...content, ownerName: "ben", isMine: true, mayRemove: true })
  expect(await read(cleo)).toEqual([])
  expect(await read(mia)).toEqual([])
  expect((await remove(mia, body.id)).body.code).toBe("not_found")
  const shared = (await write(ben, { from: "2026-10-01", role: "analyst" })).body
  expect((await read(ben)).map(({ id }: { id: string }) => id)).toEqual([shared.id, body.id])
  expect(await read(cleo)).toMatchObject([{ id: shared.id, isMine: false, mayRemove: false }])
  expect(await read(cleo, randomUUID())).toEqual([])
  expect((await remove(cleo, shared.id)).body.code).toBe("forbidden")
  expect((await remove(ben, shared.id, randomUUID())).body.code).toBe("not_found")
  expect(await read(mia)).toMatchObject([{ id: shared.id, mayRemove: true }])
  expect((await remove(mia, shared.id)).status).toBe(204)
  expect((await remove(ben, body.id)).status).toBe(204)
  expect(await read(ben)).toEqual([])
})

test("without kpis:read nobody reads or writes notes, and no note is shared with such a role", async () => {
  const eva = named("eva", "hr")
  for (const answer of [await write(eva), await ask(eva, `GET /api/kpis/${dataSet}/notes`)])
    expect(answer.body).toMatchObject({ code: "forbidden", permission: "kpis:read" })
  expect((await write(ben, { role: "hr" })).body.code).toBe("invalid_body")
})

test("an invalid note, or a note on an unknown data set, is refused", async () => {
  const faulty = [
    { from: "2026-10-06" },
    { from: "2026-02-30" },
    { to: "tomorrow" },
    { text: "   " },
    { text: "x".repeat(501) },
    { text: "a\0b" },
    { role: "boss" },
    { more: 1 },
  ]
  for (const part of faulty) expect((await write(ben, part)).body.code).toBe("invalid_body")
  expect((await write(ben, {}, nowhere)).body.code).toBe("not_found")
  expect(await read(ben)).toEqual([])
})

test("the number of a person's notes on a data set is limited, even for concurrent requests", async () => {
  const asked = Array.from({ length: noteLimit + 5 }, () => write(ben))
  const refused = (await Promise.all(asked)).filter(({ status }) => status !== 200)
  expect(refused).toHaveLength(5)
  for (const { status, body } of refused)
    expect({ status, code: body.code }).toEqual({ status: 409, code: "limit_reached" })
  expect((await write(cleo)).status).toBe(200)
  expect((await write(ben, {}, randomUUID())).status).toBe(200)
})
