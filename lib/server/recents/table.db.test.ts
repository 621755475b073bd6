import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest"
import { migrateTables, openPool } from "../../db"
import { createRecents, maxRecents } from "./table"

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

const opened = (id: string, name: string | null = null) => ({
  operation: "content-post",
  ids: ["module", id],
  name,
})
const idsOf = async (person: string) => (await recents.read(person)).map(({ ids }) => ids[1])

test("recent records are listed newest first, each once, and only for their person", async () => {
  for (const id of ["one", "two", "one"]) await recents.remember("eva", opened(id))
  await recents.remember("ben", opened("three"))
  expect(await idsOf("eva")).toEqual(["one", "two"])
  expect(await idsOf("ben")).toEqual(["three"])
})

test("a record that is opened again without a name keeps its name", async () => {
  await recents.remember("eva", opened("one", "Welcome"))
  await recents.remember("eva", opened("one"))
  expect(await recents.read("eva")).toMatchObject([{ name: "Welcome", operation: "content-post" }])
})

test("the last 20 of 30 records are remembered", async () => {
  for (let at = 0; at < 30; at += 1) await recents.remember("eva", opened(`${at}`))
  const last = Array.from({ length: maxRecents }, (_, index) => `${29 - index}`)
  expect(await idsOf("eva")).toEqual(last)
  const { rows } = await pool.query(`select count(*)::int as count from "${schema}".recent_record`)
  expect(rows[0].count).toBe(maxRecents)
})
