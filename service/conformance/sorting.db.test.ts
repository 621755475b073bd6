import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { catalogue, listOperations } from "@/lib/catalogue"
import { answerOf } from "@/lib/records/testing/model"
import type { TestService } from "../testing/test-service"
import { pathAt, readList, sample, startConformanceService } from "./testing/conformance-service"
import { sortCases } from "./testing/sort-cases"

let service: TestService
beforeAll(async () => {
  service = await startConformanceService()
})
afterAll(() => service.stop())

describe("A sort order", () => {
  const cases = listOperations(catalogue).flatMap(sortCases)
  const titled = cases.map((each) => [`${each.list}?${each.query}`, each] as const)

  // rules: 4.1–4.8, Sorting 2
  test.concurrent.each(titled)(
    "is the same as in plain code, including nulls and ties: %s",
    async (_title, each) => {
      const { operation, query, sort } = each
      const records = sample.records(operation, "here", service.url)
      const expected = answerOf(operation, records, { filters: [], sort })
      const { status, body } = await readList(service, pathAt(operation, "here", query))
      expect([status, body.data]).toEqual([200, expected])
    },
  )
})
