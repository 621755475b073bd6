import { afterAll, beforeAll, describe, expect, inject, test } from "vitest"
import {
  catalogue,
  effectiveSort,
  type Filter,
  type ListOperation,
  listOperations,
  type Operation,
  type PathParameters,
  printListQuery,
  printPath,
  type Row,
  recordType,
  type SortTerm,
  singleOperations,
} from "@/lib/catalogue"
import { openPool, type Pool } from "@/lib/db"
import { rounds } from "@/scripts/testing/rounds"
import { loadDemoData } from "../demo"
import { sampleDepartment } from "../testing/departments"
import {
  type ReferenceParts,
  readReferencePage,
  readReferenceRecord,
} from "../testing/reference-answers"
import { startTestService, type TestService } from "../testing/test-service"
import { loadSample, sample } from "./testing/conformance-service"
import { difficultIntegers, difficultRecords, difficultTexts } from "./testing/difficult-records"
import { filterCases } from "./testing/filter-cases"
import { parametersAt } from "./testing/fixtures"
import { sortCases } from "./testing/sort-cases"

let service: TestService
let pool: Pool
let parts: ReferenceParts
let compared = 0

beforeAll(async () => {
  const databaseUrl = inject("databaseUrl")
  service = await startTestService({ databaseUrl, count: 0 })
  const { store, schema, url } = service
  await loadDemoData({ store, catalogue, scale: 0.001 })
  await loadSample(service, catalogue)
  for (const recordName of Object.keys(catalogue.records))
    await store.loadRecords(recordName, difficultAt(recordName))
  pool = openPool(databaseUrl, { max: 4 })
  parts = { pool, schema, catalogue, baseUrl: url }
})
afterAll(async () => {
  await pool.end()
  await service.stop()
})

/** At the place of the sample that is called "here". */
function difficultAt(recordName: string) {
  const reader = catalogue.operations.find(({ record }) => record === recordName)
  const given = reader ? parametersAt(reader, "here") : {}
  const names = recordType(catalogue, recordName).scope
  const scope = Object.fromEntries(names.map((name) => [name, given[name] ?? ""]))
  return difficultRecords(catalogue, recordName, scope)
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** The body's bytes as text: no two answers of different bytes have the same. */
async function readBytes(path: string, init?: RequestInit) {
  const response = await service.get(path, init)
  const body = utf8.decode(await response.arrayBuffer())
  expect([response.status, response.headers.get("content-type"), path, body.slice(0, 300)]).toEqual(
    [200, "application/json; charset=utf-8", path, body.slice(0, 300)],
  )
  return body
}

interface List {
  readonly operation: ListOperation
  readonly given: PathParameters
  readonly filters?: readonly Filter[]
  readonly sort?: readonly SortTerm[]
}

/** `rows` is how many there may be; less than the limit only before the list's first record. */
interface Page {
  readonly start: number
  readonly limit: number
  readonly rows?: number
  readonly hasPrevious: boolean
}

interface Links {
  readonly next?: string
  readonly previous?: string
}

const escapeRegex = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")

/** Expects an answer to be the reference's page in its envelope, byte for byte but for the cursors; answers the two URLs. */
async function comparePage(list: List, path: string, page: Page): Promise<Links> {
  const { operation, given, filters = [] } = list
  const sort = effectiveSort(operation, { filters, sort: list.sort ?? [] })
  const { start, limit, rows = limit } = page
  const query = { filters, sort, limit: rows, offset: start }
  const [body, { json, count, total }] = await Promise.all([
    readBytes(path),
    readReferencePage(parts, operation, given, query),
  ])
  const head = `{"count":${count},"data":${json}`
  const around = (text: string, at: number) => `${path} ${at}: ${text.slice(at - 80, at + 80)}`
  if (!body.startsWith(head)) {
    // Not the whole texts, which are megabytes.
    let at = 0
    while (body[at] === head[at]) at += 1
    expect(around(body, at)).toBe(around(head, at))
  }
  const url = escapeRegex(`${service.url}${printPath(operation, given)}?limit=${limit}&cursor=`)
  const link = (name: string, isThere: boolean) =>
    isThere ? `,"${name}":"(?<${name}>${url}[\\w.~%-]+)"` : ""
  const tail = new RegExp(
    `^${link("nextUrl", total > start + count)}${link("previousUrl", page.hasPrevious)}\\}$`,
  )
  const found = tail.exec(body.slice(head.length))
  expect(body.slice(head.length)).toMatch(tail)
  compared += 1
  const { nextUrl, previousUrl } = found?.groups ?? {}
  return { ...(nextUrl && { next: nextUrl }), ...(previousUrl && { previous: previousUrl }) }
}

const pathOf = (url: string) => url.slice(service.url.length)

function firstPath({ operation, given, filters = [], sort = [] }: List, page: Partial<Page>) {
  const { start: offset, limit } = page
  const search = printListQuery(operation, {
    filters,
    sort,
    ...(offset && { offset }),
    ...(limit && { limit }),
  })
  return `${printPath(operation, given)}${search.size > 0 ? `?${search}` : ""}`
}

/** From an offset on by `nextUrl`, so many pages at most, and back by `previousUrl` to the list's first record. */
async function compareWalk(list: List, limit: number, pages: number, offset = 0): Promise<void> {
  let start = offset
  let links = await comparePage(list, firstPath(list, { start, limit }), {
    start,
    limit,
    hasPrevious: false,
  })
  for (let read = 1; links.next && read < pages; read++) {
    start += limit
    links = await comparePage(list, pathOf(links.next), { start, limit, hasPrevious: true })
  }
  while (links.previous) {
    const rows = Math.min(limit, start)
    start -= rows
    const page = { start, limit, rows, hasPrevious: start > 0 }
    links = await comparePage(list, pathOf(links.previous), page)
  }
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The paths of an operation that hold the demo data's records, the fullest first, and that of the sample. */
async function listPaths(operation: Operation, count: number): Promise<PathParameters[]> {
  const here = parametersAt(operation, "here")
  const names = recordType(catalogue, operation.record).scope
  if (names.length === 0) return [here]
  const columns = names.map((name) => `in_${snakeCase(name)} as "${name}"`)
  const { rows } = await pool.query<PathParameters>(`
    select ${columns.join(", ")} from "${service.schema}".${snakeCase(operation.record)}
    group by ${names.map((_, index) => index + 1).join(", ")}
    order by count(*) desc, ${names.map((_, index) => index + 1).join(", ")}`)
  const demo = rows.filter((row) => names.some((name) => row[name] !== here[name]))
  const open: PathParameters[] = []
  for (const given of demo) {
    if (open.length === count) break
    const { status } = await service.get(
      printPath(operation, operation.kind === "list" ? given : { ...here, ...given }),
    )
    // A feature may be switched off there.
    if (status !== 400) open.push(given)
  }
  return [here, ...open]
}

const lists = listOperations(catalogue)

const unstorable = /[\0\p{Surrogate}]/u

/** Without times, which are written in other ways, and texts that no URL carries. */
const queryable = (values: Row): Row =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) =>
        typeof value !== "string" ||
        (value.length < 300 && !unstorable.test(value) && !/^\d{4}-\d\d-/.test(value)),
    ),
  )

/** All of them in `npm run test:deep`. */
const someOf = <T>(cases: readonly T[], step: number): T[] =>
  cases.filter((_, index) => index % rounds({ test: step, deep: 1 }) === 0)

describe("A page is the reference's text, byte for byte", () => {
  test.concurrent.each(lists)("in its default order, forward and back: $id", async (operation) => {
    for (const given of await listPaths(operation, 2)) {
      const list = { operation, given }
      const { default: limit, maximum } = operation.limit
      const first = { start: 0, limit, hasPrevious: false }
      await comparePage(list, firstPath(list, {}), first)
      const most = { start: 0, limit: maximum, hasPrevious: false }
      await comparePage(list, firstPath(list, { limit: maximum + 1 }), most)
      for (const [size, pages] of [
        [1, 4],
        [7, 12],
        [50, 20],
        [maximum, 4],
      ] as const)
        await compareWalk(list, size, pages)
      for (const offset of [1, 13, 60, 1_000_000]) await compareWalk(list, 10, 2, offset)
    }
  })

  test.concurrent.each(lists)("in every order: $id", async (operation) => {
    const [here = {}, demo] = await listPaths(operation, 1)
    for (const { sort } of someOf(sortCases(operation), 4)) {
      await compareWalk({ operation, given: here, sort }, 23, 20)
      if (demo) await compareWalk({ operation, given: demo, sort }, 40, 3)
    }
  })

  test.concurrent.each(lists)("under every kind of filter: $id", async (operation) => {
    const given = parametersAt(operation, "here")
    const stored = [
      ...sample.records(operation, "here", "").map(({ values }) => values),
      ...difficultAt(operation.record).map(({ values }) => queryable(values)),
    ]
    for (const { filter, query } of someOf(filterCases(operation, stored), 7)) {
      const list = { operation, given, filters: [filter] }
      const page = { start: 0, limit: operation.limit.default, hasPrevious: false }
      await comparePage(list, `${printPath(operation, given)}?${query}`, page)
      await compareWalk({ ...list, sort: [] }, 9, 2)
    }
  })
})

describe("A record is the reference's text, byte for byte", () => {
  test.each(singleOperations(catalogue))("by its id: $id", async (operation) => {
    const name = Object.keys(operation.parameters).at(-1) ?? ""
    for (const given of await listPaths(operation, 2)) {
      const { [name]: _, ...scope } = given
      const where = Object.entries(scope).map(([key, id]) => `in_${snakeCase(key)} = '${id}'`)
      const { rows } = await pool.query<{ id: string }>(`
        select id from "${service.schema}".${snakeCase(operation.record)}
        where ${["true", ...where].join(" and ")} order by id limit 60`)
      expect(rows.length).toBeGreaterThan(0)
      for (const { id } of rows) {
        const body = await readBytes(printPath(operation, { ...scope, [name]: id }))
        const record = await readReferenceRecord(parts, operation, scope, id)
        expect(body).toBe(`{"data":${record}}`)
        compared += 1
      }
    }
  })

  const texts = difficultTexts.filter(
    (text) => text.length < 50_000 && !/[\0\p{Surrogate}]/u.test(text),
  )
  const integers = difficultIntegers.filter(Number.isSafeInteger)
  const patches = [
    [],
    ...texts.map((text) => [
      { op: "replace", path: "/addressLine", value: text },
      { op: "replace", path: "/locales/0/description", value: text },
    ]),
    ...integers.map((value) => [{ op: "replace", path: "/defaultPhoneCountryCode", value }]),
    [{ op: "replace", path: "/locales", value: [] }],
    [{ op: "replace", path: "/locales", value: [{ description: null, culture: "da-DK" }] }],
    [{ op: "replace", path: "/locales", value: null }],
    [{ op: "replace", path: "/selectedCultures", value: ["en-GB", "da-DK"] }],
    [{ op: "replace", path: "/phoneNumber", value: { number: "1", countryCode: 1 } }],
    [{ op: "remove", path: "/phoneNumber" }],
    [{ op: "replace", path: "/managerUserId", value: "ABCDEF00-0000-4000-8000-00000000ABCD" }],
    [{ op: "replace", path: "/showContactList", value: false }],
    [{ op: "remove", path: "/email" }],
  ]

  test.each(catalogue.operations.filter(({ kind }) => kind === "patch"))(
    "after a change, in its answer and in every list of it: $id",
    async (operation) => {
      const department = sampleDepartment()
      const id = `${department.id}`
      await service.store.loadRecords("department", [{ values: department }])
      const path = printPath(operation, { departmentId: id })
      const headers = {
        authorization: `Bearer ${await service.token()}`,
        "content-type": "application/json-patch+json",
      }
      for (const patch of someOf(patches, 2)) {
        const body = await readBytes(path, {
          method: "PATCH",
          headers,
          body: JSON.stringify(patch),
        })
        expect(body).toBe(`{"data":${await readReferenceRecord(parts, operation, {}, id)}}`)
        for (const list of lists.filter(({ record }) => record === operation.record)) {
          const filters: Filter[] = [{ property: "id", operator: "eq", value: id }]
          const query = { operation: list, given: {}, filters }
          await compareWalk(query, 5, 1)
        }
        compared += 1
      }
    },
  )
})

test("So many answers were compared that none of the above was empty.", () => {
  expect(compared).toBeGreaterThan(rounds({ test: 1500, deep: 5000 }))
})
