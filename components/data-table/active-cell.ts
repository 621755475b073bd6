import type { GridPosition } from "./grid-position"
import type { RowSource } from "./row-source"

/** The rows that a grid shows, and of which question. */
export interface ShownRows {
  readonly rows: RowSource
  readonly question: string
  /** The rows belong to the question before. */
  readonly stale: boolean
}

/** A cell with the question to which it belongs, and what tells its record apart where that is known. */
export interface ActiveCell extends GridPosition {
  readonly key: number | undefined
  readonly question: string
}

const keyOf = (row: number, { rows, stale }: ShownRows) => (stale ? undefined : rows.keyAt(row))

/** The cell in a place, bound to the record that stands there. */
export const cellAt = ({ row, column }: GridPosition, shown: ShownRows): ActiveCell => ({
  row,
  column,
  key: keyOf(row, shown),
  question: shown.question,
})

/** Where a cell is now: it stays on its record, or in the place of one that is gone; a new question begins at the top. */
export function followCell(cell: ActiveCell, shown: ShownRows): ActiveCell {
  const { rows, question } = shown
  if (cell.row < 0) return cell
  if (cell.question !== question) return cellAt({ row: 0, column: cell.column }, shown)
  const found = cell.key === undefined ? undefined : rows.indexOf(cell.key, cell.row)
  const row = found ?? Math.max(0, Math.min(cell.row, rows.count - 1))
  const key = cell.key ?? keyOf(row, shown)
  return row === cell.row && key === cell.key ? cell : { ...cell, row, key }
}
