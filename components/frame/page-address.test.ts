import { expect, test } from "vitest"
import { unreadParts } from "./address-notice"

const department = "/organisation/3f0f4c1e-6a53-4a6f-9a43-0d0c5b1f7aff"
const unread = (pathname: string, search: string) =>
  unreadParts(pathname, new URLSearchParams(search))

test("a page without parameters reports every parameter as unread", () => {
  expect(unread("/", "colour=red&wide&unreadable=name%3D%25ff")).toEqual([
    "colour=red",
    "wide",
    "name=%ff",
  ])
  expect(unread("/settings", "toString=1&__proto__=2")).toEqual(["toString=1", "__proto__=2"])
  expect(unread("/downloads", "")).toEqual([])
})

test("a department's page reads only the tab parameter", () => {
  expect(unread(department, "tab=history")).toEqual([])
  expect(unread(department, "tab=sideways&tab=history")).toEqual(["tab=sideways"])
  expect(unread("/organisation/bulk", "tab=history")).toEqual(["tab=history"])
})

test("the settings read only known tabs", () => {
  expect(unread("/settings", "tab=audit")).toEqual([])
  expect(unread("/settings", "tab=secrets")).toEqual(["tab=secrets"])
})

test.each([
  "/reports/departments",
  "/organisation/tree",
  "/organisation/table",
  "/organisation/changes",
  "/figures/1",
])("%s reports unread parameters by itself", (pathname) =>
  expect(unread(pathname, "colour=red")).toEqual([]),
)
