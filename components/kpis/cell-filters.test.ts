import { expect, test } from "vitest"
import {
  catalogue,
  type Filter,
  fieldsOf,
  listOperations,
  printFilterName,
  printFilterValue,
} from "@/lib/catalogue"
import { parseView } from "@/lib/client"
import { cellFilters } from "./cell"

const operation = listOperations(catalogue).find(({ id }) => id === "data-points")
const cell = { from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z" }

const bound = (operator: Filter["operator"], value: string): Filter => ({
  property: "timeStamp",
  operator,
  value,
})

/** The filters that a report reads from the URL of a cell, and the ones it drops. */
function readReport(filters: readonly Filter[], key?: string | null) {
  if (!operation) throw new Error("The catalogue has no data points.")
  const group = key === undefined ? {} : { group: { kind: "key" as const, key } }
  const found = cellFilters({ grouping: "label", filters }, { ...cell, ...group })
  const search = new URLSearchParams(
    found.map((filter) => [printFilterName(filter), printFilterValue(filter)]),
  )
  const { view, dropped } = parseView(operation, fieldsOf(catalogue, operation), search)
  return { filters: view.filters, dropped }
}

test("the report of a cell filters by its bucket", () => {
  expect(readReport([])).toEqual({
    filters: [bound("gte", cell.from), bound("lt", cell.to)],
    dropped: [],
  })
})

test.each([
  ["within the bucket", "2026-01-05T00:00:00.5Z", "2026-01-20T00:00:00Z"],
  ["of a fraction of a second", "2026-01-01T00:00:00.5Z", "2026-01-31T23:59:59.9Z"],
])("bounds %s are narrower than the bucket and apply in the report", (_, from, to) => {
  const bounds = [bound("gte", from), bound("lt", to)]
  expect(readReport(bounds)).toMatchObject({ filters: bounds, dropped: [] })
})

test("wider bounds are replaced by the bucket, and other filters are kept", () => {
  const value: Filter = { property: "dataValue", operator: "gt", value: 3 }
  const after = bound("gt", "2026-01-02T00:00:00Z")
  const wide = [bound("gte", "2025-12-31T23:59:59.9Z"), bound("lt", "2026-02-01T00:00:00.1Z")]
  expect(readReport([value, after, ...wide])).toMatchObject({
    filters: [value, after, bound("gte", cell.from), bound("lt", cell.to)],
    dropped: [],
  })
})

test("a group filter appears once, even if the query has the same one", () => {
  const label: Filter = { property: "label", operator: "eq", value: "Sales" }
  const { filters, dropped } = readReport([label], "Sales")
  expect(filters).toContainEqual(label)
  expect(dropped).toEqual([])
  expect(readReport([], null).filters).toContainEqual({ ...label, value: null })
})
