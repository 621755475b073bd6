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
import { csvHead, csvLines } from "@/lib/server/files/csv-file"
import { type DesiredChange, planChanges } from "../../edits/plan-changes"
import { importDraftSchema } from "./import-draft"
import { findEmptyCells, planImport } from "./plan-import"
import { type ColumnFacts, readColumns } from "./read-columns"
import { readCsv } from "./read-csv"

const guid = (at: number) => `00000000-0000-4000-8000-${`${at}`.padStart(12, "0")}`
const schemas = departmentSchemas(catalogue)
const list = findOperation(catalogue, "departments")
if (!list) throw new Error("The catalogue has no list of departments.")
const known = exportColumns(catalogue, list)
const labels: Readonly<Record<string, string>> = { id: "Id", externalId: "Externe Id", city: "Ort" }
const facts: ColumnFacts = {
  known,
  fields: recordType(catalogue, "department").fields,
  open: new Set(Object.keys(schemas)),
  labelOf: (id) => labels[id] ?? id,
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

/** The department as it is to become; undefined where it cannot. */
function targetOf(change: DesiredChange | undefined, current: Row) {
  const desired = change?.desire(current)
  return desired && "target" in desired ? desired.target : undefined
}

async function plan(
  csv: string,
  among: readonly TreeEntry[] = departments,
  clearing: readonly string[] = [],
) {
  const table = await readCsv(csv)
  if (!table.ok) throw new Error(table.fault)
  const columns = readColumns(table.head.cells, facts)
  if (!columns.key) throw new Error("no key")
  return { ...columns, ...planImport(table, columns, columns.key, among, clearing) }
}

test("spaces around a text are taken off, and are no change by themselves", async () => {
  const { desired } = await plan(`id,city,addressLine\n${guid(1)}, Aarhus ,Main street `)
  const current = { city: "Odense", addressLine: " Main street" }
  expect(targetOf(desired[0], current)).toEqual({ city: "Aarhus", addressLine: " Main street" })
})

test("columns are known by their names or labels in any letter case; what cannot be used is named", () => {
  const { key, columns, left } = readColumns(
    ["externe id", "CITY", "Ort", "phoneNumber.number", "id", "lastModifiedDateTime", "Shelf", ""],
    facts,
  )
  expect(key).toBe("externalId")
  expect(columns.map(({ at, id }) => [at, id])).toEqual([
    [1, "city"],
    [3, "phoneNumber.number"],
  ])
  expect(left).toEqual([
    { name: "Ort", fault: "repeated_column" },
    { name: "id", fault: "fixed_column" },
    { name: "lastModifiedDateTime", fault: "fixed_column" },
    { name: "Shelf", fault: "unknown_column" },
  ])
})

test.each(["name", "city", "", "constructor"])(
  "a file whose first column is %j has no key",
  (first) => {
    expect(readColumns([first, "city"], facts).key).toBeUndefined()
  },
)

test("each fault of a row is reported with its line and column, and the other rows are taken", async () => {
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

test("external ids must name one department, and still name it when it is read", async () => {
  const { desired, problems } = await plan("externalId;city\nS1;Oslo\nS2;Oslo\nS9;Oslo")
  expect(problems.map(({ line, fault }) => [line, fault])).toEqual([
    [3, "ambiguous_external_id"],
    [4, "unknown_external_id"],
  ])
  expect(targetOf(desired[0], { externalId: "S1", city: null })).toEqual({
    externalId: "S1",
    city: "Oslo",
  })
  expect(targetOf(desired[0], { externalId: "S7", city: null })).toBeUndefined()
})

test.each([",", ";"] as const)(
  "external ids are known as an export with the separator %j writes them",
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

test("an empty cell leaves a field, (empty) empties it, and parts of an object keep the others", async () => {
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

test("an empty cell empties a field only where that was chosen for its column, and where the field need not have a value", async () => {
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

test("the columns of names that an exported workbook has beside ids are no faults", () => {
  const { left } = readColumns(["id", "parentId.name", "Ort · Name", "city.names", "Orte"], facts)
  expect(left.map(({ fault }) => fault)).toEqual([
    "fixed_column",
    "fixed_column",
    "unknown_column",
    "unknown_column",
  ])
})

test("empty cells are counted by column; fields that must have a value have none that could clear", async () => {
  const table = await readCsv(`id,name,city,zipCode\n${guid(1)},,,1\n${guid(2)},a\n`)
  if (!table.ok) throw new Error(table.fault)
  expect(findEmptyCells(table, readColumns(table.head.cells, facts))).toEqual([
    { id: "city", name: "city", count: 2 },
    { id: "zipCode", name: "zipCode", count: 1 },
  ])
})

test("a draft of before is the same file, in which nothing clears", () => {
  const older = { name: "stores.csv", text: "id,city", takesGood: true }
  expect(importDraftSchema.parse(older)).toEqual({
    name: "stores.csv",
    source: { text: "id,city" },
    takesGood: true,
    clears: [],
  })
})

test.each([",", ";"] as const)(
  "the file that a report exports changes nothing when it is brought back with the separator %j",
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
    const { desired, problems, left } = await plan(
      (csvHead(ids, options) + csvLines(known, [row], options)).replace("\uFEFF", ""),
    )
    expect(problems).toEqual([])
    expect(left.every(({ fault }) => fault === "fixed_column")).toBe(true)
    const rules = { parents: new Map(), schemas }
    const basis = { records: new Map([[guid(1), row]]), rules }
    expect(planChanges(desired, basis)).toMatchObject([{ line: 2, state: "unchanged" }])
  },
)
