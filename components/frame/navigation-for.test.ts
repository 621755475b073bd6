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

const pages = (from: Catalogue, may: readonly Domain[]) =>
  navigationFor(from, new Set(may)).flatMap(({ items }) => items.map((item) => item.href))

describe("navigationFor", () => {
  test("shows every area and every readable operation to whoever may read all", () => {
    const all = navigationFor(catalogue, new Set(domains))
    expect(all.map(({ area }) => area)).toEqual([...areas])
    const readable = catalogue.operations.filter((operation) => operation.method === "GET")
    for (const { id } of readable)
      expect(all.some(({ items }) => items.some((item) => item.id === id))).toBe(true)
  })

  test("leaves out what the domains do not hold, and areas that are empty then", () => {
    expect(pages(catalogue, ["kpis"])).toEqual(["/kpis", "/reports/data-points"])
    expect(pages(catalogue, ["notifications"])).toEqual(["/reports/notification-channels"])
    expect(pages(catalogue, [])).toEqual([])
  })

  test("shows whole lists of what lies in modules beside those of one, and has others found by name", () => {
    const [content] = navigationFor(catalogue, new Set<Domain>(["content"]))
    expect(content?.items.map(({ id }) => id).slice(0, 4)).toEqual([
      "content-posts",
      "all-content-posts",
      "content-views",
      "all-content-views",
    ])
    const all = navigationFor(catalogue, new Set(domains))
    const shown = all.flatMap(({ items }) => items.map(({ id }) => id))
    const found = all.flatMap(({ more }) => more.map(({ id }) => id))
    const missing = wholeLists(catalogue).filter(
      ({ id }) => Number(shown.includes(id)) + Number(found.includes(id)) !== 1,
    )
    expect(missing.map(({ id }) => id)).toEqual(["all-data-points"])
    expect(found).toContain("all-departments")
    expect(shown).toContain("all-highscore-levels")
  })

  test("shows the tree of the departments before their reports, once", () => {
    const hrefs = pages(catalogue, ["users"])
    expect(hrefs[0]).toBe("/departments")
    expect(hrefs.filter((href) => href === "/departments")).toHaveLength(1)
  })

  test("offers no page for an operation that writes", () => {
    expect(pages(catalogue, ["users"]).join(" ")).not.toContain("update-department")
  })

  test("marks a deprecated report", () => {
    const [training] = navigationFor(catalogue, new Set<Domain>(["training"]))
    expect(training?.items.find(({ id }) => id === "course-participations")?.deprecated).toBe(true)
  })

  test("shows an operation that was added to the catalogue", () => {
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
