import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  canonicalFilters,
  isFollow,
  type ListOperation,
  type ListRequest,
  parseListQuery,
  parseSearch,
  printListQuery,
} from "."
import { everyCondition, listRequests } from "./testing/arbitrary-queries"
import { listOf, lists, parseText } from "./testing/sample-queries"

const departments = listOf("departments")
const guid = "0a1b2c3d-0000-4000-8000-0123456789ab"

describe("printing and parsing a query", () => {
  const roundTrip = (operation: ListOperation, request: ListRequest) => {
    const printed = printListQuery(operation, request).toString()
    const read = parseSearch(printed)
    if (!read.ok) throw new Error(`"${printed}" does not decode.`)
    return { printed, again: parseListQuery(operation, read.search) }
  }
  const canonical = (operation: ListOperation, request: ListRequest): ListRequest =>
    isFollow(request)
      ? request
      : { ...request, filters: canonicalFilters(operation, request.filters) }

  it.each(lists)("gives the same request for %s", (_, operation) => {
    fc.assert(
      fc.property(listRequests(operation), (request) => {
        const { printed, again } = roundTrip(operation, request)
        expect(again).toEqual({ ok: true, query: canonical(operation, request) })
        if (again.ok) expect(printListQuery(operation, again.query).toString()).toBe(printed)
      }),
    )
  })

  it.each(lists)("preserves each property of %s under each of its operators", (_, operation) => {
    const samples = {
      guid,
      string: "a&b",
      boolean: false,
      integer: -7,
      double: 0.1,
      datetime: "2024-02-29T00:00:00.1234567Z",
      datetimeoffset: "0001-01-01T00:00:00Z",
    }
    for (const { property, operator, type } of everyCondition(operation)) {
      const request = {
        filters: [{ property, operator, value: type ? samples[type] : null }],
        sort: [],
      }
      expect(roundTrip(operation, request).again).toEqual({ ok: true, query: request })
    }
  })

  it("prints filters in a fixed order", () => {
    const printed = (search: string) => {
      const parsed = parseText(departments, search)
      return parsed.ok ? printListQuery(departments, parsed.query).toString() : parsed
    }
    expect(printed("limit=5&sort=-city&name[lt]=M&city=Ribe&showInContacts=1")).toBe(
      printed("showInContacts=TRUE&city[eq]=Ribe&sort=-city&name%5Blt%5D=M&limit=5"),
    )
  })

  it("keeps duplicate conditions, so that parsing refuses them", () => {
    const filter = { property: "city", operator: "eq", value: "Ribe" } as const
    const request = { filters: [filter, { ...filter, value: "Vejle" }], sort: [] }
    expect(roundTrip(departments, request).again.ok).toBe(false)
  })
})
