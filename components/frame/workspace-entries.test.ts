import { describe, expect, test } from "vitest"
import {
  catalogue,
  type Domain,
  domains,
  listOperations,
  parseWorkspace,
  singleOperations,
} from "@/lib/catalogue"
import { navigationFor } from "./navigation-for"
import { idEntries } from "./use-palette-entries"
import { workspaceEntries } from "./workspace-entries"

const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`
const parsed = parseWorkspace(catalogue, {
  contentModules: [{ id: id(1), name: "News", posts: [{ id: id(2), name: "New rota" }] }],
  calendarModules: [{ id: id(4), name: "Office", calendars: [{ id: id(5), name: "Canteen" }] }],
  dataSets: [{ id: id(3), name: "Turnover", unit: "DKK" }],
})
const { entries } = parsed.ok ? parsed.workspace : { entries: [] }
const titleOf = ({ title }: { title: string }) => title
const places = (...may: Domain[]) =>
  workspaceEntries(navigationFor(catalogue, new Set(may)), entries, titleOf).map(
    ({ name, note, does }) => [name, note, "href" in does ? does.href : ""],
  )

describe("an entry of the workspace", () => {
  test("links to its page and names its parent", () => {
    expect(places("content")).toEqual([
      ["News", "Content posts", `/reports/content-posts?path.moduleId=${id(1)}`],
      ["New rota", "Content post · News", `/data/content-post/${id(1)}/${id(2)}`],
    ])
  })

  test("links to its list if it has no page", () => {
    expect(places("calendars")).toContainEqual([
      "Canteen",
      "Calendars · Office",
      `/reports/calendars?path.moduleId=${id(4)}&id=${id(5)}`,
    ])
  })

  test("is left out for people who may not read it", () => {
    expect(places("kpis").every(([name]) => name === "Turnover")).toBe(true)
    expect(places("kpis").length).toBeGreaterThan(0)
    expect(places()).toEqual([])
  })
})

describe("an unknown id", () => {
  const hrefs = (may: readonly Domain[]) =>
    idEntries(navigationFor(catalogue, new Set(may)), id(7), titleOf).map(({ does }) =>
      "href" in does ? does.href : "",
    )

  test("can be opened as any record and as any path parameter of a report", () => {
    const all = hrefs(domains)
    expect(new Set(all).size).toBe(all.length)
    for (const { id: record } of singleOperations(catalogue))
      expect(all.some((href) => href.startsWith(`/data/${record}`))).toBe(true)
    for (const { id: report, parameters } of listOperations(catalogue))
      for (const name of Object.keys(parameters))
        expect(all).toContain(`/reports/${report}?path.${name}=${id(7)}`)
    expect(all).toContain(`/reports/departments?id=${id(7)}`)
    expect(all).toContain(`/figures/${id(7)}`)
  })

  test("opens directly if it is the whole path, and otherwise as one parameter of several", () => {
    const all = hrefs(domains)
    expect(all).toContain(`/data/communication-template/${id(7)}`)
    expect(all).toContain(`/data/content-post?contentId=${id(7)}`)
  })

  test("can be opened only in readable domains", () => {
    expect(hrefs([])).toEqual([])
    expect(hrefs(["kpis"]).every((href) => /^\/(figures|reports\/data-points)/.test(href))).toBe(
      true,
    )
  })
})
