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
  test("opens without parameters that the report no longer knows, with its id in the URL", () => {
    expect(reportHref(operation, viewOf(kind, saved))).toBe(
      `/reports/departments?type=Store&sort=-name&view.saved=${id}`,
    )
  })

  test("is unchanged if only the spelling of its URL differs", () => {
    const view = read(`type=Store&sort=-name&view.saved=${id}`)
    expect(savedStateOf(view, views(null))).toEqual({ current: saved, isDefault: false })
    expect(isChangedFrom(kind, view, saved)).toBe(false)
  })

  test.each(["type=Region&sort=-name", "type=Store&sort=-name&view.density=compact", ""])(
    "is changed if the page shows %j",
    (search) => {
      const view = read(`${search}&view.saved=${id}`)
      expect(savedStateOf(view, views(id))).toEqual({ current: saved, isDefault: true })
      expect(isChangedFrom(kind, view, saved)).toBe(true)
    },
  )

  test("is ignored if the reader cannot see it", () => {
    const view = read("view.saved=00000000-0000-4000-8000-000000000001")
    expect(savedStateOf(view, views(null)).current).toBeUndefined()
  })

  test("is saved without the id of the view it started from", () => {
    expect(contentOf(operation, read(`type=Store&view.saved=${id}`))).toBe("type=Store")
  })
})

test("the default report says so in its URL only if a saved view would open instead", () => {
  const view = read(`type=Store&view.saved=${id}`)
  expect(reportHref(operation, plainOf(view, views(null)))).toBe("/reports/departments")
  expect(reportHref(operation, plainOf(view, views(id)))).toBe(
    "/reports/departments?view.saved=none",
  )
})
