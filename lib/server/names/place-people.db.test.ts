import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest"
import {
  catalogue,
  findList,
  type ListOperation,
  parseListQuery,
  parseSummaryQuery,
  type Row,
} from "@/lib/catalogue"
import { migrateTables, openPool } from "../../db"
import { createStore } from "../../records"
import { baseUrl, openTestStore } from "../../records/testing/open-test-store"
import { createDepartmentNames, type NamedDepartment } from "./departments-table"
import { createUserNames } from "./table"

const schema = `places_${randomUUID().slice(0, 8)}`
const pool = openPool(inject("databaseUrl"), { max: 4 })
const departments = createDepartmentNames({ pool, schema })
const people = createUserNames({ pool, schema })
const list = findList(catalogue, "all-course-participations") as ListOperation

const guid = (at: number) => `00000000-0000-4000-8000-${`${at}`.padStart(12, "0")}`
const [company, north, south, aarhus, kiosk, otherKiosk, loop, back] = [1, 2, 3, 4, 5, 6, 7, 8].map(
  guid,
) as [string, string, string, string, string, string, string, string]
const tree: readonly NamedDepartment[] = [
  { id: company, name: "Nordlys", type: "Company" },
  { id: north, name: "North", type: "Region", parentId: company },
  { id: south, name: "South", type: "Region", parentId: company, externalId: "S-1" },
  { id: aarhus, name: "Aarhus", type: "Store", parentId: north },
  { id: kiosk, name: "Kiosk", type: "Store", parentId: north, externalId: "North" },
  { id: otherKiosk, name: "Kiosk", type: "Store", parentId: south },
  { id: loop, name: "Loop", type: "Store", parentId: back },
  { id: back, name: "Back", type: "Region", parentId: loop },
]
/** Each person's department in the names file, and the department and region found for it. */
const written: readonly (readonly [string | undefined, string | null, string | null])[] = [
  [" aarhus ", aarhus, north],
  [otherKiosk.toUpperCase(), otherKiosk, south],
  ["S-1", south, south],
  ["nordlys", company, null],
  ["north", kiosk, north],
  ["Kiosk", null, null],
  ["Nowhere", null, null],
  ["Nowhere", null, null],
  [undefined, null, null],
]
const personId = (at: number) => guid(100 + at)

async function readTree(given: readonly NamedDepartment[]) {
  const reading = (await departments.claim({ everyMs: 0, leaseMs: 0 })) ?? ""
  await departments.put(reading, given)
  await departments.finish(reading)
}

let testStore: Awaited<ReturnType<typeof openTestStore>>
beforeAll(async () => {
  await migrateTables(pool, "dashboard", schema)
  await pool.query(`insert into "${schema}".department_names_reading (one) values (1)
    on conflict do nothing`)
  testStore = await openTestStore({ isCopy: true, people: { schema, table: "user_name" } })
  const users = [...written.keys(), written.length].map((at) => ({
    scope: {},
    values: { courseId: guid(50), userId: personId(at), points: 10 ** at },
  }))
  await testStore.store.loadRecords("courseParticipation", users)
})
beforeEach(async () => {
  await people.clear()
  await readTree(tree)
  async function* file() {
    yield written.map(([department, ..._], at) => ({
      line: at + 2,
      id: personId(at),
      name: `Person ${at}`,
      ...(department !== undefined && { department }),
    }))
  }
  await people.replace(file(), () => {}, { by: null })
})
afterAll(async () => {
  await testStore.close()
  await pool.end()
})

async function read(search = ""): Promise<Row[]> {
  const parsed = parseListQuery(list, new URLSearchParams(search))
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const page = await testStore.store.readPage(list, {}, parsed.query, { baseUrl, scope: "all" })
  return (JSON.parse(page.data) as Row[]).toSorted(
    (one, other) => Number(one["points"]) - Number(other["points"]),
  )
}
const placesOf = (rows: readonly Row[]) =>
  rows.map(({ userDepartmentId, userRegionId }) => [userDepartmentId, userRegionId])
const numbersOf = async (search: string) =>
  (await read(search)).map(({ points }) => Math.log10(Number(points)))

const expected = [...written.map(([, department, region]) => [department, region]), [null, null]]

test("a person's department is found by id, external id or unique name", async () => {
  expect(placesOf(await read())).toEqual(expected)
  expect(await people.readUnplaced(10)).toEqual([
    { text: "Nowhere", people: 2, isAmbiguous: false },
    { text: "Kiosk", people: 1, isAmbiguous: true },
  ])
})

test("rows can be filtered by region, by department, and by a department with all below it", async () => {
  expect(await numbersOf(`userRegionId=${north}`)).toEqual([0, 4])
  expect(await numbersOf(`userDepartmentId=${south}`)).toEqual([2])
  expect(await numbersOf(`userWithin=${south}`)).toEqual([1, 2])
  expect(await numbersOf(`userWithin=${company}`)).toEqual([0, 1, 2, 3, 4])
  expect(await numbersOf(`userWithin[ne]=${north}`)).toEqual([1, 2, 3, 5, 6, 7, 8, 9])
  expect(await numbersOf("userWithin=")).toEqual([5, 6, 7, 8, 9])
  expect(await numbersOf("userRegionId[ne]=")).toEqual([0, 1, 2, 4])
})

test("rows can be grouped by region, and shares count a department with all below it", async () => {
  const search = `group=userRegionId&measure=count&measure=share:userWithin=${aarhus}`
  const parsed = parseSummaryQuery(list, new URLSearchParams(search))
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const { groups, rows } = await testStore.store.readSummary(list, parsed.query, { scope: "all" })
  const regionOf = (key: number | null | undefined) => {
    const found = key === null || key === undefined ? undefined : groups[0]?.keys[key]
    return found?.kind === "value" ? found.value : "other"
  }
  expect(
    new Map(rows.map(({ keys, figures }) => [regionOf(keys[0]), figures.map(({ n }) => n)])),
  ).toEqual(
    new Map<unknown, number[]>([
      [north, [2, 1]],
      [south, [2, 0]],
      [null, [6, 0]],
    ]),
  )
})

test("a department that moves changes its people's region once the list is read again", async () => {
  await readTree(tree.map((each) => (each.id === aarhus ? { ...each, parentId: south } : each)))
  expect(placesOf(await read())[0]).toEqual([aarhus, south])
  await readTree(tree.filter(({ id }) => id !== otherKiosk))
  expect(placesOf(await read()).slice(0, 6)).toEqual([
    [aarhus, north],
    [null, null],
    ...expected.slice(2, 5),
    [kiosk, north],
  ])
})

test("unknown departments are not reported before the list of departments is read", async () => {
  await readTree([])
  expect(await people.readUnplaced(10)).toEqual([])
})

test("a cycle of departments does not loop forever", async () => {
  async function* file() {
    yield [{ line: 2, id: personId(0), name: "Ida", department: "Loop" }]
  }
  await people.replace(file(), () => {}, { by: null })
  expect(placesOf(await read())[0]).toEqual([loop, back])
  expect(await numbersOf(`userWithin=${back}`)).toEqual([0])
})

test("a store without names has no department or region for any person", async () => {
  const { pool: own, schema: records } = testStore
  const store = createStore({ pool: own, catalogue, schema: records })
  const parsed = parseListQuery(list, new URLSearchParams(`userWithin[ne]=${company}`))
  if (!parsed.ok) throw new Error("The search can be read.")
  const page = await store.readPage(list, {}, parsed.query, { baseUrl, scope: "all" })
  expect(placesOf(JSON.parse(page.data) as Row[])).toEqual(expected.map(() => [null, null]))
})
