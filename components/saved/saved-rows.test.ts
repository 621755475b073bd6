import { expect, test } from "vitest"
import type { ListedView } from "@/lib/client"
import { findSaved, type SavedColumn, savedRows, sortSaved } from "./saved-rows"

const dataSet = "8f4a6c3b-1111-4222-8333-abcdefabcdef"
const otherDataSet = "9f4a6c3b-1111-4222-8333-abcdefabcdef"
const view = (name: string, more: Partial<ListedView> = {}): ListedView => ({
  id: name,
  name,
  search: "",
  role: null,
  pinned: false,
  ownerName: "Eva",
  isMine: true,
  mayChange: true,
  changedAt: "2026-11-20T08:00:00Z",
  report: "departments",
  roles: ["hr"],
  mayPin: false,
  onHome: "no",
  ...more,
})
const titles = { lists: { departments: "Departments" }, dataSets: { [dataSet]: "Revenue" } }
const texts = {
  ownerOf: ({ isMine, ownerName }: ListedView) => (isMine ? "You" : (ownerName ?? "")),
  roleName: (role: string) => ({ hr: "HR manager", analyst: "Analyst" })[role] ?? role,
}
const rows = savedRows(
  [
    view("Stores 10", { role: "hr", changedAt: "2026-11-22T08:00:00Z" }),
    view("stores 9", { report: `kpi:${dataSet}`, pinned: true, onHome: "yes" }),
    view("Æbler", { report: "summary:departments", isMine: false, ownerName: "Ida" }),
    view("Other", { report: `kpi:${otherDataSet}`, role: "analyst" }),
  ],
  titles,
)

test("a saved view names its list or data set, or its id if that has no title", () => {
  expect(rows.map(({ kind, of }) => [kind, of])).toEqual([
    ["report", "Departments"],
    ["dataSet", "Revenue"],
    ["summary", "Departments"],
    ["dataSet", expect.stringContaining("9f4a")],
  ])
})

const order = (column: SavedColumn, isDescending: boolean, locale = "en") =>
  sortSaved(rows, { column, isDescending }, { ...texts, locale }).map((row) => row.view.name)

test("names are sorted by locale, with natural order of numbers", () => {
  expect(order("name", false, "da")).toEqual(["Other", "stores 9", "Stores 10", "Æbler"])
  expect(order("name", true)).toEqual(["Stores 10", "stores 9", "Other", "Æbler"])
})

test("unshared views come last in both directions, and ties are sorted by name", () => {
  expect(order("sharing", false)).toEqual(["Other", "Stores 10", "Æbler", "stores 9"])
  expect(order("sharing", true)).toEqual(["Stores 10", "Other", "Æbler", "stores 9"])
  expect(order("home", false)[0]).toBe("stores 9")
  expect(order("changed", true)[0]).toBe("Stores 10")
  expect(order("owner", false)[0]).toBe("Æbler")
})

test("search matches every word in the texts of a row", () => {
  const find = (text: string) => findSaved(rows, text, texts).map((row) => row.view.name)
  expect(find("STORES hr")).toEqual(["Stores 10"])
  expect(find("revenue")).toEqual(["stores 9"])
  expect(find("ida")).toEqual(["Æbler"])
  expect(find("  ")).toHaveLength(4)
  expect(find("nothing")).toEqual([])
})
