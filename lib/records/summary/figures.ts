import type { SummaryFigure, SummaryMeasure } from "@/lib/catalogue"
import { columnTypes } from "../column-types"
import type { TableColumn } from "../tables"

/** A group's parts as returned by a statement (see `printLevel`). */
export type FigureRow = { readonly [column: string]: unknown }

/**
 * One measure of some rows: the number of rows that it counts, and a number, the exact text of an
 * integer, or null.
 */
interface Part {
  readonly n: number
  readonly x: number | bigint | null
}

/** Some rows: their number, and a part for each measure. */
export interface Parts {
  readonly n: number
  readonly of: readonly Part[]
}

/** A measure, and the column of its values if it has one. */
export interface MeasuredColumn {
  readonly measure: SummaryMeasure
  readonly column?: TableColumn
}

/** Whether the figure of merged groups follows from the figures of each. */
export const isComposable = ({ name }: SummaryMeasure): boolean =>
  name !== "distinct" && name !== "median" && name !== "p90" && name !== "p95"

const numberOf = (value: unknown): number | bigint | null =>
  typeof value === "string" ? BigInt(value) : typeof value === "number" ? value : null

/** Parses a level's row into the parts of its group. */
export function partsOf(row: FigureRow, measures: readonly MeasuredColumn[]): Parts {
  const n = Number(row["n"])
  const of = measures.map(({ measure }, at) => ({
    n: measure.name === "count" ? n : Number(row[`n${at}`]),
    x: numberOf(row[`x${at}`]),
  }))
  return { n, of }
}

function add(one: number | bigint, other: number | bigint): number | bigint {
  return typeof one === "bigint" && typeof other === "bigint"
    ? one + other
    : Number(one) + Number(other)
}

function combineTwo({ name }: SummaryMeasure, one: Part, other: Part): Part {
  const n = one.n + other.n
  if (one.x === null || other.x === null) return { n, x: one.x ?? other.x }
  if (name === "minimum" || name === "maximum")
    return { n, x: one.x < other.x === (name === "minimum") ? one.x : other.x }
  return { n, x: add(one.x, other.x) }
}

/** Merges several groups. Only for composable measures. */
export function combineParts(groups: readonly Parts[], measures: readonly MeasuredColumn[]): Parts {
  const none: Parts = { n: 0, of: measures.map(() => ({ n: 0, x: null })) }
  return groups.reduce(
    (sum, { n, of }) => ({
      n: sum.n + n,
      of: measures.map(({ measure }, at) => {
        const nothing = { n: 0, x: null }
        return combineTwo(measure, sum.of[at] ?? nothing, of[at] ?? nothing)
      }),
    }),
    none,
  )
}

/** A quotient exact to the last digit of a double, even if the dividend is no double. */
const divide = (x: number | bigint, n: number): number =>
  typeof x === "bigint" ? Number(x / BigInt(n)) + Number(x % BigInt(n)) / n : x / n

/** The value by which figures of a measure are compared. */
export function figureOrder({ measure }: MeasuredColumn, parts: Parts, at: number) {
  const { n, x } = parts.of[at] ?? { n: 0, x: null }
  if (measure.name === "count") return n
  if (measure.name === "share") return parts.n === 0 ? null : n / parts.n
  if (x === null) return null
  return measure.name === "average" ? divide(x, n) : x
}

const microsecond = 1_000_000n

/** `2026-11-25T08:00:00.000001Z` from microseconds since 1970. */
export function printMicroseconds(since: bigint): string {
  const rest = ((since % microsecond) + microsecond) % microsecond
  const seconds = new Date(Number((since - rest) / 1000n)).toISOString().slice(0, 19)
  const fraction = `${rest}`.padStart(6, "0").replace(/0+$/, "")
  return `${seconds}${fraction && `.${fraction}`}Z`
}

/** A figure in the form shown to people. */
export function figureOf(
  measured: MeasuredColumn,
  parts: Parts,
  at: number,
): Omit<SummaryFigure, "drill"> {
  const value = figureOrder(measured, parts, at)
  const n = parts.of[at]?.n ?? 0
  const { column, measure } = measured
  const isTime = column !== undefined && columnTypes[column.kind].family === "time"
  const isMoment = isTime && (measure.name === "minimum" || measure.name === "maximum")
  if (isMoment && typeof value === "bigint") return { value: printMicroseconds(value), n }
  return { value: value === null ? null : Number(value), n }
}
