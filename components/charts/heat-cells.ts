import { ownValue, wallTimeAt, weekdayOf } from "@/lib/catalogue"
import { bucketCount, type ChartModel } from "./chart-model"

/** A cell of a heat map: the bucket of a line at a row and column; cells may share a row. */
export interface HeatCell {
  readonly column: number
  readonly row: number
  /** In rows: 1, or a fraction for an hour that occurs twice when the clocks change. */
  readonly height: number
  readonly index: number
  readonly line: number
}

/**
 * The layout of a heat map: a row per group or, for a single group, per weekday or hour of the day;
 * for a typical week, a row per weekday.
 */
export interface HeatLayout {
  readonly by: "group" | "weekday" | "hour" | "week"
  readonly rows: number
  readonly columns: number
  readonly cells: readonly HeatCell[]
  /** The first bucket of each column. */
  readonly starts: readonly number[]
}

interface TimeLayout extends HeatLayout {
  readonly by: "group" | "weekday" | "hour"
}

const dayMs = 86_400_000
const dayNumber = (wall: string) => Math.round(Date.parse(`${wall.slice(0, 10)}T00:00Z`) / dayMs)

/** The column and row of a bucket that begins at this local time. */
const positions = {
  weekday: (wall: string) => {
    const weekday = weekdayOf(wall.slice(0, 10)) - 1
    return { column: Math.floor((dayNumber(wall) - weekday) / 7), row: weekday }
  },
  hour: (wall: string) => ({ column: dayNumber(wall), row: Number(wall.slice(11, 13)) }),
} as const

function byGroup(model: ChartModel, lines: readonly number[]): TimeLayout {
  const columns = bucketCount(model)
  const starts = Array.from({ length: columns }, (_, index) => index)
  const cells = lines.flatMap((line, row) =>
    starts.map((index) => ({ column: index, row, height: 1, index, line })),
  )
  return { by: "group", rows: lines.length, columns, cells, starts }
}

/**
 * Lays out a model as a heat map. With a single group, days form a calendar of weeks, and hours
 * form days.
 */
export function heatLayout(model: ChartModel, bucket: string, zone: string): TimeLayout {
  const lines = model.lines.flatMap(({ isCompared }, index) => (isCompared ? [] : [index]))
  const by = bucket === "day" ? "weekday" : bucket === "hour" ? "hour" : undefined
  if (!by || lines.length !== 1) return byGroup(model, lines)
  const found = Array.from({ length: bucketCount(model) }, (_, index) => ({
    ...positions[by](wallTimeAt(model.edges[index] ?? 0, zone)),
    index,
  }))
  const first = found[0]?.column ?? 0
  const sharing = new Map<string, number[]>()
  const sharersOf = ({ column, row }: { column: number; row: number }) => {
    const key = `${column} ${row}`
    const sharers = sharing.get(key) ?? []
    sharing.set(key, sharers)
    return sharers
  }
  for (const each of found) sharersOf(each).push(each.index)
  const cells = found.map(({ column, row, index }) => {
    const sharers = sharersOf({ column, row })
    const height = 1 / sharers.length
    const top = row + sharers.indexOf(index) * height
    return { column: column - first, row: top, height, index, line: lines[0] ?? 0 }
  })
  const starts: number[] = []
  for (const { column, index } of cells) starts[column] ??= index
  return { by, rows: by === "weekday" ? 7 : 24, columns: starts.length, cells, starts }
}

/**
 * The layout of a typical week: a row per weekday and a column per hour, or a column per weekday.
 * Cells are in bucket order.
 */
export function weekLayout(by: "hour" | "weekday"): HeatLayout {
  const [rows, columns] = by === "hour" ? [7, 24] : [1, 7]
  const cells = Array.from({ length: rows * columns }, (_, index) => ({
    column: index % columns,
    row: Math.floor(index / columns),
    height: 1,
    index,
    line: 0,
  }))
  return { by: "week", rows, columns, cells, starts: [...Array(columns).keys()] }
}

/** The cell at a height, in rows, within a column. */
export const heatCellAt = (
  { cells }: HeatLayout,
  column: number,
  row: number,
): HeatCell | undefined =>
  cells.find((cell) => cell.column === column && row >= cell.row && row < cell.row + cell.height)

/** Less than the height of any cell. */
const nudge = 0.1

/** The cell that an arrow key moves to; the same cell at an edge, undefined for other keys. */
export function cellBeside(layout: HeatLayout, cell: HeatCell, key: string): HeatCell | undefined {
  const { column, row, height } = cell
  const moves: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [column - 1, row],
    ArrowRight: [column + 1, row],
    ArrowUp: [column, row - nudge],
    ArrowDown: [column, row + height],
  }
  const move = ownValue(moves, key)
  return move && (heatCellAt(layout, ...move) ?? cell)
}
