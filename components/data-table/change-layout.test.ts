import { describe, expect, it } from "vitest"
import type { FieldColumn } from "@/lib/catalogue"
import type { ViewLayout } from "@/lib/client"
import {
  hideColumn,
  moveColumn,
  pinColumn,
  resetColumns,
  resizeColumn,
  showColumn,
} from "./change-layout"
import { arrangeForTest } from "./testing/arrange-for-test"

const columns: FieldColumn[] = ["name", "type", "city", "email"].map((name) => ({
  name,
  names: [name],
  field: { type: "string" },
  sortable: true,
}))

const namesOf = (layout: ViewLayout) =>
  arrangeForTest(columns, layout).map(({ column }) => column.name)

describe("a table's layout", () => {
  it("hides a column and shows it again in place, which restores the default layout", () => {
    const hidden = hideColumn(columns, {}, "city")
    expect(hidden).toEqual({ columns: ["name", "type", "email"] })
    expect(showColumn(columns, hidden, "city")).toEqual({})
    expect(showColumn(columns, { columns: ["email"] }, "name")).toEqual({
      columns: ["name", "email"],
    })
  })

  it("cannot hide the last column", () => {
    expect(hideColumn(columns, { columns: ["city"] }, "city")).toEqual({ columns: ["city"] })
  })

  it("moves a column to a position among the visible ones", () => {
    expect(namesOf(moveColumn(columns, {}, "email", 0))).toEqual(["email", "name", "type", "city"])
    expect(namesOf(moveColumn(columns, {}, "name", 99))).toEqual(["type", "city", "email", "name"])
    expect(moveColumn(columns, { columns: ["type", "name", "city", "email"] }, "name", 0)).toEqual(
      {},
    )
  })

  it("shows pinned columns first, and moves columns only within their side", () => {
    const pinned = pinColumn(columns, { pinned: [] }, "city", true)
    expect(namesOf(pinned)).toEqual(["city", "name", "type", "email"])
    expect(namesOf(moveColumn(columns, pinned, "email", 0))).toEqual([
      "city",
      "email",
      "name",
      "type",
    ])
    const both = pinColumn(columns, pinned, "email", true)
    expect(namesOf(moveColumn(columns, both, "email", 0))).toEqual([
      "email",
      "city",
      "name",
      "type",
    ])
    expect(pinColumn(columns, pinned, "city", false)).toEqual({ pinned: [] })
  })

  it("pins the first column by default, until the pins are changed", () => {
    const pinned = (layout: ViewLayout) =>
      arrangeForTest(columns, layout).flatMap(({ column, isPinned }) =>
        isPinned ? column.name : [],
      )
    expect(pinned({})).toEqual(["name"])
    expect(pinned({ columns: ["city", "type"] })).toEqual(["city"])
    expect(pinned(pinColumn(columns, {}, "city", true))).toEqual(["name", "city"])
    const none = pinColumn(columns, {}, "name", false)
    expect(pinned(none)).toEqual([])
    expect(pinColumn(columns, none, "name", true)).toEqual({})
  })

  it("unpins a hidden column", () => {
    expect(hideColumn(columns, { pinned: ["city"] }, "city")).toEqual({
      columns: ["name", "type", "email"],
    })
  })

  it("ignores the pin of a hidden column, and drops it when another column is moved", () => {
    const layout = { columns: ["name", "type"], pinned: ["city", "type"] }
    expect(namesOf(layout)).toEqual(["type", "name"])
    expect(moveColumn(columns, layout, "name", 0).columns).toEqual(["type", "name"])
  })

  it("resizes a column in whole pixels within the limits", () => {
    expect(resizeColumn({}, "name", 200.4)).toEqual({ widths: { name: 200 } })
    expect(resizeColumn({}, "name", 3)).toEqual({ widths: { name: 48 } })
    const [name] = arrangeForTest(columns, { widths: { name: 300 } })
    expect(name).toMatchObject({ width: 300, grows: false })
  })

  it("resets the columns and keeps the density", () => {
    const layout = { columns: ["city"], widths: { city: 90 }, density: "roomy" } as const
    expect(resetColumns(layout)).toEqual({ density: "roomy" })
  })

  it("positions the columns one after another", () => {
    const placed = arrangeForTest(columns, { widths: { name: 100, type: 50 } })
    expect(placed.slice(0, 3).map(({ start }) => start)).toEqual([0, 100, 150])
  })
})

describe("an id beside a name", () => {
  const withId: FieldColumn[] = [
    ...columns,
    { name: "id", names: ["id"], field: { type: "guid" }, sortable: false, isHidden: true },
  ]
  const shown = (layout: ViewLayout) =>
    arrangeForTest(withId, layout).map(({ column }) => column.name)

  it("is hidden until the reader shows it", () => {
    expect(shown({})).toEqual(["name", "type", "city", "email"])
    const chosen = showColumn(withId, {}, "id")
    expect(shown(chosen)).toEqual(["name", "type", "city", "email", "id"])
    expect(hideColumn(withId, chosen, "id")).toEqual({})
  })
})
