import { describe, expect, it } from "vitest"
import type { Row } from "@/lib/catalogue"
import type { GridColumn } from "./arrange-columns"
import type { CellFormat } from "./cell-format"
import { printRowLines } from "./cell-text"
import { createRowTexts, findInRows } from "./find-rows"
import { gridRowsOf } from "./grid-rows"

const format: CellFormat = {
  locale: "en",
  moment: (text) => text,
  wallClock: (text) => text,
  number: (value) => value.toLocaleString("en"),
  days: (value) => `${value} days`,
  boolean: (value) => (value ? "Yes" : "No"),
  count: (_, count) => `${count}`,
  more: (count) => `+${count}`,
  value: (_, value) => value,
  nameOf: (id) => (id === "8f4a6c3b-1111-4222-8333-abcdefabcdef" ? "Staff news" : undefined),
  kindOf: () => undefined,
}

const columns: GridColumn[] = (["name", "size", "moduleId"] as const).map((name, index) => ({
  column: {
    name,
    names: [name],
    field: { type: (["string", "integer", "guid"] as const)[index] ?? "string" },
    sortable: false,
  },
  label: name,
  width: 100,
  grows: false,
  isPinned: false,
  start: index * 100,
}))

const rows: Row[] = [
  { name: "Aarhus", size: 1234, moduleId: null },
  { name: "Ålborg\tNord", size: null, moduleId: "8f4a6c3b-1111-4222-8333-abcdefabcdef" },
]

const find = (text: string) => findInRows(gridRowsOf(rows), text, createRowTexts(columns, format))

describe("search in the loaded rows", () => {
  it("matches the text of cells in any letter case, by row and first column", () => {
    expect(find("åLBORG")).toEqual([{ row: 1, column: 0 }])
    expect(find("1,234")).toEqual([{ row: 0, column: 1 }])
    expect(find("staff")).toEqual([{ row: 1, column: 2 }])
    expect(find("a")).toEqual([
      { row: 0, column: 0 },
      { row: 1, column: 2 },
    ])
  })

  it("finds nothing for an empty text or for text that no cell shows", () => {
    expect(find("")).toEqual([])
    expect(find("8f4a6c3b-1111")).toEqual([])
  })

  it("counts rows that are no longer loaded", () => {
    const later = gridRowsOf(rows, 400)
    expect(findInRows(later, "ålborg", createRowTexts(columns, format))).toEqual([
      { row: 401, column: 0 },
    ])
  })
})

describe("a copied row", () => {
  it("has two lines: the column names and the exact values", () => {
    expect(printRowLines(columns, rows[1] ?? {})).toBe(
      "name\tsize\tmoduleId\nÅlborg Nord\t\t8f4a6c3b-1111-4222-8333-abcdefabcdef",
    )
  })
})
