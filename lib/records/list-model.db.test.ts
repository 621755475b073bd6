import { randomUUID } from "node:crypto"
import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import {
  catalogue,
  comparisons,
  fieldsOf,
  type ListOperation,
  type PathParameters,
  type Row,
  recordType,
} from "@/lib/catalogue"
import { deepTest } from "@/scripts/testing/deep-test"
import { isInTurn, rounds } from "@/scripts/testing/rounds"
import { arbitraryQuery, arbitraryValues, everyKindOfFilter } from "./testing/arbitraries"
import { answerOf, type ModelRecord } from "./testing/model"
import { baseUrl, openTestStore } from "./testing/open-test-store"
import { listOperation } from "./testing/operations"
import { createWalker } from "./testing/walk"

const recordCount = 120
const runs = rounds({ test: 8, deep: 150 })
/** Only every Nth filter is tested. */
const every = rounds({ test: 4, deep: 1 })

let testStore: Awaited<ReturnType<typeof openTestStore>>
beforeAll(async () => {
  testStore = await openTestStore()
})
afterAll(() => testStore.close())

const scopeOf = (operation: ListOperation): PathParameters =>
  Object.fromEntries(
    recordType(catalogue, operation.record).scope.map((name) => [name, randomUUID()]),
  )

/** A record as the service must return it, computed independently of the store. */
function sentOf(operation: ListOperation, values: Row, scope: PathParameters): Row {
  const sent = Object.entries(fieldsOf(catalogue, operation)).map(([name, field]) => {
    if (operation.nulls?.includes(name)) return [name, null]
    if (name === "url" && operation.id === "content-posts")
      return [name, `${baseUrl}/v1/contentmodules/${scope["moduleId"]}/content/${values["id"]}`]
    return [name, field.type === "url" ? null : values[name]]
  })
  return Object.fromEntries(sent)
}

/** Loads records into one scope, and as many into another, which the lists must not show. */
async function loadSample(operation: ListOperation) {
  const { fields, hidden } = recordType(catalogue, operation.record)
  const scopes = [scopeOf(operation), scopeOf(operation)] as const
  const load = async (scope: PathParameters): Promise<ModelRecord[]> => {
    const sample = fc.sample(arbitraryValues({ ...fields, ...hidden }), recordCount)
    await testStore.store.loadRecords(
      operation.record,
      sample.map((values) => ({ scope, values })),
    )
    return sample.map((values, index) => ({
      values,
      index,
      sent: sentOf(operation, values, scope),
    }))
  }
  const records = await load(scopes[0])
  if (Object.keys(scopes[1]).length > 0) await load(scopes[1])
  return { parameters: scopes[0], records }
}

/** Page sizes to use in turn. At least one is large, so that a walk ends soon. */
const pageSizes = fc
  .array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 3 })
  .map((sizes) => (sizes.some((size) => size > 15) ? sizes : [...sizes, 30]))

describe.each([
  "departments",
  "content-posts",
  "course-participations",
  "data-points",
  "content-views",
])("the list %s", (id) => {
  const operation = listOperation(id)
  let parameters: PathParameters
  let records: ModelRecord[]
  beforeAll(async () => {
    ;({ parameters, records } = await loadSample(operation))
  })

  test("returns the same for every filter and sort as in memory, page by page and back", async () => {
    const check = fc.asyncProperty(arbitraryQuery(operation), pageSizes, async (query, sizes) => {
      const expected = answerOf(operation, records, query)
      const walker = createWalker(testStore.store, operation, parameters)
      const pages = await walker.forward(query, sizes)
      expect(pages.flatMap((page) => page.records)).toEqual(expected)
      expect(pages.every(({ count, records }) => count === records.length)).toBe(true)
      expect(pages.map(({ previousCursor }) => previousCursor !== undefined)).toEqual(
        pages.map((_, index) => index > 0),
      )
      const last = pages.at(-1)
      if (!last) return
      const back = await walker.backward(last, sizes)
      const before = back.toReversed().flatMap((page) => page.records)
      expect(before).toEqual(expected.slice(0, expected.length - last.records.length))
      expect(back.every(({ nextCursor }) => nextCursor !== undefined)).toBe(true)
    })
    await fc.assert(check, { numRuns: runs })
  })

  test("filters each property with each operator and value as in memory", async () => {
    const walker = createWalker(testStore.store, operation, parameters)
    for (const [at, filter] of everyKindOfFilter(operation).entries()) {
      if (!isInTurn(at, every)) continue
      const query = { filters: [filter], sort: [] }
      const expected = answerOf(operation, records, query)
      const { records: found } = await walker.read({ ...query, limit: recordCount })
      expect(found, JSON.stringify(filter)).toEqual(expected)
    }
  })

  test("skips the offset and continues from there by cursor", async () => {
    const offsets = fc.integer({ min: 0, max: recordCount + 5 })
    const check = fc.asyncProperty(arbitraryQuery(operation), offsets, async (query, offset) => {
      const expected = answerOf(operation, records, query).slice(offset)
      const walker = createWalker(testStore.store, operation, parameters)
      const pages = await walker.forward({ ...query, offset }, [50])
      expect(pages.flatMap((page) => page.records)).toEqual(expected)
    })
    await fc.assert(check, { numRuns: 10 })
  })
})

deepTest(
  "Texts longer than an index entry are stored, compared whole, and ordered by their beginning.",
  async () => {
    const operation = listOperation("departments")
    const other = await openTestStore()
    const start = "😀".repeat(499)
    const names = [start, `${start}a`, `${start}b`, `${start}b${"x".repeat(300_000)}`, `${start}c`]
    await other.store.loadRecords(
      "department",
      names.map((name) => ({ values: { id: randomUUID(), name } })),
    )
    const walker = createWalker(other.store, operation)
    const pages = await walker.forward({ filters: [], sort: [] }, [1])
    const read = pages.map(({ records }) => String(records[0]?.["name"]))
    expect(read.map((name) => [...name].slice(0, 500).join(""))).toEqual(
      names.map((name) => [...name].slice(0, 500).join("")),
    )
    expect(new Set(read)).toEqual(new Set(names))
    expect(Math.max(...pages.map(({ nextCursor }) => nextCursor?.length ?? 0))).toBeLessThan(4000)
    for (const value of [...names, start.slice(2), `${start}bx`])
      for (const operator of comparisons) {
        const filters = [{ property: "name", operator, value }]
        const found = await walker.read({ filters, sort: [] })
        const records = names.map((name, index) => ({ values: { name }, sent: { name }, index }))
        const expected = answerOf(operation, records, { filters, sort: [] })
        const namesOf = (rows: readonly Row[]) => new Set(rows.map(({ name }) => name))
        expect(namesOf(found.records), `${operator} ${value.length}`).toEqual(namesOf(expected))
      }
    await other.close()
  },
)
