import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { createKeyedDocuments, type KeyedDocuments } from "./keyed-documents"
import { migrateTables } from "./migrate-tables"
import { openPool } from "./pool"

const schema = `documents_${randomUUID().slice(0, 8)}`
const pool = openPool(inject("databaseUrl"), { max: 4 })
let documents: KeyedDocuments
beforeAll(async () => {
  documents = createKeyedDocuments({ pool, schema })
  await migrateTables(pool, "dashboard", schema)
})
afterAll(async () => {
  await pool.end()
})

test("several processes can create the table at once", async () => {
  const twice = `${schema}_twice`
  await Promise.all([1, 2, 3, 4].map(() => migrateTables(pool, "dashboard", twice)))
  const once = createKeyedDocuments({ pool, schema: twice })
  await once.put("kind", "id", {})
  expect(await once.get("kind", "id")).toBeDefined()
  await pool.query(`drop schema "${twice}" cascade`)
})

test("a document is returned as it was put, under its kind and id only", async () => {
  const value = { text: 'quotes " and \u0000 and 🎉', nested: { list: [1, null] } }
  await documents.put("note", "a", value)
  expect(await documents.get("note", "a")).toEqual({ value, consumed: false })
  expect(await documents.get("other", "a")).toBeUndefined()
  expect(await documents.get("note", "b")).toBeUndefined()
})

test("putting again replaces the document", async () => {
  await documents.put("note", "again", { version: 1 }, { alias: "old" })
  await documents.put("note", "again", { version: 2 }, { alias: "new" })
  expect((await documents.get("note", "again"))?.value).toEqual({ version: 2 })
  expect(await documents.getByAlias("note", "old")).toBeUndefined()
  expect((await documents.getByAlias("note", "new"))?.value).toEqual({ version: 2 })
})

test("ensure keeps the first value for concurrent and later callers", async () => {
  const values = await Promise.all(
    [1, 2, 3, 4].map((writer) => documents.ensure("key", "only", { writer })),
  )
  const [first] = values
  expect(values).toEqual([first, first, first, first])
  expect(await documents.ensure("key", "only", { writer: 5 })).toEqual(first)
})

test("only one of several concurrent consumers of a document succeeds", async () => {
  await documents.put("code", "once", {})
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => documents.consume("code", "once")))
  expect(outcomes.filter(Boolean)).toHaveLength(1)
  expect((await documents.get("code", "once"))?.consumed).toBe(true)
  expect(await documents.consume("code", "never")).toBe(false)
})

test("an expired document counts as absent, and later puts delete it", async () => {
  await documents.put("short", "gone", {}, { expiresInSeconds: 0, alias: "gone" })
  await documents.put("short", "lives", {}, { expiresInSeconds: 60 })
  expect(await documents.get("short", "gone")).toBeUndefined()
  expect(await documents.getByAlias("short", "gone")).toBeUndefined()
  expect(await documents.consume("short", "gone")).toBe(false)
  expect(await documents.get("short", "lives")).toBeDefined()
  const { rows } = await pool.query(
    `select id from "${schema}".keyed_document where kind = 'short' order by id`,
  )
  expect(rows).toEqual([{ id: "lives" }])
})

test("remove deletes one document, and removeGroup deletes all documents of a group", async () => {
  await documents.put("token", "one", {}, { group: "grant" })
  await documents.put("token", "two", {}, { group: "grant" })
  await documents.put("token", "three", {}, { group: "other" })
  await documents.remove("token", "one")
  expect(await documents.get("token", "one")).toBeUndefined()
  expect(await documents.get("token", "two")).toBeDefined()
  await documents.removeGroup("grant")
  expect(await documents.get("token", "two")).toBeUndefined()
  expect(await documents.get("token", "three")).toBeDefined()
})

test("a key with NUL, which PostgreSQL cannot store as text, finds nothing", async () => {
  expect(await documents.get("code", "a\0b")).toBeUndefined()
  expect(await documents.getByAlias("code", "\0")).toBeUndefined()
})
