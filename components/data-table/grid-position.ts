import { ownValue } from "@/lib/catalogue"

/** A cell by index; row -1 is the header. */
export interface GridPosition {
  readonly row: number
  readonly column: number
}

export interface GridSize {
  readonly rows: number
  readonly columns: number
  /** The number of rows per screen. */
  readonly pageRows: number
}

interface Key {
  readonly key: string
  /** Ctrl or ⌘ is held. */
  readonly command: boolean
}

const headerRow = -1

type Move = (at: GridPosition, size: GridSize, command: boolean) => GridPosition

const moves: { readonly [key: string]: Move } = {
  ArrowUp: (at) => ({ ...at, row: at.row - 1 }),
  ArrowDown: (at) => ({ ...at, row: at.row + 1 }),
  ArrowLeft: (at) => ({ ...at, column: at.column - 1 }),
  ArrowRight: (at) => ({ ...at, column: at.column + 1 }),
  PageUp: (at, size) => ({ ...at, row: Math.max(0, at.row - size.pageRows) }),
  PageDown: (at, size) => ({ ...at, row: at.row + size.pageRows }),
  Home: (at, _size, command) => ({ row: command ? 0 : at.row, column: 0 }),
  End: (at, size, command) => ({
    row: command ? size.rows - 1 : at.row,
    column: size.columns - 1,
  }),
}

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value))

/** Where a key moves (WAI-ARIA grid pattern), within the loaded rows; undefined for other keys. */
export function moveInGrid(
  at: GridPosition,
  { key, command }: Key,
  size: GridSize,
): GridPosition | undefined {
  const move = ownValue(moves, key)
  if (!move) return undefined
  const to = move(at, size, command)
  return {
    row: clamp(to.row, headerRow, size.rows - 1),
    column: clamp(to.column, 0, size.columns - 1),
  }
}
