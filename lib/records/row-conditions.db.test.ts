import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { catalogue, patchOperations, type RowScope } from "@/lib/catalogue"
import { migrateTables } from "../db"
import { createDepartmentNames, type DepartmentsTable } from "../server/names/departments-table"
import type { CellRead, SeriesRead } from "./series"
import { openTestSeries, type TestSeries } from "./series/testing/open-test-series"
import { createSmallGroups, type SmallGroupsReader } from "./small-groups"
import { baseUrl } from "./testing/open-test-store"
import { listOperation, singleOperation } from "./testing/operations"
import { everything } from "./testing/walk"

/** A scope without a rule, as a later version may have stored. */
const unknown = { person: "somebody" } as unknown as RowScope

let opened: TestSeries
let names: DepartmentsTable
let smallGroups: SmallGroupsReader
beforeAll(async () => {
  opened = await openTestSeries()
  const { pool, schema } = opened
  await migrateTables(pool, "replica", schema)
  smallGroups = createSmallGroups({ pool, catalogue, schema })
  names = createDepartmentNames({ pool, schema })
  await migrateTables(pool, "dashboard", schema)
})
afterAll(() => opened.close())

const dataSetId = randomUUID()
const department = { departmentId: randomUUID() }
const post = { moduleId: randomUUID(), contentId: randomUUID() }
const rule = { minPeople: 5, tree: [], mayWait: false }
const edges = [0, 86_400_000]

const readOf = (
  scope: RowScope,
  grouping: "none" | "label",
): SeriesRead & { grouping: "none" | "label" } => ({
  dataSetId,
  scope,
  filters: [],
  measure: "sum",
  grouping,
  top: 5,
  ranges: [edges],
})

const cellOf = (scope: RowScope): CellRead => ({ dataSetId, scope, filters: [], from: 0, to: 1 })

const reads: Record<string, (scope: RowScope) => Promise<unknown>> = {
  "a page": (scope) =>
    opened.store.readPage(listOperation("departments"), {}, everything, { baseUrl, scope }),
  "a record": (scope) =>
    opened.store.readRecord(singleOperation("content-post"), post, { baseUrl, scope }),
  "a change": (scope) => {
    const [operation] = patchOperations(catalogue)
    if (!operation) throw new Error("The catalogue has a change.")
    return opened.store.updateRecord(operation, department, { baseUrl, scope }, async () => ({}))
  },
  "a series": (scope) => opened.series.read(readOf(scope, "none")),
  "a count of points": (scope) => opened.series.countPoints(cellOf(scope)),
  points: (scope) => opened.series.readPoints(cellOf(scope), { limit: 5 }),
  "the extent of a data set": (scope) => opened.series.readExtent(dataSetId, scope),
  "a series of groups": (scope) => smallGroups.read(readOf(scope, "none"), rule),
  "a series of groups by label": (scope) => smallGroups.read(readOf(scope, "label"), rule),
  "the groups of a cell": (scope) =>
    smallGroups.readCell(readOf(scope, "none"), { from: 0, to: 1 }, rule),
  "the extent of groups": (scope) => smallGroups.readExtent({ dataSetId, scope }, rule),
  "whether points are of persons": (scope) => smallGroups.readPersonal(dataSetId, scope),
  "the names of departments": (scope) => names.read(scope),
  "the tree of departments": (scope) => names.readTree(scope),
  departments: (scope) => names.readDepartments(scope),
}

test.each(Object.entries(reads))("%s: the scope of all rows is allowed", async (_name, read) => {
  await expect(read("all")).resolves.not.toThrow()
})

// rules: A report page 4
test.each(Object.entries(reads))("%s: a scope without a rule is refused", async (_name, read) => {
  await expect(read(unknown)).rejects.toThrow("No rule says which rows")
})
