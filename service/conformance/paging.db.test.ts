import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { catalogue, type ListOperation } from "@/lib/catalogue"
import { listOperation } from "@/lib/records/testing/operations"
import { rounds } from "@/scripts/testing/rounds"
import type { TestService } from "../testing/test-service"
import { arbitraryWalk, type Walk } from "./testing/arbitrary-walks"
import { startConformanceService } from "./testing/conformance-service"
import { parametersAt } from "./testing/fixtures"
import { createMovingList } from "./testing/moving-list"
import { createPageReader, type ReadPage } from "./testing/page-reader"

const runs = rounds({ test: 4, deep: 150 })
const seed = 82_004

let service: TestService
beforeAll(async () => {
  service = await startConformanceService()
})
afterAll(() => service.stop())

/** Reads a list from the first page to the last during concurrent changes. Returns the pages. */
async function walk(operation: ListOperation, { rows, query, offset, steps }: Walk) {
  const parameters = parametersAt(operation, "here")
  const list = createMovingList({ catalogue, service, operation, parameters })
  const reader = createPageReader({ service, operation, list, query })
  await list.start(rows)
  const listed = list.listed(query).slice(offset)
  const stepAt = (index: number) => steps[index % steps.length] ?? { limit: 1, changes: [] }
  const pages: ReadPage[] = [await reader.first(offset, stepAt(0).limit)]
  for (let page = pages[0]; page?.body.nextUrl; page = pages.at(-1)) {
    const { changes, back } = stepAt(pages.length - 1)
    for (const change of pages.length < 15 ? changes : []) await list.apply(change)
    if (back !== undefined) await reader.previous(page, back)
    pages.push(await reader.next(page, stepAt(pages.length).limit))
  }
  return { pages, untouched: listed.filter(list.isUntouched), isUntouched: list.isUntouched }
}

describe("A list that changes while it is read", () => {
  // rules: 8.2, 8.3, 8.5, 8.7, 8.8, Paging 2, Paging 3, Paging 5, Paging 7
  test.each(["departments", "content-views", "data-points"])(
    "returns the pages of the reference model, and every untouched record once in order: %s",
    async (id) => {
      const operation = listOperation(id)
      const tally = { pages: 0, untouched: 0, walks: 0 }
      const property = fc.asyncProperty(arbitraryWalk(catalogue, operation), async (each) => {
        const { pages, untouched, isUntouched } = await walk(operation, each)
        expect(pages.flatMap(({ records }) => records).filter(isUntouched)).toEqual(untouched)
        tally.walks += 1
        tally.pages += pages.length
        tally.untouched += untouched.length
      })
      await fc.assert(property, { numRuns: runs, seed, endOnFailure: true })
      expect(tally.walks).toBe(runs)
      expect(tally.pages).toBeGreaterThan(runs * 2)
      expect(tally.untouched).toBeGreaterThan(runs * 4)
    },
  )
})
