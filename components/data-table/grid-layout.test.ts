import { describe, expect, it } from "vitest"
import type { GridColumn } from "./arrange-columns"
import { cardHeight, cardWindow, columnsOfCards, columnWindow } from "./grid-layout"

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

const windowAt = (left: number, width: number, isAside = left > 0) =>
  columnWindow(columns, { left, width, isAside })

const shown = (left: number, width: number) => windowAt(left, width).items.map(({ index }) => index)

describe("the columns that are drawn", () => {
  it("are those in sight, one beside them, and the pinned ones", () => {
    expect(shown(0, 500)).toEqual([0, 1, 2, 3, 4, 5])
    expect(shown(1000, 500)).toEqual([0, 1, 11, 12, 13, 14, 15])
    expect(shown(1500, 500)).toEqual([0, 1, 16, 17, 18, 19])
  })

  it("stand where they would stand if all were drawn", () => {
    const { items, total } = windowAt(1000, 500)
    expect(items[0]?.style).toMatchObject({ position: "sticky", left: 0 })
    expect(items[1]?.style).toMatchObject({ position: "sticky", left: 100 })
    expect(items[2]?.style).toMatchObject({ marginLeft: 1100 - 200 })
    expect(items[3]?.style).not.toHaveProperty("marginLeft")
    expect(total).toBe(2000)
  })

  it("stick only where others scroll under them", () => {
    const stuck = (isAside: boolean) =>
      windowAt(0, 500, isAside).items.map(({ isSticky }) => isSticky)
    expect(stuck(true)).toEqual([true, true, false, false, false, false])
    expect(stuck(false)).toEqual(Array(6).fill(false))
    expect(windowAt(0, 500, false).items[1]?.style).toHaveProperty("boxShadow")
  })

  it("are as wide as they are set, whatever their cells hold", () => {
    for (const { style } of windowAt(1000, 500).items) expect(style.minWidth).toBe(0)
    for (const { style } of windowAt(0, 2100).items) expect(style.minWidth).toBe(0)
  })

  it("share the room that is left only where all of them fit", () => {
    const grows = (width: number) => windowAt(0, width).items[3]?.style.flex
    expect(grows(500)).toBe("0 0 100px")
    expect(grows(2100)).toBe("1 0 100px")
  })
})

describe("the cards of a phone", () => {
  const typed = columns.map((grid, index): GridColumn => {
    const field = ({ 6: { type: "datetime" }, 9: { type: "string", values: ["A"] } } as const)[
      index
    ]
    return { ...grid, column: { ...grid.column, ...(field && { field }) } }
  })

  it("show what leads, when it was and in which state, then the next columns, in their order", () => {
    expect(columnsOfCards(typed).map(({ label }) => label)).toEqual(["c0", "c1", "c2", "c6", "c9"])
    expect(columnsOfCards(columns.slice(0, 3)).map(({ label }) => label)).toEqual([
      "c0",
      "c1",
      "c2",
    ])
    expect(columnsOfCards([])).toEqual([])
  })

  it("are as wide as the frame and as high as what they hold", () => {
    const { items, total } = cardWindow(columnsOfCards(typed), 360)
    expect(total).toBe(0)
    expect(items.map(({ grid }) => grid.width)).toEqual([360, 180, 180, 180, 180])
    const heights = items.map(({ style }) => Number(style.height))
    expect(cardHeight(columnsOfCards(typed))).toBeGreaterThan(
      (heights[0] ?? 0) + (heights[1] ?? 0) + (heights[3] ?? 0),
    )
  })
})
