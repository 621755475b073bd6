import { randomUUID } from "node:crypto"
import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import {
  catalogue,
  type Field,
  fieldsOf,
  type ListOperation,
  pathIdsOf,
  type RecordType,
  type Row,
  recordType,
  wholeLists,
} from "@/lib/catalogue"
import { isInTurn, rounds } from "@/scripts/testing/rounds"
import { arbitraryQuery, arbitraryValues, everyKindOfFilter } from "./testing/arbitraries"
import { answerOf, computedOf, type ModelRecord, membersOf, neededAbove } from "./testing/model"
import { baseUrl, openTestStore } from "./testing/open-test-store"
import { createWalker } from "./testing/walk"

const recordCount = 60
const runs = rounds({ test: 4, deep: 100 })
/** Only every Nth filter is tested, a different one for each list. */
const every = rounds({ test: 7, deep: 1 })

let testStore: Awaited<ReturnType<typeof openTestStore>>
beforeAll(async () => {
  testStore = await openTestStore({ isCopy: true })
})
afterAll(() => testStore.close())

type Texts = (fields: { readonly [name: string]: Field }, values: Row) => string[]

const ownTexts: Texts = (fields, values) =>
  Object.entries(fields).flatMap(([name, field]) => {
    const isStored = field.deprecated?.constant === undefined
    const isRead = field.type === "string" && !field.values && !/culture|timezone/i.test(name)
    return isRead && isStored && typeof values[name] === "string" ? [values[name]] : []
  })

/** The searchable texts of a record: its own and those of the objects in its arrays. */
const textsOf: Texts = (fields, values) => [
  ...ownTexts(fields, values),
  ...Object.entries(fields).flatMap(([name, field]) => {
    const [value, items] = [values[name], field.type === "array" ? field.items : undefined]
    if (items?.type !== "object" || !Array.isArray(value)) return []
    return value.flatMap((each) => ownTexts(items.fields, each ?? {}))
  }),
]

/** The URL paths of records, without their ids. */
const addresses: Readonly<Record<string, (scope: Row) => string>> = {
  "content-posts": ({ moduleId }) => `/v1/contentmodules/${moduleId}/content`,
  "stage-comments": ({ moduleId, formId }) =>
    `/v1.2/serviceformModules/${moduleId}/forms/${formId}/stageComments`,
}

function sentOf(operation: ListOperation, values: Row, scope: Row, computed: Row): Row {
  const sent = Object.entries(fieldsOf(catalogue, operation)).map(([name, field]) => {
    if (operation.nulls?.includes(name)) return [name, null]
    const address = name === "url" && addresses[operation.wholeOf ?? ""]
    if (address) return [name, `${baseUrl}${address(scope)}/${values["id"]}`]
    if (field.deprecated?.constant !== undefined) return [name, field.deprecated.constant]
    return [name, field.type === "url" ? null : values[field.sameAs ?? name]]
  })
  const parents = pathIdsOf(operation).map((name) => [name, scope[name]])
  return { ...Object.fromEntries([...sent, ...parents]), ...computed }
}

/** Stores the parent record of a path if computed fields need it; returns its needed fields. */
async function loadAbove(record: RecordType, ids: Row): Promise<Row | undefined> {
  const needed = neededAbove(catalogue, record)
  if (!needed) return undefined
  const { scope } = recordType(catalogue, needed.of)
  const [own = {}] = fc.sample(arbitraryValues(needed.fields), 1)
  const path = Object.fromEntries(scope.map((name) => [name, `${ids[name]}`]))
  const id = ids[record.scope.at(-1) ?? ""]
  await testStore.store.loadRecords(needed.of, [{ scope: path, values: { id, ...own } }])
  return own
}

async function loadSample(operation: ListOperation): Promise<ModelRecord[]> {
  const record = recordType(catalogue, operation.record)
  const { fields, scope: names } = record
  const records: ModelRecord[] = []
  for (let place = 0; place < (names.length > 0 ? 3 : 1); place += 1) {
    const scope = Object.fromEntries(names.map((name) => [name, randomUUID()]))
    const own = Object.entries(fields).filter(([, { sameAs }]) => sameAs === undefined)
    const sample = fc.sample(arbitraryValues(Object.fromEntries(own)), recordCount)
    await testStore.store.loadRecords(
      operation.record,
      sample.map((values) => ({ scope, values })),
    )
    const above = place > 0 ? await loadAbove(record, scope) : undefined
    for (const values of sample) {
      const computed = computedOf(record, values, above)
      records.push({
        values: {
          ...scope,
          ...values,
          ...computed,
          ...membersOf(record, values),
          search: textsOf(fields, values).join("\n"),
        },
        index: records.length,
        sent: sentOf(operation, values, scope, computed),
        path: names.map((name) => scope[name]).join(" "),
      })
    }
  }
  return records
}

describe.each(wholeLists(catalogue).map((list) => [list.id, list] as const))(
  "all records of %s",
  (_id, operation) => {
    const turn = wholeLists(catalogue).indexOf(operation) % every
    let records: ModelRecord[]
    beforeAll(async () => {
      records = await loadSample(operation)
    })
    afterAll(() => testStore.store.clear())

    test("are filtered, searched, sorted and counted as in memory, page by page", async () => {
      const sizes = fc.constantFrom([17], [40, 5], [200])
      const check = fc.asyncProperty(arbitraryQuery(operation), sizes, async (query, pageSizes) => {
        const expected = answerOf(operation, records, query)
        const pages = await createWalker(testStore.store, operation).forward(query, pageSizes)
        expect(pages.flatMap((page) => page.records)).toEqual(expected)
        const scope = { scope: "all" } as const
        const count = await testStore.store.countRecords(operation, {}, query.filters, scope)
        expect(count).toBe(expected.length)
      })
      await fc.assert(check, { numRuns: runs })
    })

    test("are found by a text that many of them contain, page by page", async () => {
      const texts = records.map(({ values }) => [...`${values["search"] ?? ""}`])
      const pieces = texts.flatMap((letters) =>
        letters.slice(2).map((_, at) => letters.slice(at, at + 3).join("")),
      )
      const counts = new Map<string, number>()
      for (const piece of pieces) counts.set(piece, (counts.get(piece) ?? 0) + 1)
      // Texts are joined by line breaks, so a piece with a line break is in no single text.
      for (const across of counts.keys()) if (across.includes("\n")) counts.delete(across)
      const [piece] = [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? []
      if (piece === undefined || operation.properties["search"] === undefined) return
      const filters = [{ property: "search", operator: "contains", value: piece }] as const
      const expected = answerOf(operation, records, { filters, sort: [] })
      const walker = createWalker(testStore.store, operation)
      const pages = await walker.forward({ filters, sort: [] }, [2])
      expect(pages.flatMap((page) => page.records)).toEqual(expected)
      expect(pages.length > 1).toBe(expected.length > 2)
    })

    test("match each property with each operator and value as in memory", async () => {
      const walker = createWalker(testStore.store, operation)
      for (const [at, filter] of everyKindOfFilter(operation).entries()) {
        const { elementOf } = operation.properties[filter.property] ?? {}
        if (!elementOf && !isInTurn(at + turn, every)) continue
        const query = { filters: [filter], sort: [] }
        const { records: found } = await walker.read({ ...query, limit: 1000 })
        expect(found, JSON.stringify(filter)).toEqual(answerOf(operation, records, query))
      }
    })
  },
)
