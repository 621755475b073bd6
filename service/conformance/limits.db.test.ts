import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { catalogue, type ListOperation, listOperations } from "@/lib/catalogue"
import { guidOf } from "../testing/small-data"
import type { TestService } from "../testing/test-service"
import { pathAt, readList, sample, startConformanceService } from "./testing/conformance-service"

/** Together with the sample, more records than any list's maximum. */
const added = 1000

let service: TestService
beforeAll(async () => {
  service = await startConformanceService()
  for (const record of new Set(lists.map((list) => list.record))) {
    const rows = sample.rows(record).slice(0, 60)
    const more = Array.from({ length: added }, (_, index) => {
      const { scope, values } = rows[index % rows.length] ?? { values: {} }
      const id = guidOf(`${record} ${index}`)
      return { ...(scope && { scope }), values: { ...values, ...("id" in values && { id }) } }
    })
    await service.store.loadRecords(record, more)
  }
})
afterAll(() => service.stop())

const lists = listOperations(catalogue)

async function readPage(operation: ListOperation, query: string) {
  const { status, body } = await readList(service, pathAt(operation, "here", query))
  expect([status, body.count]).toEqual([200, body.data.length])
  return { size: body.data.length, next: new URL(body.nextUrl ?? "none:").searchParams }
}

/** The limits of the specification (section 8.1), repeated here independently of the catalogue. */
const limitsOf = ({ path }: ListOperation) =>
  path === "/departments" ? { default: 100, maximum: 100 } : { default: 200, maximum: 1000 }

describe("A page", () => {
  // rules: 8.1, Inventory 1
  test.each(lists)("has the default number of records without a limit: $id", async (operation) => {
    const { default: usual } = limitsOf(operation)
    const { size, next } = await readPage(operation, "")
    expect([size, next.get("limit")]).toEqual([usual, `${usual}`])
  })

  // rules: 4.1–4.8, 8.1, Inventory 1, Paging 1
  test.each(lists)(
    "has the maximum number of records for a larger limit, also in nextUrl: $id",
    async (operation) => {
      const { maximum } = limitsOf(operation)
      const { size, next } = await readPage(operation, `limit=${maximum + 1}`)
      expect([size, next.get("limit")]).toEqual([maximum, `${maximum}`])
    },
  )

  // rules: 8.1, 8.4, 8.8, Paging 3
  test.each(lists)("has as many records as limit says: $id", async (operation) => {
    const { size, next } = await readPage(operation, "limit=7&offset=3")
    expect([size, next.get("limit")]).toEqual([7, "7"])
    expect([...next.keys()]).toEqual(["limit", "cursor"])
  })
})
