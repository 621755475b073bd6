import { describe, expect, it } from "vitest"
import type { GridColumn } from "./arrange-columns"
import { cardHeight, columnsOfCards, placeCardColumns, placeColumns } from "./grid-layout"

const columns = Array.from(
  { length: 20 },
  (_, index): GridColumn => ({
    column: { name: `c${index}`, names: [], field: { type: "string" }, sortable: false },
    label: `c${index}`,
    width: 100,
    grows: true,
    isPinned: index < 2,
    start: index * 100,
  }),
)

describe("the columns of a table", () => {
  it("stick to the start, side by side, if they are pinned", () => {
    const [first, second, third] = placeColumns(columns, 500)
    expect(first?.style).toMatchObject({ position: "sticky", left: 0 })
    expect(second?.style).toMatchObject({ position: "sticky", left: 100 })
    expect(second?.style).toHaveProperty("boxShadow")
    expect(third?.isSticky).toBe(false)
  })

  it("scroll with the others if the pinned ones would leave no room", () => {
    expect(placeColumns(columns, 300).some(({ isSticky }) => isSticky)).toBe(false)
  })

  it("keep their width whatever their content", () => {
    for (const { style } of placeColumns(columns, 500)) expect(style.minWidth).toBe(0)
  })

  it("grow into free space only if all of them fit", () => {
    const grows = (width: number) => placeColumns(columns, width)[3]?.style.flex
    expect(grows(500)).toBe("0 0 100px")
    expect(grows(2100)).toBe("1 0 100px")
  })
})

describe("the cards on a phone", () => {
  it("show the first columns, in their order", () => {
    expect(columnsOfCards(columns).map(({ label }) => label)).toEqual([
      "c0",
      "c1",
      "c2",
      "c3",
      "c4",
    ])
    expect(columnsOfCards(columns.slice(0, 3))).toHaveLength(3)
    expect(columnsOfCards([])).toEqual([])
  })

  it("are as wide as the frame and as high as their content", () => {
    const items = placeCardColumns(columnsOfCards(columns), 360)
    expect(items.map(({ grid }) => grid.width)).toEqual([360, 180, 180, 180, 180])
    const heights = items.map(({ style }) => Number(style.height))
    expect(cardHeight(columnsOfCards(columns))).toBeGreaterThan(
      (heights[0] ?? 0) + (heights[1] ?? 0) + (heights[3] ?? 0),
    )
  })
})
