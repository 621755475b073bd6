import { expect, test } from "vitest"
import { catalogue, domains } from "@/lib/catalogue"
import { navigationFor } from "./navigation-for"
import { type CrumbTexts, crumbsFor } from "./page-crumbs"

const id = "3f2c9a10-6b7d-4e21-9c55-0a1b2c3d4e5f"
const navigation = navigationFor(catalogue, new Set(domains))
const texts: CrumbTexts = {
  overview: "Overview",
  area: (area) => area,
  item: (item) => item.title,
  name: () => undefined,
  page: (page) => page,
}
const labels = (pathname: string, more: Partial<CrumbTexts> = {}) =>
  crumbsFor(pathname, navigation, { ...texts, ...more }).map(({ label }) => label)

test("a report stands under its area", () => {
  expect(labels("/reports/content-posts")).toEqual(["Overview", "content", "Content posts"])
})

test("a report whose id begins like another's is not mistaken for it", () => {
  expect(labels("/reports/departments-v1.2").at(-1)).toBe("Departments (v1.2)")
})

test("a whole list stands under its area, also where the navigation has it not", () => {
  expect(labels("/reports/all-content-posts")).toEqual(["Overview", "content", "All content posts"])
  expect(labels("/reports/all-departments")).toEqual(["Overview", "departments", "All departments"])
})

test("a record is called by its name, or by the short form of its id", () => {
  expect(labels(`/records/communication-template/${id}`).at(-1)).toBe("3f2c9a10")
  expect(labels(`/kpis/${id}`, { name: () => "Turnover" }).at(-1)).toBe("Turnover")
})

test("the page itself is no link, the steps before it are", () => {
  const crumbs = crumbsFor(`/kpis/${id}`, navigation, texts)
  expect(crumbs.map(({ href }) => href)).toEqual(["/", undefined, "/kpis", undefined])
})

test("the overview stands alone", () => {
  expect(crumbsFor("/", navigation, texts)).toEqual([{ label: "Overview" }])
})

test("a page beside the areas stands under the overview", () => {
  expect(labels("/settings")).toEqual(["Overview", "settings"])
  expect(labels("/reference")).toEqual(["Overview", "reference"])
  expect(labels("/settingsx")).toEqual(["Overview"])
})

test("what a page shows stands under it, by a name or the short form of its id", () => {
  expect(labels(`/exports/${id}`)).toEqual(["Overview", "exports", "3f2c9a10"])
  const named = crumbsFor(`/departments/bulk`, navigation, { ...texts, name: () => "Together" })
  expect(named).toEqual([
    { label: "Overview", href: "/" },
    { label: "departments" },
    { label: "Departments", href: "/departments" },
    { label: "Together" },
  ])
  expect(labels("/departments/bulk")).toEqual(["Overview", "departments", "Departments"])
})
