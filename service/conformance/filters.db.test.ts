import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { catalogue, listOperations } from "@/lib/catalogue"
import { answerOf } from "@/lib/records/testing/model"
import { isInTurn, rounds } from "@/scripts/testing/rounds"
import type { TestService } from "../testing/test-service"
import { pathAt, readList, sample, startConformanceService } from "./testing/conformance-service"
import { filterCases } from "./testing/filter-cases"

let service: TestService
beforeAll(async () => {
  service = await startConformanceService()
})
afterAll(() => service.stop())

const cases = listOperations(catalogue).flatMap((operation) =>
  filterCases(
    operation,
    sample.records(operation, "here", "").map(({ values }) => values),
  ),
)

test("There are at least 1,500 filter cases on all 16 lists.", () => {
  expect(cases.length).toBeGreaterThanOrEqual(1500)
  expect(new Set(cases.map(({ list }) => list)).size).toBe(16)
})

describe("A filter", () => {
  const every = rounds({ test: 4, deep: 1 })
  const tried = cases.filter((_, at) => isInTurn(at, every))
  const titled = tried.map((each) => [`${each.list}?${each.query}`, each] as const)

  // rules: 4.1–4.8, Filters 2, Filters 4, Filters 7, Filters 9
  test.concurrent.each(titled)(
    "returns the same rows as filtering in plain code: %s",
    async (_title, each) => {
      const { operation, query, filter } = each
      const records = sample.records(operation, "here", service.url)
      const expected = answerOf(operation, records, { filters: [filter], sort: [] })
      const { status, body } = await readList(service, pathAt(operation, "here", query))
      expect([status, body]).toEqual([200, { count: expected.length, data: expected }])
    },
  )
})

describe("A list", () => {
  // rules: 2.2.3
  test.each(listOperations(catalogue))(
    "contains only the records of its own path: $id",
    async (operation) => {
      for (const fixture of ["here", "there"] as const) {
        const records = sample.records(operation, fixture, service.url)
        const expected = answerOf(operation, records, { filters: [], sort: [] })
        const { body } = await readList(service, pathAt(operation, fixture))
        expect(body.data).toEqual(expected)
      }
    },
  )
})
