import { randomUUID } from "node:crypto"
import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Catalogue, catalogue, double, type Field, recordType } from "@/lib/catalogue"
import { rounds } from "@/scripts/testing/rounds"
import { poolSession, quoteName } from "../db"
import { isSpread } from "./citus"
import { migrate } from "./migrate"
import { printDocumentOf } from "./projection"
import { createStore } from "./store"
import { requireTable, tablesOf } from "./tables"
import { arbitraryValues } from "./testing/arbitraries"
import { baseUrl, openTestStore } from "./testing/open-test-store"
import { listOperation } from "./testing/operations"

let testStore: Awaited<ReturnType<typeof openTestStore>>
beforeAll(async () => {
  testStore = await openTestStore()
})
afterAll(() => testStore.close())

const tableOf = (record: string) => requireTable(tablesOf(catalogue), record)
const nameOf = (record: string) =>
  `${quoteName(testStore.schema)}.${quoteName(tableOf(record).name)}`

/** Each record's stored document and the one that the database computes from its columns. */
async function compare(record: string) {
  const { rows } = await testStore.pool.query<{ stored: string; computed: string }>(
    `with record as materialized (select * from ${nameOf(record)})
     select document as stored, ${printDocumentOf(tableOf(record))} as computed from record`,
  )
  return rows
}

/**
 * Values that JavaScript and PostgreSQL could print differently, such as exponents and lone
 * surrogates.
 */
const difficult = {
  double: fc.oneof(
    // Here a text can be halfway between two doubles; JavaScript prints such a text, PostgreSQL
    // does not.
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .filter((value) => Math.abs(value) < 2 ** 53 || Math.abs(value) > 2 ** 64),
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
  test("equal those that the database computes from the columns, byte for byte", async () => {
    await testStore.store.loadRecords(record, sampleRows(record))
    const rows = await compare(record)
    expect(rows.length).toBeGreaterThanOrEqual(20)
    expect(rows.map(({ stored }) => stored)).toEqual(rows.map(({ computed }) => computed))
  })
})

/** A later catalogue, whose departments have an additional field. */
const later = (name: string, field: Field): Catalogue => {
  const department = recordType(catalogue, "department")
  const fields = { ...department.fields, [name]: field }
  return { ...catalogue, records: { ...catalogue.records, department: { ...department, fields } } }
}

describe("a catalogue that changes the form of documents", () => {
  const grown = later("floor", double())
  const table = requireTable(tablesOf(grown), "department")
  const readDocuments = async () => {
    const { rows } = await testStore.pool.query<{ xmin: string; stored: string; computed: string }>(
      `select xmin, document as stored, ${printDocumentOf(table)} as computed
       from ${nameOf("department")} order by id`,
    )
    return rows
  }

  test("rebuilds the documents of all rows, once", async ({ skip }) => {
    const { pool, schema, store } = testStore
    skip(await isSpread(poolSession(pool)))
    await store.clear()
    await store.loadRecords("department", sampleRows("department"))
    await migrate(pool, catalogue, { schema })
    const before = (await compare("department")).map(({ stored }) => stored)
    expect(before.filter((stored) => stored.includes("floor"))).toEqual([])
    await migrate(pool, grown, { schema })
    const renewed = await readDocuments()
    expect(renewed).toHaveLength(before.length)
    for (const { stored, computed } of renewed) {
      expect(stored).toContain('"floor":null')
      expect(stored).toBe(computed)
    }
    await migrate(pool, grown, { schema })
    expect(await readDocuments()).toEqual(renewed)
    const newer = createStore({ pool, catalogue: grown, schema })
    const floors = { values: { id: randomUUID(), floor: 2 } }
    await newer.loadRecords("department", [floors])
    const { data } = await newer.readPage(
      listOperation("departments", grown),
      {},
      { filters: [{ property: "id", operator: "eq", value: floors.values.id }], sort: [] },
      { baseUrl, scope: "all" },
    )
    expect(JSON.parse(data)).toMatchObject([floors.values])
  })

  test("rebuilds documents in columns named by their form, and drops these columns with their trigger", async ({
    skip,
  }) => {
    const { pool, schema } = testStore
    skip(await isSpread(poolSession(pool)))
    const name = nameOf("department")
    await pool.query(`alter table ${name} rename column document to document_0123abcd;
      alter table ${name} alter column document_0123abcd drop not null;
      delete from "${schema}".setting where key = 'document_forms';
      create function "${schema}".take_department_documents() returns trigger language plpgsql
        as $$ begin new.document_0123abcd := null; return new; end $$;
      create trigger taken before update on ${name}
        for each row execute function "${schema}".take_department_documents()`)
    await migrate(pool, grown, { schema })
    const rows = await readDocuments()
    expect(rows.length).toBeGreaterThan(20)
    expect(rows.map(({ stored }) => stored)).toEqual(rows.map(({ computed }) => computed))
    const { rows: left } = await pool.query(
      `select attname as name from pg_attribute
       where attrelid = $1::regclass and attname like 'document%' and not attisdropped
       union all select tgname from pg_trigger where tgrelid = $1::regclass`,
      [name],
    )
    expect(left).toEqual([{ name: "document" }])
  })
})
