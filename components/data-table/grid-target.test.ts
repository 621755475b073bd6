import { expect, it } from "vitest"
import type { GridColumn } from "./arrange-columns"
import { revealCell } from "./grid-target"

const columns = Array.from(
  { length: 10 },
  (_, index): GridColumn => ({
    column: { name: `c${index}`, names: [], field: { type: "string" }, sortable: false },
    label: `c${index}`,
    width: 100,
    grows: false,
    isPinned: index < 3,
    start: index * 100,
  }),
)

/** The horizontal scroll of a frame 400 pixels wide after a column is revealed. */
const revealed = (column: number, { from, sticking }: { from: number; sticking: number }) => {
  const frame = { clientWidth: 400, scrollLeft: from }
  revealCell(frame as HTMLElement, { row: -1, column }, { columns, rowHeight: 36, sticking })
  return frame.scrollLeft
}

it("a column is scrolled into view beside the sticky pinned columns", () => {
  expect(revealed(4, { from: 600, sticking: 3 })).toBe(100)
  expect(revealed(1, { from: 600, sticking: 3 })).toBe(600)
})

it("pinned columns that do not stick are scrolled into view and cover no other", () => {
  expect(revealed(4, { from: 600, sticking: 0 })).toBe(400)
  expect(revealed(1, { from: 600, sticking: 0 })).toBe(100)
})
