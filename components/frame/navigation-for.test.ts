import { describe, expect, test } from "vitest"
import {
  areas,
  type Catalogue,
  catalogue,
  type Domain,
  domains,
  list,
  wholeLists,
} from "@/lib/catalogue"
import { navigationFor } from "./navigation-for"

const areasFor = (from: Catalogue, may: readonly Domain[]) => navigationFor(from, new Set(may))
/** The pages shown in the navigation. */
const shown = (may: readonly Domain[]) =>
  areasFor(catalogue, may).flatMap(({ href, items }) => [href, ...items.map((item) => item.href)])
/** All pages that search can find. */
const pages = (from: Catalogue, may: readonly Domain[]) =>
  areasFor(from, may).flatMap(({ items, more }) => [...items, ...more].map(({ href }) => href))

describe("navigationFor", () => {
  test("shows all areas and finds all readable operations with every domain", () => {
    const all = areasFor(catalogue, domains)
    expect(all.map(({ area }) => area).toSorted()).toEqual(areas.toSorted())
    const readable = catalogue.operations.filter((operation) => operation.method === "GET")
    const found = all.flatMap(({ more }) => more.filter(({ isOfPlatform }) => isOfPlatform))
    expect(found.map(({ id }) => id).toSorted()).toEqual(readable.map(({ id }) => id).toSorted())
  })

  test("leaves out pages outside the domains, and empty areas", () => {
    expect(shown(["kpis"])).toEqual(["/figures"])
    expect(shown(["notifications"])).toEqual(["/messages", "/reports/all-notification-channels"])
    expect(shown([])).toEqual([])
  })

  test("shows whole lists under their area, and separate pages for departments", () => {
    expect(shown(["content"])).toEqual([
      "/news",
      "/reports/all-content-posts",
      "/reports/all-content-views",
      "/reports/all-comment-reactions",
    ])
    expect(shown(["users"]).slice(0, 5)).toEqual([
      "/organisation",
      "/organisation/tree",
      "/organisation/table",
      "/reports/all-user-custom-fields",
      "/organisation/changes",
    ])
    const found = pages(catalogue, domains)
    for (const { id } of wholeLists(catalogue))
      expect(found.filter((href) => href === `/reports/${id}`)).toHaveLength(1)
  })

  test("has no page for a write operation", () => {
    expect(pages(catalogue, ["users"]).join(" ")).not.toContain("update-department")
  })

  test("marks a deprecated report", () => {
    const [training] = areasFor(catalogue, ["training"])
    const report = training?.more.find(({ id }) => id === "course-participations")
    expect(report?.deprecated).toBe(true)
  })

  test("includes an operation added to the catalogue", () => {
    const added = list({
      id: "course-statistics",
      title: "Course statistics",
      version: "v1.4",
      path: "/training/courses/statistics",
      parameters: {},
      domain: "training",
      area: "training",
      record: "courseParticipation",
      defaultSort: "creationDateTime",
      properties: {},
    })
    const extended = { ...catalogue, operations: [...catalogue.operations, added] }
    expect(pages(extended, ["training"])).toContain("/reports/course-statistics")
    expect(pages(extended, ["content"])).not.toContain("/reports/course-statistics")
  })
})
