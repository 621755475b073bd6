import type { Filter, ListOperation, Measure } from "@/lib/catalogue"
import { type Parameters, quoteName } from "../../db"
import { printCondition } from "../filter"
import { maySeeSums, rowConditions } from "../row-conditions"
import { propertyColumn, type RecordTable, type TableColumn } from "../tables"
import type { PointSelection, SeriesRead } from "./series-read"
import { type SeriesTables, slotMs, summable } from "./series-tables"

/** The list of data points and the table that stores its records. */
export interface PointList {
  readonly operation: ListOperation
  readonly table: RecordTable
  readonly tables: SeriesTables
}

/**
 * What an answer is computed from, and the expressions of its figures. `value` is undefined for a
 * measure that needs every value.
 */
export interface PointSource {
  readonly computedFrom: "rollup" | "rows"
  readonly from: string
  /** The column compared with bucket edges. */
  readonly moment: string
  /** The columns of `from` that the figures below use. */
  readonly columns: readonly string[]
  readonly points: string
  readonly valued: string
  readonly value: string | undefined
}

/**
 * The rollup by department stores a day's points at the first moment of the day: `days` means that
 * no day may be split between two buckets.
 */
export interface Rollup extends PointSource {
  readonly days: boolean
}

type Composable = Exclude<Measure, "median" | "p95" | "count">

/** The figures of each part of an answer, in a form that `combine` can merge. */
const ofRows = {
  sum: `sum(${summable("value")})`,
  average: `sum(${summable("value")})`,
  minimum: "min(value)",
  maximum: "max(value)",
} as const satisfies Record<Composable, string>

const ofRollup = {
  sum: "sum(total)",
  average: "sum(total)",
  minimum: "min(lowest)",
  maximum: "max(highest)",
} as const satisfies Record<Composable, string>

/**
 * The rollup columns that a measure needs, besides the number of points. Reading further columns
 * costs as much as adding them up.
 */
const rollupColumns = {
  sum: ["total"],
  average: ["total"],
  minimum: ["lowest"],
  maximum: ["highest"],
  count: [],
  median: [],
  p95: [],
} as const satisfies Record<Measure, readonly string[]>

/** Merges the figures of several cells. */
export const combine = {
  sum: (value) => `sum(${value})`,
  average: (value) => `sum(${value})`,
  minimum: (value) => `min(${value})`,
  maximum: (value) => `max(${value})`,
  count: () => "null",
} as const satisfies Record<Composable | "count", (value: string) => string>

export type Percentile = "median" | "p95"

export const isPercentile = (measure: Measure): measure is Percentile =>
  measure === "median" || measure === "p95"

const isOnSlot = (value: unknown) =>
  Date.parse(`${value}`) % slotMs === 0 && !/\.\d/.test(`${value}`)

/** Whether the rollup by label can apply a filter to its slots. */
function isOfSlots({ property, operator, value }: Filter): boolean {
  if (property === "label") return true
  return property === "timeStamp" && (operator === "gte" || operator === "lt") && isOnSlot(value)
}

/**
 * A week's cells are hours of local time. They consist of whole slots if the UTC offset is a
 * multiple of a slot.
 */
const areCellsOfSlots = ({ cycle }: SeriesRead) =>
  cycle?.shifts.every((shifts) => shifts.every((shift) => (shift * 1000) % slotMs === 0)) ?? true

const isByLabel = (read: SeriesRead) => isOfLabels(read) && areCellsOfSlots(read)

const isOfLabels = ({ grouping, filters, departments, ranges }: SeriesRead) =>
  (grouping === "none" || grouping === "label") &&
  departments === undefined &&
  filters.every(isOfSlots) &&
  ranges.every((edges) => edges.every((edge) => edge % slotMs === 0))

const isByDepartment = ({ grouping, filters, cycle }: SeriesRead) =>
  !cycle &&
  (grouping === "none" || grouping === "department") &&
  filters.every(({ property }) => property === "departmentId")

export const pointRowsOf = ({ tables }: PointList, measure: Measure): PointSource => ({
  computedFrom: "rows",
  from: tables.points,
  moment: "time_stamp",
  columns: ["value"],
  points: "count(*)::int4",
  valued: "count(value)::int4",
  value: isPercentile(measure) ? undefined : measure === "count" ? "null::float8" : ofRows[measure],
})

/**
 * The rollup that supports the question's grouping and filters and whose sums the scope may see, or
 * undefined. For percentiles it provides only the number of points.
 */
export function rollupFor({ tables }: PointList, read: SeriesRead): Rollup | undefined {
  if (!maySeeSums(read.scope)) return undefined
  const days = !isByLabel(read)
  if (days && !isByDepartment(read)) return undefined
  const { measure } = read
  return {
    computedFrom: "rollup",
    days,
    from: days ? tables.byDepartment : tables.byLabel,
    moment: "moment",
    columns: ["points", "valued", ...rollupColumns[measure]],
    points: "sum(points)::int4",
    valued: "sum(valued)::int4",
    value: isPercentile(measure) || measure === "count" ? "null::float8" : ofRollup[measure],
  }
}

/** A property's column in a source. */
function columnIn(
  { moment }: PointSource,
  { table, operation }: PointList,
  name: string,
): TableColumn {
  const column = propertyColumn(table, operation, name)
  const sql = quoteName(moment)
  return name === "timeStamp" ? { ...column, sql, ordered: sql } : column
}

/** The conditions of a selection on the rows of a source. */
export function selectionConditions(
  source: PointSource,
  list: PointList,
  { dataSetId, scope, filters, departments }: PointSelection,
  parameters: Parameters,
): string[] {
  const where = [`in_data_set_id = ${parameters.add(dataSetId)}::uuid`]
  const read = source.computedFrom === "rollup" ? "sums" : list.table
  where.push(...rowConditions(scope, read, parameters))
  if (departments) where.push(`department_id = any(${parameters.add(departments)}::uuid[])`)
  for (const filter of filters)
    where.push(`(${printCondition(columnIn(source, list, filter.property), filter, parameters)})`)
  return where
}
