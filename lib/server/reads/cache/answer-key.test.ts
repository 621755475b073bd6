import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  canonicalFilters,
  effectiveSort,
  type Filter,
  isFollow,
  type ListOperation,
  type ListQuery,
  printFilterName,
  printFilterValue,
  printSort,
  type RowScope,
} from "../../../catalogue"
import { listRequests } from "../../../catalogue/testing/arbitrary-queries"
import { lists } from "../../../catalogue/testing/sample-queries"
import { personOf, sampleGuid } from "../../testing/test-bff"
import { createCursorCipher } from "../cursor-cipher"
import { parseQuery } from "../operations"
import { answerKey } from "./answer-cache"

const cursors = createCursorCipher({ secret: "a secret of at least 32 characters", clock: () => 0 })

function queryOf(operation: ListOperation, search: string, session = personOf("admin")) {
  const raw = Object.fromEntries(
    Object.keys(operation.parameters).map((name) => [name, sampleGuid]),
  )
  return parseQuery({ operation, raw, search, session }, cursors)
}

const keyOf = async (...parts: Parameters<typeof queryOf>) => answerKey(queryOf(...parts))

const queries = (operation: ListOperation) =>
  listRequests(operation).filter((request): request is ListQuery => !isFollow(request))

/** An equivalent spelling of a filter's value. */
function rewrite(operation: ListOperation, filter: Filter): string {
  const text = printFilterValue(filter)
  const type = operation.properties[filter.property]?.type
  if (text === "") return text
  if (type === "guid") return text.toUpperCase()
  if (type === "boolean") return text === "true" ? "1" : "FALSE"
  if (type === "datetime" || type === "datetimeoffset")
    return text.includes(".") ? text.replace("Z", "+00:00") : text.replace("Z", ".000Z")
  if (type === "integer") return text.startsWith("-") ? text : `+${text}`
  return text
}

/**
 * The same query with another order, explicit operators and defaults, and other spellings of
 * values.
 */
function rewriteQuery(operation: ListOperation, query: ListQuery): string {
  const search = new URLSearchParams()
  const { limit, offset = 0, filters } = query
  const wanted = limit ?? operation.limit.default
  search.append("limit", `${wanted === operation.limit.maximum ? wanted + 1 : wanted}`)
  search.append("offset", `${offset}`)
  search.append("sort", printSort(effectiveSort(operation, query)))
  for (const filter of filters.toReversed()) {
    const name = filter.operator === "eq" ? `${filter.property}[eq]` : printFilterName(filter)
    search.append(name, rewrite(operation, filter))
  }
  return search.toString()
}

function plainly(query: ListQuery): string {
  const parts = query.filters.map(
    (filter) => `${printFilterName(filter)}=${encodeURIComponent(printFilterValue(filter))}`,
  )
  if (query.sort.length > 0) parts.push(`sort=${printSort(query.sort)}`)
  if (query.offset !== undefined) parts.push(`offset=${query.offset}`)
  if (query.limit !== undefined) parts.push(`limit=${query.limit}`)
  return `?${parts.join("&")}`
}

/** The canonical form of a query. */
const meaning = (operation: ListOperation, query: ListQuery) =>
  JSON.stringify([
    canonicalFilters(operation, query.filters),
    effectiveSort(operation, query),
    query.limit ?? operation.limit.default,
    query.offset ?? 0,
  ])

/** Variants of a query that differ in one place or not at all. */
function neighbours(query: ListQuery): ListQuery[] {
  const [first, ...others] = query.filters
  const [leading, ...rest] = query.sort
  return [
    { ...query, filters: others },
    { ...query, sort: query.sort.toReversed() },
    { ...query, limit: Math.max(1, (query.limit ?? 2) - 1) },
    { ...query, offset: (query.offset ?? 0) + 1 },
    ...(leading
      ? [{ ...query, sort: [{ ...leading, descending: !leading.descending }, ...rest] }]
      : []),
    ...(first?.operator === "eq"
      ? [{ ...query, filters: [{ ...first, operator: "ne" as const }, ...others] }]
      : []),
  ].filter(({ filters }) => new Set(filters.map(printFilterName)).size === filters.length)
}

const runs = { numRuns: 12 }

describe.each(lists)("%s", (_, operation) => {
  test("has one key for all spellings of a query", () =>
    fc.assert(
      fc.asyncProperty(queries(operation), async (query) => {
        expect(await keyOf(operation, rewriteQuery(operation, query))).toBe(
          await keyOf(operation, plainly(query)),
        )
      }),
      runs,
    ))

  test("has different keys for different queries", () =>
    fc.assert(
      fc.asyncProperty(queries(operation), queries(operation), async (query, other) => {
        const key = await keyOf(operation, plainly(query))
        for (const near of [...neighbours(query), other]) {
          const isSame = meaning(operation, near) === meaning(operation, query)
          expect((await keyOf(operation, plainly(near))) === key).toBe(isSame)
        }
      }),
      runs,
    ))
})

test("each operation and each role has its own keys", async () => {
  const keys = await Promise.all(lists.map(([, operation]) => keyOf(operation, "")))
  expect(new Set(keys).size).toBe(lists.length)
  const [, departments] = lists.find(([id]) => id === "departments") ?? []
  if (!departments) throw new Error("There are no departments.")
  const own = await Promise.all(
    (["admin", "hr", "analyst"] as const).map((role) => keyOf(departments, "", personOf(role))),
  )
  expect(new Set(own).size).toBe(3)
})

// rules: A report page 4
test("each row scope has its own keys", () => {
  const [[, operation] = []] = lists
  if (!operation) throw new Error("The catalogue has a list.")
  const query = queryOf(operation, "")
  const own = (person: string) => ({ ...query, rows: { person } as unknown as RowScope })
  const keys = [query, own("one"), own("other")].map(answerKey)
  expect(new Set(keys).size).toBe(3)
  expect(answerKey(own("one"))).toBe(keys[1])
})
