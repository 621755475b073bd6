import { randomUUID } from "node:crypto"
import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Catalogue, catalogue, double, type Field, recordType, string } from "@/lib/catalogue"
import { rounds } from "@/scripts/testing/rounds"
import { quoteName } from "../db"
import { migrate } from "./migrate"
import { printDocumentOf } from "./projection"
import { createStore } from "./store"
import { documentPrefix, requireTable, tablesOf } from "./tables"
import { arbitraryValues } from "./testing/arbitraries"
import { baseUrl, openTestStore } from "./testing/open-test-store"
import { listOperation } from "./testing/operations"
import { everything } from "./testing/walk"

let testStore: Awaited<ReturnType<typeof openTestStore>>
beforeAll(async () => {
  testStore = await openTestStore()
})
afterAll(() => testStore.drop())

const tableOf = (record: string) => requireTable(tablesOf(catalogue), record)
const documentOf = (record: string) => tableOf(record).document.column.sql
const nameOf = (record: string) =>
  `${quoteName(testStore.schema)}.${quoteName(tableOf(record).name)}`

/** Each record's document beside what the database makes of its columns. */
async function compare(record: string) {
  const { rows } = await testStore.pool.query<{ stored: string | null; computed: string }>(
    `select ${documentOf(record)} as stored, ${printDocumentOf(tableOf(record))} as computed
     from ${nameOf(record)}`,
  )
  return rows
}

/** Where printing by hand and by PostgreSQL could differ: exponents, signs, control characters, fractions, half pairs. */
const difficult = {
  double: fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(1e15, 1e21, 123456789012345680, 999999999999999.9, 1e-4, 9.999e-5, -0, 5e-324),
    fc.integer({ min: -20, max: 20 }).map((exponent) => 10 ** exponent),
  ),
  integer: fc.maxSafeInteger(),
  string: fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("\u0000", "\u007f\u2028", '"\\/\b\f', "\ud800", "😀\n", "x".repeat(9000)),
  ),
  guid: fc.uuid().map((id) => id.toUpperCase()),
  time: fc
    .tuple(
      fc.date({ min: new Date("0001-01-02"), max: new Date("9999-12-30"), noInvalidDate: true }),
      fc.stringMatching(/^(?:|\.\d{1,7})$/),
      fc.constantFrom("Z", "+00:00", "-11:30", "+02:00", ""),
    )
    .map(([date, fraction, zone]) => `${date.toISOString().slice(0, 19)}${fraction}${zone}`),
}

function difficultValue(field: Field): fc.Arbitrary<unknown> | undefined {
  switch (field.type) {
    case "double":
    case "integer":
    case "string":
    case "guid":
      return difficult[field.type]
    case "datetime":
    case "datetimeoffset":
    case "localdatetime":
      return difficult.time
    default:
      return undefined
  }
}

function sampleRows(record: string) {
  const { fields, hidden, scope } = recordType(catalogue, record)
  const values = Object.entries({ ...fields, ...hidden }).flatMap(([name, field]) => {
    const made = name === "id" ? undefined : difficultValue(field)
    return made ? [[name, fc.option(made, { freq: 5 })] as const] : []
  })
  const arbitrary = fc.tuple(
    arbitraryValues({ ...fields, ...hidden }),
    fc.record(Object.fromEntries(values)),
  )
  const isFull = Object.fromEntries(scope.map((name) => [name, randomUUID().toUpperCase()]))
  return fc
    .sample(arbitrary, rounds({ test: 20, deep: 1000 }))
    .map(([usual, hard]) => ({ scope: isFull, values: { ...usual, ...hard } }))
}

describe.each(Object.keys(catalogue.records))("the documents of %s", (record) => {
  test("are what the database makes of the columns, byte for byte, by COPY and by arrays", async () => {
    await testStore.store.loadRecords(record, sampleRows(record))
    const rows = await compare(record)
    expect(rows.length).toBeGreaterThanOrEqual(20)
    expect(rows.map(({ stored }) => stored)).toEqual(rows.map(({ computed }) => computed))
  })
})

const departments = listOperation("departments")
const department = (values: object) => ({ values: { id: randomUUID(), ...values } })

async function readNames(store = testStore.store): Promise<unknown[]> {
  const page = await store.readPage(departments, {}, everything, { baseUrl, scope: "all" })
  return (JSON.parse(`${page.data}`) as { name: unknown }[]).map(({ name }) => name)
}

describe("a record without a document", () => {
  beforeAll(async () => {
    await testStore.store.clear()
    const rows = ["a", "b", "c"].map((name) => department({ name, city: 'Ærø "2"' }))
    await testStore.store.loadRecords("department", rows)
  })

  test("is read by its columns, and gets its document then", async () => {
    const document = documentOf("department")
    await testStore.pool.query(`update ${nameOf("department")} set ${document} = null`)
    expect((await compare("department")).map(({ stored }) => stored)).toEqual([null, null, null])
    expect(await readNames()).toEqual(["a", "b", "c"])
    await expect
      .poll(async () => (await compare("department")).every((row) => row.stored === row.computed))
      .toBe(true)
  })

  test("is one that a version changed which knows of none", async () => {
    await testStore.pool.query(`update ${nameOf("department")} set name = 'd' where name = 'b'`)
    const stored = (await compare("department")).map((row) => row.stored)
    expect(stored.filter((each) => each === null)).toHaveLength(1)
    expect(await readNames()).toEqual(["a", "c", "d"])
  })
})

/** The catalogue of a later version, whose departments have one field more. */
const later = (name: string, field: Field): Catalogue => {
  const { department: known, ...records } = catalogue.records
  if (!known) throw new Error("There are no departments.")
  const fields = { ...known.fields, [name]: field }
  return { ...catalogue, records: { ...records, department: { ...known, fields } } }
}

async function documentColumns(): Promise<string[]> {
  const { rows } = await testStore.pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = $1 and table_name = 'department' and column_name like $2
     order by ordinal_position`,
    [testStore.schema, `${documentPrefix}%`],
  )
  return rows.map(({ name }) => name)
}

describe("versions that print a record otherwise", () => {
  test("write and read documents of their own, beside each other", async () => {
    const { pool, schema, store } = testStore
    await store.clear()
    await store.loadRecords("department", [department({ name: "old" })])
    const next = later("floor", double())
    await migrate(pool, next, { schema })
    const newer = createStore({ pool, catalogue: next, schema })
    await newer.loadRecords("department", [department({ name: "new", floor: 2 })])
    const read = async (from: typeof store) => {
      const options = { baseUrl, scope: "all" } as const
      const { data } = await from.readPage(departments, {}, everything, options)
      return (JSON.parse(`${data}`) as { name: string; floor?: number }[]).map((row) => row.floor)
    }
    expect(await read(newer)).toEqual([2, null])
    expect(await read(store)).toEqual([undefined, undefined])
    await pool.query(`update ${nameOf("department")} set name = 'newest' where name = 'new'`)
    expect(await readNames(newer)).toEqual(["newest", "old"])
    expect(await readNames()).toEqual(["newest", "old"])
  })

  test("leave those of the version before, and drop those before it", async () => {
    const { pool, schema } = testStore
    const [first, second] = await documentColumns()
    await migrate(pool, later("door", string()), { schema })
    const [kept, third, ...others] = await documentColumns()
    expect([kept, others]).toEqual([second, []])
    expect([first, second]).not.toContain(third)
    await migrate(pool, later("door", string()), { schema })
    expect(await documentColumns()).toEqual([kept, third])
  })
})
