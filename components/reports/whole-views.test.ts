import { expect, test } from "vitest"
import {
  catalogue,
  domains,
  fieldsOf,
  findList,
  parseListQuery,
  printListQuery,
  type WorkspaceEntry,
  wholeLists,
} from "@/lib/catalogue"
import { createLinkOf, emptyView, fieldLinks, reportHref, type View, viewQuery } from "@/lib/client"
import { parentNames } from "./filter-choices"
import { newDraft } from "./filter-clause"
import { chainTo } from "./path-choices"
import { pathOfRow, relatedHref, relatedPages } from "./related-pages"
import { buildSetup } from "./report-setup"
import {
  carryPath,
  carryView,
  filteredPath,
  liveView,
  searchedText,
  searchFor,
  textSearchOf,
} from "./whole-views"

const listOf = (id: string) => {
  const found = findList(catalogue, id)
  if (!found) throw new Error(`There is no list "${id}".`)
  return found
}
const guid = (at: number) => `${at}0000000-0000-4000-8000-000000000000`
const entry = (kind: string, at: number, children: WorkspaceEntry[] = []): WorkspaceEntry => ({
  kind,
  id: guid(at),
  name: `${kind} ${at}`,
  children,
})
const workspace = [
  entry("serviceFormModule", 1, [entry("form", 2), entry("form", 3)]),
  entry("serviceFormModule", 4, [entry("form", 5)]),
  entry("contentModule", 6, [entry("contentPost", 7)]),
]
const setup = buildSetup(catalogue, listOf("all-stage-reviews"), { entries: workspace })
const filtered = (property: string, value: string): View => ({
  ...emptyView,
  filters: [{ property, operator: "eq", value }],
})

test("A whole list has the names of its rows' parents and links to the platform's list.", () => {
  expect(setup.within.map(({ parameter }) => parameter)).toEqual(["moduleId", "formId"])
  expect(setup.steps).toEqual([])
  expect(setup.source?.id).toBe("stage-reviews")
  expect(parentNames(setup)).toEqual([
    ["moduleId", { [guid(1)]: "serviceFormModule 1", [guid(4)]: "serviceFormModule 4" }],
    ["formId", { [guid(2)]: "form 2", [guid(3)]: "form 3", [guid(5)]: "form 5" }],
  ])
})

test("The path to the platform's list includes the filtered parent and its own parents.", () => {
  expect(filteredPath(setup, filtered("formId", guid(5)))).toEqual({
    moduleId: guid(4),
    formId: guid(5),
  })
  expect(filteredPath(setup, filtered("moduleId", guid(1)))).toEqual({ moduleId: guid(1) })
  expect(filteredPath(setup, filtered("formId", guid(9)))).toEqual({ formId: guid(9) })
  expect(filteredPath(setup, emptyView)).toEqual({})
  expect(chainTo(workspace, guid(3)).map(({ id }) => id)).toEqual([guid(1), guid(3)])
})

test("Filters, periods and sort terms that the platform's list supports are carried over.", () => {
  const view: View = {
    ...filtered("formId", guid(5)),
    filters: [
      { property: "formId", operator: "eq", value: guid(5) },
      { property: "status", operator: "eq", value: "Pending" },
      { property: "search", operator: "contains", value: "late" },
      { property: "status", operator: "contains", value: "pend" },
    ],
    periods: [{ property: "creationDateTime", period: "last-7-days" }],
    sort: [
      { property: "formId", descending: false },
      { property: "creationDateTime", descending: false },
    ],
  }
  const source = listOf("stage-reviews")
  expect(reportHref(source, liveView(setup, source, view))).toBe(
    `/reports/stage-reviews?path.moduleId=${guid(4)}&path.formId=${guid(5)}&period.creationDateTime=last-7-days&status=Pending&sort=creationDateTime`,
  )
})

test("A whole list supports all filters and sort terms of its source list on returned fields.", () => {
  const listed = wholeLists(catalogue).filter(({ readById }) => readById === undefined)
  for (const whole of listed) {
    const source = listOf(whole.wholeOf ?? "")
    const fields = fieldsOf(catalogue, whole)
    const sent = Object.entries(source.properties).filter(([name, { field = name }]) =>
      Object.hasOwn(fields, field),
    )
    expect(sent.length, whole.id).toBeGreaterThan(2)
    const sort = sent.flatMap(([property, { sort: sorts }]) =>
      sorts ? [{ property, descending: true }] : [],
    )
    const filters = sent.flatMap(([property, { filter }]) =>
      filter ? [{ property, operator: "eq", value: null } as const] : [],
    )
    const carried = carryView(whole, { ...emptyView, sort, filters })
    expect(carried.sort).toEqual(sort)
    expect(carried.filters).toEqual(filters)
    const query = viewQuery(whole, fields, carried, { today: "2026-11-25", zone: "UTC" })
    expect(parseListQuery(whole, printListQuery(whole, query)).ok, whole.id).toBe(true)
  }
})

test("A search replaces the previous one, and an empty search removes it.", () => {
  const property = textSearchOf(listOf("all-content-posts")) ?? ""
  expect(property).toBe("search")
  expect(textSearchOf(listOf("content-posts"))).toBeUndefined()
  const kept = filtered("moduleId", guid(6))
  const once = searchFor(kept, property, "Monday")
  expect(searchedText(once, property)).toBe("Monday")
  const twice = searchFor(once, property, "Tuesday")
  expect(twice.filters).toHaveLength(2)
  expect(searchFor(twice, property, "")).toEqual(kept)
})

test("A row of a whole list links to its record, lists and parents by its ids.", () => {
  const views = listOf("all-content-views")
  const row = { id: guid(8), moduleId: guid(6), contentId: guid(7), userId: guid(9) }
  const path = pathOfRow(views, {}, row)
  expect(path).toEqual({ moduleId: guid(6), contentId: guid(7) })
  expect(pathOfRow(listOf("content-views"), { moduleId: guid(1) }, row)).toEqual({
    moduleId: guid(1),
  })
  const links = createLinkOf(fieldLinks(catalogue, views, new Set(domains)), path)
  expect(links("contentId", guid(7))).toBe(
    `/reports/content-posts?path.moduleId=${guid(6)}&id=${guid(7)}`,
  )
  expect(links("moduleId", guid(6))).toBeUndefined()
  const posts = buildSetup(catalogue, listOf("all-content-posts"), { entries: workspace })
  const post = { id: guid(7), moduleId: guid(6) }
  expect(posts.related).toEqual(relatedPages(catalogue, listOf("content-posts")))
  const hrefs = posts.related.map((page) =>
    relatedHref(page, pathOfRow(posts.operation, {}, post), post),
  )
  expect(hrefs[0]).toBe(`/data/content-post/${guid(6)}/${guid(7)}`)
  expect(hrefs[1]).toBe(`/reports/content-views?path.moduleId=${guid(6)}&path.contentId=${guid(7)}`)
})

test("A list of workspace records has no source list and links to each record by id.", () => {
  const events = listOf("all-calendar-events")
  const setup = buildSetup(catalogue, events, { entries: [entry("calendarModule", 1)] })
  expect([setup.source, setup.whole]).toEqual([undefined, undefined])
  expect(setup.within.map(({ parameter }) => parameter)).toEqual(["moduleId", "calendarId"])
  expect(setup.workspace.entries).toHaveLength(1)
  const row = { id: guid(8), moduleId: guid(1), calendarId: guid(2) }
  const hrefs = setup.related.map((page) => relatedHref(page, pathOfRow(events, {}, row), row))
  expect(hrefs).toEqual([`/data/calendar-event/${guid(1)}/${guid(2)}/${guid(8)}`])
})

test("Only administrators are offered the points of all data sets.", () => {
  const points = (isAdministrator: boolean) =>
    buildSetup(catalogue, listOf("data-points"), { entries: [] }, undefined, {
      roles: [],
      isAdministrator,
    }).whole?.id
  expect(points(true)).toBe("all-data-points")
  expect(points(false)).toBeUndefined()
})

test("A new filter of a free-text field uses contains if the list supports it.", () => {
  const conditionOf = (id: string, property: string) => {
    const list = listOf(id)
    return newDraft(list, property, fieldsOf(catalogue, list)).condition
  }
  expect(conditionOf("all-departments", "city")).toBe("contains")
  expect(conditionOf("departments", "city")).toBe("eq")
  expect(conditionOf("all-departments", "type")).toBe("eq")
  expect(conditionOf("all-stage-reviews", "formId")).toBe("eq")
  expect(conditionOf("all-stage-reviews", "creationDateTime")).toBe("during")
})

test("A summary of a platform's list filters by its path parameters and its filters.", () => {
  const parameters = { moduleId: guid(1), formId: guid(2) }
  const view = { ...filtered("status", "Pending"), parameters }
  expect(carryPath(listOf("all-stage-reviews"), view)).toMatchObject({
    parameters: {},
    filters: [
      { property: "moduleId", operator: "eq", value: guid(1) },
      { property: "formId", operator: "eq", value: guid(2) },
      { property: "status", operator: "eq", value: "Pending" },
    ],
  })
})
