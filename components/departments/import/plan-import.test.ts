import fc from "fast-check"
import { expect, test } from "vitest"
import {
  catalogue,
  departmentSchemas,
  exportColumns,
  findOperation,
  type Row,
  recordType,
} from "@/lib/catalogue"
import type { TreeEntry } from "@/lib/client"
import { guessUses } from "@/lib/client/files/guess-uses"
import { readCsv } from "@/lib/client/files/read-csv"
import { csvHead, csvLines } from "@/lib/server/files/csv-file"
import { type DesiredChange, holdBack, planChanges } from "../../edits/plan-changes"
import { type ColumnFacts, importUses, readColumns } from "./import-columns"
import { findEmptyCells, planImport } from "./plan-import"

const guid = (at: number) => `00000000-0000-4000-8000-${`${at}`.padStart(12, "0")}`
const schemas = departmentSchemas(catalogue)
const list = findOperation(catalogue, "departments")
if (!list) throw new Error("The catalogue has no list of departments.")
const known = exportColumns(catalogue, list)
const labels: Readonly<Record<string, readonly string[]>> = {
  id: ["Id"],
  externalId: ["Externe Id", "External id"],
  city: ["Ort", "City", "By"],
  phoneNumber: ["Phone", "Telefon"],
}
const facts: ColumnFacts = {
  known,
  fields: recordType(catalogue, "department").fields,
  open: new Set(Object.keys(schemas)),
  labelsOf: (id) => [id, ...(labels[id] ?? [])],
  splitPhone: (text) =>
    text.startsWith("+45")
      ? { countryCode: 45, number: text.slice(3).replaceAll(" ", "") }
      : undefined,
}

const department = (at: number, externalId: string | null): TreeEntry => ({
  id: guid(at),
  name: `Store ${at}`,
  parentId: null,
  type: "Store",
  externalId,
  city: null,
})
const departments = [department(1, "S1"), department(2, "S2"), department(3, "S2")]

/** The department after a change, or undefined if the change does not apply. */
function targetOf(change: DesiredChange | undefined, current: Row) {
  const desired = change?.desire(current)
  return desired && "target" in desired ? desired.target : undefined
}

async function readUses(csv: string, among: readonly TreeEntry[] = departments) {
  const table = await readCsv(csv, 5000)
  if (!table.ok) throw new Error(table.fault)
  return { table, uses: guessUses(table, importUses(facts, among)) }
}

async function plan(
  csv: string,
  among: readonly TreeEntry[] = departments,
  clearing: readonly string[] = [],
) {
  const { table, uses } = await readUses(csv, among)
  const columns = readColumns(uses, facts)
  if ("missing" in columns) throw new Error(columns.missing)
  return planImport(table, columns, among, clearing)
}

test("surrounding spaces are trimmed and do not count as a change", async () => {
  const { desired } = await plan(`id,city,addressLine\n${guid(1)}, Aarhus ,Main street `)
  const current = { city: "Odense", addressLine: " Main street" }
  expect(targetOf(desired[0], current)).toEqual({ city: "Aarhus", addressLine: " Main street" })
})

test.each<[string, (string | null)[]]>([
  [
    "Externe id;CITY;Ort;phone_number.number;Shelf;",
    ["=externalId", "city", null, "phoneNumber.number", null, null],
  ],
  ["Phone,By,ID,externalId", ["phoneNumber", "city", "=id", "externalId"]],
  ["parentId.name\tid\tlastModifiedDateTime\tname", [null, "=id", null, "name"]],
  ["name;city", ["=name", "city"]],
  ["city;constructor", ["city", null]],
])(
  "the columns of %j are recognised by name, in any language and letter case",
  async (head, uses) => {
    expect((await readUses(`${head}\n1`)).uses).toEqual(uses)
  },
)

test.each<[string, string[], (string | null)[]]>([
  ["ids", [guid(1), guid(2).toUpperCase()], ["=id", "city"]],
  ["external ids", ["S1", "S2"], ["=externalId", "city"]],
  ["names", ["store 1", "Store 3"], ["=name", "city"]],
  ["others", ["x", "y"], [null, "city"]],
])("a column with an unknown header is recognised by its values: %s", async (_, values, uses) => {
  const csv = `Afdeling;By\n${values.map((value) => `${value};Oslo`).join("\n")}`
  expect((await readUses(csv)).uses).toEqual(uses)
})

test("an import needs a key column and a value column", () => {
  expect(readColumns([null, "city"], facts)).toEqual({ missing: "key" })
  expect(readColumns(["=id", null], facts)).toEqual({ missing: "values" })
})

test("a name matches only if it is unique, in any letter case", async () => {
  const { desired, problems } = await plan("name;city\nSTORE 1;Oslo\nStore 9;Oslo\nTwin;Oslo", [
    ...departments,
    { ...department(5, null), name: "Twin" },
    { ...department(6, null), name: "twin" },
  ])
  expect(desired).toMatchObject([{ id: guid(1), line: 2 }])
  expect(problems.map(({ fault }) => fault)).toEqual(["unknown_name", "ambiguous_name"])
  expect(targetOf(desired[0], { name: "Renamed" })).toBeUndefined()
})

test("a phone number in one cell sets its country code or keeps the current one", async () => {
  const { desired, problems } = await plan(
    `id;Phone\n${guid(1)};+45 12 34 56 78\n${guid(2)};12-34\n${guid(3)};call me`,
  )
  const current = { phoneNumber: { countryCode: 47, number: "1" } }
  expect(desired.map((each) => targetOf(each, current)?.["phoneNumber"])).toEqual([
    { countryCode: 45, number: "12345678" },
    { countryCode: 47, number: "1234" },
  ])
  expect(problems).toEqual([{ line: 4, fault: "not_phone", column: "Phone" }])
})

test("trimmed values are counted", async () => {
  expect(await plan(`id;city\n${guid(1)}; Oslo \n${guid(2)};Moss`)).toMatchObject({ trimmed: 1 })
})

test("values that a spreadsheet may have changed cause a warning by kind", async () => {
  const { desired } = await plan(
    [
      "id;zipCode;addressLine;externalId",
      `${guid(1)};102;3-mar;1,2E+15`,
      `${guid(2)};800;Main street 1;X`,
      `${guid(3)};8000;;`,
    ].join("\n"),
  )
  const danish = { externalId: "A", defaultPhoneCountryCode: 45 }
  const warningsOf = (at: number, current: Row) =>
    desired[at]?.warningsOf?.(current).map(({ kind, column }) => `${kind} ${column}`)
  expect(warningsOf(0, { ...danish, zipCode: "0102", addressLine: "Road 3" })).toEqual([
    "zeros zipCode",
    "date addressLine",
    "exponent externalId",
  ])
  expect(warningsOf(1, danish)).toEqual(["zeros zipCode"])
  expect(warningsOf(1, { ...danish, zipCode: "800" })).toEqual([])
  expect(warningsOf(2, danish)).toEqual([])
})

test("a change with a warning is held until its kind is accepted", async () => {
  const { desired } = await plan(`id;zipCode\n${guid(1)};102`)
  const row = { id: guid(1), name: "Store 1", type: "Store", zipCode: "0102" }
  const rules = { parents: new Map(), schemas }
  const planned = planChanges(desired, { records: new Map([[guid(1), row]]), rules })
  expect(holdBack(planned, [])).toMatchObject([{ state: "held" }])
  expect(holdBack(planned, ["zeros"])).toMatchObject([{ state: "ready" }])
})

test("each error is reported with line and column, and the other rows are imported", async () => {
  const { desired, problems, empty } = await plan(
    [
      "id,city,showInContacts,selectedCultures",
      `${guid(1)},Oslo,,`,
      ",Oslo,,",
      "12,Oslo,,",
      `${guid(9)},Oslo,,`,
      `${guid(1).toUpperCase()},Moss,,`,
      `${guid(2)},,perhaps,da`,
      `${guid(3)},,,,beyond`,
    ].join("\n"),
  )
  expect(desired).toMatchObject([{ id: guid(1), line: 2 }])
  expect(problems).toEqual([
    { line: 3, fault: "key_missing", column: "id" },
    { line: 4, fault: "key_no_guid", column: "id" },
    { line: 5, fault: "unknown_id", column: "id" },
    { line: 6, fault: "repeated_department", otherLine: 2 },
    { line: 7, fault: "not_boolean", column: "showInContacts" },
    { line: 7, fault: "not_json", column: "selectedCultures" },
    { line: 8, fault: "too_many_cells" },
  ])
  expect(empty).toBe(0)
})

test("an external id must be unique and still match when the department is read", async () => {
  const { desired, problems } = await plan("externalId;city\nS1;Oslo\nS2;Oslo\nS9;Oslo")
  expect(problems.map(({ line, fault }) => [line, fault])).toEqual([
    [3, "ambiguous_externalId"],
    [4, "unknown_externalId"],
  ])
  expect(targetOf(desired[0], { externalId: "S1", city: null })).toEqual({
    externalId: "S1",
    city: "Oslo",
  })
  expect(targetOf(desired[0], { externalId: "S7", city: null })).toBeUndefined()
})

test.each([",", ";"] as const)(
  "exported external ids are matched on import with the separator %j",
  async (separator) => {
    const text = fc.string({ unit: fc.constantFrom(..."=+-@;,\t\r\n\uFF1Dab".split("")) })
    const externalId = text.map((each) => each.trim()).filter((each) => each !== "")
    const options = { bom: false, separator }
    const columns = known.filter(({ id }) => id === "externalId" || id === "city")
    const ids = columns.map(({ id }) => id)
    expect(ids[0]).toBe("externalId")
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(externalId, { minLength: 1 }), async (externalIds) => {
        const rows = externalIds.map((own, at) => ({ ...department(at, own), city: "Oslo" }))
        const csv = csvHead(ids, options) + csvLines(columns, rows, options)
        const { desired, problems } = await plan(csv, rows)
        expect(problems).toEqual([])
        expect(desired.map((each, at) => targetOf(each, rows[at] ?? {}))).toEqual(rows)
        expect(desired.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
      }),
    )
  },
)

test("an empty cell keeps a field, (empty) clears it, and a part of an object keeps the others", async () => {
  const { desired, empty } = await plan(
    [
      "id;city;phoneNumber.countryCode;phoneNumber.number",
      `${guid(1)};(empty);;4412`,
      `${guid(2)};;(empty);(empty)`,
      `${guid(3)};;;`,
    ].join("\r\n"),
  )
  const current = { city: "Oslo", phoneNumber: { countryCode: 47, number: "1" } }
  expect(desired.map((each) => targetOf(each, current))).toEqual([
    { city: null, phoneNumber: { countryCode: 47, number: "4412" } },
    { city: "Oslo", phoneNumber: null },
  ])
  expect(empty).toBe(1)
})

test("an empty cell clears an optional field only if its column was chosen for that", async () => {
  const csv = [
    "id;name;city;phoneNumber.number;phoneNumber.countryCode",
    `${guid(1)};;;;`,
    `${guid(2)};New;Oslo;;47`,
  ].join("\n")
  const current = {
    name: "Store",
    city: "Bergen",
    phoneNumber: { countryCode: 47, number: "1" },
  }
  const reached = async (clearing: readonly string[]) => {
    const { desired, empty } = await plan(csv, departments, clearing)
    return { empty, reached: desired.map((each) => targetOf(each, current)) }
  }
  expect(await reached([])).toEqual({
    empty: 1,
    reached: [{ ...current, name: "New", city: "Oslo" }],
  })
  expect(await reached(["name", "city"])).toEqual({
    empty: 0,
    reached: [
      { ...current, city: null },
      { ...current, name: "New", city: "Oslo" },
    ],
  })
  const phone = { countryCode: 47, number: null }
  expect(await reached(["phoneNumber.number"])).toMatchObject({
    reached: [{ phoneNumber: phone }, { phoneNumber: phone }],
  })
})

test("empty cells are counted by column, except in columns of required fields", async () => {
  const { table, uses } = await readUses(`id,name,city,zipCode\n${guid(1)},,,1\n${guid(2)},a\n`)
  const columns = readColumns(uses, facts)
  expect("values" in columns && findEmptyCells(table, columns)).toEqual([
    { id: "city", name: "city", count: 2 },
    { id: "zipCode", name: "zipCode", count: 1 },
  ])
})

test.each([",", ";"] as const)(
  "importing an unchanged export with the separator %j changes nothing",
  async (separator) => {
    const row = {
      id: guid(1),
      url: null,
      name: '=Store "1"; east, west',
      type: "Store",
      externalId: "S1",
      creationDateTime: "2021-01-01T00:00:00Z",
      lastModifiedDateTime: "2021-01-01T00:00:00Z",
      parentId: null,
      addressLine: "-1\r\n+2",
      addressLine2: " @x ",
      city: "Ørsted",
      phoneNumber: { countryCode: 45, number: "12345678" },
      showInContacts: false,
      selectedCultures: ["da-DK"],
      locales: [{ culture: "da", description: "=1, -2; +3\n=4" }],
    }
    const options = { bom: true, separator }
    const ids = known.map(({ id }) => id)
    const { desired, problems } = await plan(
      (csvHead(ids, options) + csvLines(known, [row], options)).replace("\uFEFF", ""),
    )
    expect(problems).toEqual([])
    const rules = { parents: new Map(), schemas }
    const basis = { records: new Map([[guid(1), row]]), rules }
    expect(planChanges(desired, basis)).toMatchObject([{ line: 2, state: "unchanged" }])
  },
)
