import { expect, test } from "vitest"
import { catalogue, domains } from "@/lib/catalogue"
import { navigationFor, positionOf } from "./navigation-for"
import { type CrumbTexts, crumbsFor } from "./page-crumbs"

const id = "3f2c9a10-6b7d-4e21-9c55-0a1b2c3d4e5f"
const navigation = navigationFor(catalogue, new Set(domains))
const texts: CrumbTexts = {
  targets: "Targets",
  home: "Home",
  area: (area) => area,
  item: (item) => item.title,
  name: () => undefined,
  page: (page) => page,
}
const labels = (pathname: string, more: Partial<CrumbTexts> = {}) =>
  crumbsFor(pathname, navigation, { ...texts, ...more }).map(({ label }) => label)

test("an area's page is under Home, and the area's other pages are under the area", () => {
  expect(labels("/news")).toEqual(["Home", "content"])
  expect(labels("/reports/all-content-posts")).toEqual(["Home", "content", "Content posts"])
  expect(labels("/organisation/tree")).toEqual(["Home", "departments", "Departments"])
})

test("a whole list is under its area, even if the navigation lacks it", () => {
  expect(labels("/reports/all-departments")).toEqual(["Home", "departments", "Departments"])
})

test("the platform's lists and the record finder are under all data", () => {
  expect(labels("/reports/content-posts")).toEqual(["Home", "data", "Content posts"])
  expect(labels("/data/content-post")).toEqual(["Home", "data", "Content post"])
})

test("a report is not confused with one whose id is a prefix of its own", () => {
  expect(labels("/reports/departments-v1.2").at(-1)).toBe("Departments (v1.2)")
})

test("a record is under its area with its name or short id", () => {
  expect(labels(`/data/communication-template/${id}`)).toEqual([
    "Home",
    "communication",
    "Communication template",
    "3f2c9a10",
  ])
  expect(labels(`/figures/${id}`, { name: () => "Turnover" }).at(-1)).toBe("Turnover")
})

test("the current page is no link, and its parents are", () => {
  const crumbs = crumbsFor(`/figures/${id}`, navigation, texts)
  expect(crumbs.map(({ href }) => href)).toEqual(["/", "/figures", undefined])
  expect(crumbsFor("/news", navigation, texts).map(({ href }) => href)).toEqual(["/", undefined])
})

test("a course is under training, and a person under Home", () => {
  expect(labels(`/courses/${id}`, { name: () => "Hygiene" })).toEqual([
    "Home",
    "training",
    "Hygiene",
  ])
  expect(labels(`/people/${id}`)).toEqual(["Home", "3f2c9a10"])
})

test("the home page has a single crumb", () => {
  expect(crumbsFor("/", navigation, texts)).toEqual([{ label: "Home" }])
})

test("a page outside the areas is under Home", () => {
  expect(labels("/settings")).toEqual(["Home", "settings"])
  expect(labels("/sessions")).toEqual(["Home", "sessions"])
  expect(labels("/settingsx")).toEqual(["Home"])
})

test("an item is under its page with its name or short id", () => {
  expect(labels(`/downloads/${id}`)).toEqual(["Home", "downloads", "3f2c9a10"])
  const named = crumbsFor(`/organisation/bulk`, navigation, { ...texts, name: () => "Together" })
  expect(named).toEqual([
    { label: "Home", href: "/" },
    { label: "departments", href: "/organisation" },
    { label: "Together" },
  ])
})

test("a record's position is its area, and platform operations are flagged", () => {
  const stands = (pathname: string) => {
    const position = positionOf(pathname, navigation)
    return position && [position.area.area, position.item?.id, position.isOperation]
  }
  expect(stands(`/data/content-post/${id}/${id}`)).toEqual(["content", "content-post", false])
  expect(stands("/data/content-post")).toEqual(["content", "content-post", true])
  expect(stands("/reports/content-posts")).toEqual(["content", "content-posts", true])
  expect(stands("/reports/all-content-posts")).toEqual(["content", "all-content-posts", false])
  expect(stands("/news")).toEqual(["content", undefined, false])
  expect(stands("/settings")).toBeUndefined()
})

test("the targets of a data set link back to it", () => {
  const crumbs = crumbsFor(`/figures/${id}/targets`, navigation, {
    ...texts,
    name: () => "Turnover",
  })
  expect(crumbs.slice(-2)).toEqual([
    { label: "Turnover", href: `/figures/${id}` },
    { label: "Targets" },
  ])
})
