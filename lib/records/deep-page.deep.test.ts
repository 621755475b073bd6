import { randomBytes, randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { ListQuery } from "@/lib/catalogue"
import { createCursorCodec } from "./cursor"
import { planList } from "./list-plan"
import { printPageQuery } from "./page-query"
import { requireTable, tablesOf } from "./tables"
import { baseUrl, openTestStore } from "./testing/open-test-store"
import { listOperation } from "./testing/operations"
import { range } from "./testing/samples"
import { createWalker } from "./testing/walk"

const operation = listOperation("data-points")
const rowCount = 60_000
const limit = 100
const scope = { dataSetId: randomUUID() }
const otherScope = { dataSetId: randomUUID() }
const departmentIds = range(0, 10).map(() => randomUUID())
const key = randomBytes(32)

/**
 * Two interleaved data sets with three labels, one label in ten null, and 20 rows per time stamp.
 */
function* points() {
  for (const index of range(0, rowCount))
    yield {
      scope: index % 6 === 0 ? otherScope : scope,
      values: {
        label: index % 10 === 0 ? null : `Label ${index % 3}`,
        timeStamp: new Date(Date.UTC(2024, 0, 1) + Math.floor(index / 20) * 60_000).toISOString(),
        value: (index * 104_729) % 10_007,
        departmentId: departmentIds[index % 7],
      },
    }
}

interface PlanNode {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Actual Rows": number
  readonly "Actual Loops": number
  readonly "Rows Removed by Filter"?: number
  readonly Plans?: readonly PlanNode[]
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

let testStore: Awaited<ReturnType<typeof openTestStore>>
beforeAll(async () => {
  testStore = await openTestStore({ cursorKey: key })
  await testStore.store.loadRecords("dataPoint", points())
})
afterAll(() => testStore.close())

/**
 * Returns how the database reads a page: the kinds of its table scans and the rows that they read.
 */
async function explain(request: Parameters<typeof planList>[3]) {
  const { catalogue, schema, pool } = testStore
  const codec = createCursorCodec(operation, scope, { key, ttlSeconds: 3600, clock: Date.now })
  const table = requireTable(tablesOf(catalogue), operation.record)
  const plan = await planList(table, operation, scope, request, codec)
  const query = { table, operation, parameters: scope, baseUrl, scope: "all" } as const
  const parts = { catalogue, schema, ...query }
  const { text, values } = printPageQuery(parts, plan)
  const { rows: explained } = await pool.query(`explain (analyze, format json) ${text}`, values)
  const root = (explained[0]["QUERY PLAN"] as { Plan: PlanNode }[])[0]?.Plan
  if (!root) throw new Error("The database explained nothing.")
  const scans = nodesOf(root).filter((node) => node["Relation Name"] === table.name)
  return {
    kinds: new Set(scans.map((node) => node["Node Type"])),
    rows: scans.reduce(
      (sum, node) =>
        sum + (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
      0,
    ),
  }
}

const term = (property: string, descending = false) => ({ property, descending })
const byDepartment = {
  property: "departmentId",
  operator: "eq",
  value: departmentIds[3] ?? "",
} as const

const queries: [string, ListQuery][] = [
  ["ascending", { filters: [], sort: [term("timeStamp")] }],
  ["descending", { filters: [], sort: [term("timeStamp", true)] }],
  ["ascending with nulls last", { filters: [], sort: [term("label")] }],
  ["descending with nulls first", { filters: [], sort: [term("label", true)] }],
  ["by a number", { filters: [], sort: [term("dataValue")] }],
  [
    "by two properties in two directions",
    { filters: [], sort: [term("timeStamp"), term("label", true)] },
  ],
  [
    "by a property of three values, then by another",
    { filters: [], sort: [term("label"), term("timeStamp")] },
  ],
  ["under a filter", { filters: [byDepartment], sort: [term("timeStamp", true)] }],
]

describe.each(queries)("a list %s", (_, query) => {
  const walk = () => createWalker(testStore.store, operation, scope)

  // rules: Paging 5
  test("reads a page by cursor from an index with few extra rows, at any depth and in both directions", async () => {
    const pages = await walk().forward(query, [500])
    const total = pages.reduce((sum, { count }) => sum + count, 0)
    for (const depth of [0, 0.25, 0.5, 0.8]) {
      const page = pages[Math.floor(pages.length * depth)]
      const back = pages[Math.floor(pages.length * depth) + 1]?.previousCursor
      for (const cursor of [page?.nextCursor, back]) {
        expect(cursor).toBeDefined()
        const { kinds, rows } = await explain({ cursor: cursor ?? "", limit })
        expect([...kinds].filter((kind) => !/^Index/.test(kind))).toEqual([])
        expect(rows).toBeLessThan(10 * limit)
      }
    }
    expect(total).toBeGreaterThan(rowCount / 10)
  })
})

test("The measurement detects a page that is read by offset.", async () => {
  const { rows } = await explain({ filters: [], sort: [term("timeStamp")], offset: 40_000, limit })
  expect(rows).toBeGreaterThan(40_000)
})
