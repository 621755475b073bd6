import { randomUUID } from "node:crypto"
import { afterEach, beforeEach, expect, test } from "vitest"
import { type Catalogue, catalogue, string } from "@/lib/catalogue"
import { findMissing, type Pool, poolSession, startIndexBuilder } from "../db"
import { holdBuilds, readIndex } from "../db/testing/watch-builds"
import { copyIndexes, migrateCopies } from "./copies"
import { migrate, recordIndexes } from "./migrate"
import { createStore } from "./store"
import { badgeCatalogue } from "./testing/badge-catalogue"
import { baseUrl, openTestPool, uniqueSchema } from "./testing/open-test-store"
import { listOperation, singleOperation } from "./testing/operations"
import { departmentsNamed, numbered, range } from "./testing/samples"
import { createWalker, everything } from "./testing/walk"

let pool: Pool
let schema: string
beforeEach(() => {
  pool = openTestPool()
  schema = uniqueSchema()
})
afterEach(async () => {
  await pool.query(`drop schema if exists "${schema}" cascade`)
  await pool.end()
})

/** Every column and index of the schema. */
async function describeSchema() {
  const columns = await pool.query(
    `select table_name, column_name, udt_name, is_nullable, collation_name
     from information_schema.columns where table_schema = $1 order by 1, 2`,
    [schema],
  )
  const indexes = await pool.query(
    "select indexname, indexdef from pg_indexes where schemaname = $1 order by 1",
    [schema],
  )
  return [...columns.rows, ...indexes.rows]
}

const storeOf = (from: Catalogue) => createStore({ pool, catalogue: from, schema })

test("Migrating again changes nothing and keeps the cursor key.", async () => {
  await migrate(pool, catalogue, { schema })
  const [before, key] = [await describeSchema(), await storeOf(catalogue).readSetting("cursor_key")]
  await migrate(pool, catalogue, { schema })
  expect(await describeSchema()).toEqual(before)
  expect(await storeOf(catalogue).readSetting("cursor_key")).toBe(key)
  expect(Buffer.from(key ?? "", "base64url")).toHaveLength(32)
})

test("Texts of records are compared by code point, whatever the database's own collation.", async () => {
  await migrate(pool, catalogue, { schema })
  const { rows } = await pool.query(
    `select distinct collation_name as collation from information_schema.columns
     where table_schema = $1 and udt_name = 'text' and table_name not in ('setting', 'container')`,
    [schema],
  )
  expect(rows).toEqual([{ collation: "C" }])
})

test("Several migrations of a new database can run at once.", async () => {
  await Promise.all([1, 2, 3, 4].map(() => migrate(pool, catalogue, { schema })))
  const tables = await pool.query("select from pg_tables where schemaname = $1", [schema])
  expect(tables.rowCount).toBe(Object.keys(catalogue.records).length + 2)
})

test("A catalogue with an additional record gets an additional table, which its operations read.", async () => {
  await migrate(pool, catalogue, { schema })
  await storeOf(catalogue).loadRecords("department", departmentsNamed("kept"))
  await migrate(pool, badgeCatalogue, { schema })
  const store = storeOf(badgeCatalogue)

  const bookId = randomUUID()
  const holders = [{ userId: randomUUID(), note: "first" }]
  const badges = [1, 2, 3, 4, 5].map((day) => ({
    id: randomUUID(),
    title: `Badge ${day}`,
    weight: day / 10,
    awardedAt: `2024-05-0${day}T00:00:00Z`,
  }))
  const rows = badges.map((values) => ({ scope: { bookId }, values: { ...values, holders } }))
  expect(await store.loadRecords("badge", rows)).toBe(5)

  const sent = badges.map((badge) => ({
    ...badge,
    url: `${baseUrl}/v1.4/badgeBooks/${bookId}/badges/${badge.id}`,
  }))
  const badgesWalker = createWalker(store, listOperation("badges", badgeCatalogue), { bookId })
  const pages = await badgesWalker.forward(everything, [2])
  expect(pages.map(({ records }) => records)).toEqual(
    [[4, 3], [2, 1], [0]].map((page) => page.map((at) => ({ ...sent[at], holders: null }))),
  )
  const heavy = { property: "heaviness", operator: "gt", value: 0.3 } as const
  const found = await badgesWalker.read({ filters: [heavy], sort: [] })
  expect(found.records.map(({ title }) => title)).toEqual(["Badge 5", "Badge 4"])
  const path = { bookId, badgeId: badges[0]?.id ?? "" }
  const record = await store.readRecord(singleOperation("badge", badgeCatalogue), path, {
    baseUrl,
    scope: "all",
  })
  expect(JSON.parse(record ?? "")).toEqual({ ...sent[0], holders })

  const departments = createWalker(store, listOperation("departments", badgeCatalogue))
  expect((await departments.read(everything)).count).toBe(1)
})

const withBadgeField = (fields: Catalogue["records"][string]["fields"]): Catalogue => {
  const { badge } = badgeCatalogue.records
  if (!badge) throw new Error("There is no badge.")
  const records = {
    ...badgeCatalogue.records,
    badge: { ...badge, fields: { ...badge.fields, ...fields } },
  }
  return { ...badgeCatalogue, records }
}

test("A new optional field becomes a column, which is null in existing records.", async () => {
  const scope = { bookId: randomUUID() }
  await migrate(pool, badgeCatalogue, { schema })
  await storeOf(badgeCatalogue).loadRecords("badge", [{ scope, values: { id: randomUUID() } }])
  const grown = withBadgeField({ colour: string() })
  await migrate(pool, grown, { schema })
  const store = storeOf(grown)
  await store.loadRecords("badge", [{ scope, values: { id: randomUUID(), colour: "red" } }])
  const { records } = await createWalker(store, listOperation("badges", grown), scope).read(
    everything,
  )
  expect(new Set(records.map(({ colour }) => colour))).toEqual(new Set(["red", null]))
})

test("A field with a changed type is refused by name, and nothing is changed.", async () => {
  await migrate(pool, badgeCatalogue, { schema })
  const before = await describeSchema()
  const changed = withBadgeField({ colour: string(), holders: string() })
  await expect(migrate(pool, changed, { schema })).rejects.toThrow(/"holders" is stored as json/)
  expect(await describeSchema()).toEqual(before)
})

/**
 * Builds missing indexes and waits for the last report: an index is valid before its statement
 * ends.
 */
async function buildMissing(wanted: ReturnType<typeof recordIndexes>) {
  const steps: string[] = []
  const stop = startIndexBuilder({
    pool,
    wanted: async () => wanted,
    report: ({ outcome, index = "" }) => void steps.push(`${outcome} ${index}`),
    pollMs: 20,
  })
  const isBuilt = async () =>
    steps.at(-1)?.startsWith("done") && (await findMissing(poolSession(pool), wanted)).length === 0
  await expect.poll(isBuilt).toBe(true)
  await stop()
  return steps
}

test("A table with many rows does not wait for an index: lists work while it is built in the background.", async () => {
  const tables = await migrate(pool, catalogue, { schema })
  const store = storeOf(catalogue)
  await store.loadRecords("department", departmentsNamed(...range(0, 1500).map(numbered)))
  await store.loadRecords("highscore", [{ values: { id: randomUUID(), name: "One" } }])
  const before = await describeSchema()
  const read = async () => {
    const sort = [{ property: "name", descending: true }]
    const walker = createWalker(store, listOperation("departments"))
    return (await walker.read({ filters: [], sort })).records
  }
  const page = await read()
  const [large, small] = [`"${schema}".department_by_name`, `"${schema}".highscore_by_name`]
  await pool.query(`drop index ${large}, ${small}`)

  const release = await holdBuilds(pool, `"${schema}".department`)
  await migrate(pool, catalogue, { schema })
  expect(await readIndex(pool, large)).toBeUndefined()
  expect(await readIndex(pool, small)).toMatchObject({ isValid: true })
  expect(await read()).toEqual(page)
  await release()

  const steps = await buildMissing(recordIndexes(tables, schema))
  expect(steps).toEqual(["begun department_by_name", "done department_by_name"])
  expect(await describeSchema()).toEqual(before)
  expect(await read()).toEqual(page)
})

test.each(["records", "copies"])(
  "Each index of the %s is the same whether built at once or in the background, and none is unique.",
  async (kind) => {
    const isCopy = kind === "copies"
    const tables = await (isCopy ? migrateCopies : migrate)(pool, catalogue, { schema })
    const wanted = isCopy ? copyIndexes(catalogue, tables, schema) : recordIndexes(tables, schema)
    const before = await describeSchema()
    const made = await pool.query<{ name: string; isUnique: boolean }>(
      `select relname as name, indisunique as "isUnique" from pg_index join pg_class on oid = indexrelid
       where relnamespace = $1::regnamespace and relname = any($2) order by 1`,
      [`"${schema}"`, wanted.map(({ name }) => name)],
    )
    expect(made.rows).toEqual(
      wanted
        .map(({ name }) => ({ name, isUnique: false }))
        .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    )
    for (const { name } of wanted) await pool.query(`drop index "${schema}"."${name}"`)
    expect(await buildMissing(wanted)).toHaveLength(2 * wanted.length)
    expect(await describeSchema()).toEqual(before)
  },
)
