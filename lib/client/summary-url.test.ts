import { expect, test } from "vitest"
import { catalogue, fieldsOf, findList, type ListOperation, wholeLists } from "../catalogue"
import { copiedListsRefresh, parseSummaryView, plainSummary, summaryHref } from "./summary-url"
import { coverageOf } from "./testing/coverage-of"
import { emptyView } from "./view-url"

const listOf = (id: string): ListOperation => {
  const found = findList(catalogue, id)
  if (!found) throw new Error(`There is no list "${id}".`)
  return found
}

const opened = (id: string, filters = emptyView.filters) => {
  const list = listOf(id)
  return summaryHref(list, plainSummary(list, { ...emptyView, filters }))
}

test("A summary opens grouped by the innermost container of the rows, or ungrouped without one.", () => {
  expect(opened("all-content-views")).toBe("/reports/all-content-views/summary?group=contentId")
  expect(opened("all-stage-reviews")).toBe("/reports/all-stage-reviews/summary?group=formId")
  expect(opened("all-departments")).toBe("/reports/all-departments/summary")
})

test("A property that is already filtered is not used as the group.", () => {
  const contentId = "10000000-0000-4000-8000-000000000000"
  const filters = [{ property: "contentId", operator: "eq", value: contentId }] as const
  expect(opened("all-content-views", filters)).toBe(
    `/reports/all-content-views/summary?contentId=${contentId}`,
  )
})

test("The opening question of every summary round-trips through its URL.", () => {
  for (const list of wholeLists(catalogue)) {
    const plain = plainSummary(list, emptyView)
    const search = new URL(summaryHref(list, plain), "http://localhost").searchParams
    const { dropped, question } = parseSummaryView(list, fieldsOf(catalogue, list), search)
    expect(dropped).toEqual([])
    expect(question).toMatchObject(plain.question)
  }
})

test("Copies are polled until all are complete, even if none has started.", () => {
  const of = (whole: number, lists: number, asOf: string | null) => ({
    list: "departments",
    asOf,
    coverage: coverageOf({ whole, lists }),
  })
  const [copied, begun, none] = [of(1, 1, "2026-11-27T00:00:00Z"), of(0, 1, null), of(0, 0, null)]
  expect(copiedListsRefresh(undefined, 0)).toBe(5000)
  expect(copiedListsRefresh([copied, begun], 100)).toBe(5000)
  expect(copiedListsRefresh([none, none], 1)).toBe(5000)
  expect(copiedListsRefresh([copied, none], 100)).toBe(30_000)
  expect(copiedListsRefresh([copied, copied], 1)).toBe(false)
})
