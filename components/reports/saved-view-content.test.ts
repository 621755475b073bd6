import { describe, expect, test } from "vitest"
import { catalogue, fieldsOf, type ListOperation } from "@/lib/catalogue"
import { parseView, type ReportViews, reportHref, type SavedView, type View } from "@/lib/client"
import { contentOf, isChangedFrom, plainOf, savedStateOf, viewOf } from "./saved-view-content"

const operation = catalogue.operations.find(({ id }) => id === "departments") as ListOperation
const kind = { operation, fields: fieldsOf(catalogue, operation) }
const id = "3f2c9a10-6b7d-4e21-9c55-0a1b2c3d4e5f"
const saved: SavedView = {
  id,
  name: "Stores",
  search: "sort=-name&type[eq]=Store&view.colour=red",
  role: null,
  pinned: false,
  ownerName: null,
  isMine: true,
  mayChange: true,
  changedAt: "2026-11-21T08:00:00Z",
}
const views = (opensWith: string | null): ReportViews => ({
  views: [saved],
  ownDefault: opensWith,
  roleDefaults: {},
  opensWith,
})
const read = (search: string): View =>
  parseView(kind.operation, kind.fields, new URLSearchParams(search)).view

describe("a saved view", () => {
  test("opens with what the report still knows of it, under its id", () => {
    expect(reportHref(operation, viewOf(kind, saved))).toBe(
      `/reports/departments?type=Store&sort=-name&view.saved=${id}`,
    )
  })

  test("counts as unchanged however its address was written", () => {
    const view = read(`type=Store&sort=-name&view.saved=${id}`)
    expect(savedStateOf(view, views(null))).toEqual({ current: saved, isDefault: false })
    expect(isChangedFrom(kind, view, saved)).toBe(false)
  })

  test.each(["type=Region&sort=-name", "type=Store&sort=-name&view.density=compact", ""])(
    "counts as changed where the page shows %j",
    (search) => {
      const view = read(`${search}&view.saved=${id}`)
      expect(savedStateOf(view, views(id))).toEqual({ current: saved, isDefault: true })
      expect(isChangedFrom(kind, view, saved)).toBe(true)
    },
  )

  test("that the reader does not see is none", () => {
    const view = read("view.saved=00000000-0000-4000-8000-000000000001")
    expect(savedStateOf(view, views(null)).current).toBeUndefined()
  })

  test("is kept without the name of the view that it began as", () => {
    expect(contentOf(operation, read(`type=Store&view.saved=${id}`))).toBe("type=Store")
  })
})

test("the plain report says so in its address only where it would open with a view", () => {
  const view = read(`type=Store&view.saved=${id}`)
  expect(reportHref(operation, plainOf(view, views(null)))).toBe("/reports/departments")
  expect(reportHref(operation, plainOf(view, views(id)))).toBe(
    "/reports/departments?view.saved=none",
  )
})
