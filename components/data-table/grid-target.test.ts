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

/** How far a frame of 400 pixels is scrolled aside once a column was brought into sight. */
const revealed = (column: number, { from, sticking }: { from: number; sticking: number }) => {
  const frame = { clientWidth: 400, scrollLeft: from }
  revealCell(frame as HTMLElement, { row: -1, column }, { columns, rowHeight: 36, sticking })
  return frame.scrollLeft
}

it("a column is brought into sight beside the pinned ones that stay", () => {
  expect(revealed(4, { from: 600, sticking: 3 })).toBe(100)
  expect(revealed(1, { from: 600, sticking: 3 })).toBe(600)
})

it("pinned columns that scroll with the others cover none, and are brought into sight as they are", () => {
  expect(revealed(4, { from: 600, sticking: 0 })).toBe(400)
  expect(revealed(1, { from: 600, sticking: 0 })).toBe(100)
})
