import type { Filter, ListOperation, Measure } from "@/lib/catalogue"
import { type Parameters, quoteName } from "../../db"
import { printCondition } from "../filter"
import { maySeeSums, rowConditions } from "../row-conditions"
import { propertyColumn, type RecordTable, type TableColumn } from "../tables"
import type { PointSelection, SeriesRead } from "./series-read"
import { type SeriesTables, slotMs, summable } from "./series-tables"

/** The data points' list and where its records are kept. */
export interface PointList {
  readonly operation: ListOperation
  readonly table: RecordTable
  readonly tables: SeriesTables
}

/** Where an answer is computed from, and how its figures are written there; `value` is undefined for a measure that needs every value. */
export interface PointSource {
  readonly computedFrom: "rollup" | "rows"
  readonly from: string
  /** The column that lies in a bucket. */
  readonly moment: string
  /** Columns of `from` that the figures below are made of. */
  readonly columns: readonly string[]
  readonly points: string
  readonly valued: string
  readonly value: string | undefined
}

/** The one by department keeps a day's points together, at the day's first moment: `days` says that no day may lie in two buckets. */
export interface Rollup extends PointSource {
  readonly days: boolean
}

type Composable = Exclude<Measure, "median" | "p95" | "count">

/** What each part of an answer holds, so that parts of parts can be put together by `combine`. */
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

/** The columns of a rollup that a measure is made of, beside how many points there are: to read others costs as much as to add them up. */
const rollupColumns = {
  sum: ["total"],
  average: ["total"],
  minimum: ["lowest"],
  maximum: ["highest"],
  count: [],
  median: [],
  p95: [],
} as const satisfies Record<Measure, readonly string[]>

/** Puts the figures of several cells together. */
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

/** Whether the slots of the rollup by label tell which points meet a filter. */
function isOfSlots({ property, operator, value }: Filter): boolean {
  if (property === "label") return true
  return property === "timeStamp" && (operator === "gte" || operator === "lt") && isOnSlot(value)
}

/** A week's cells are hours of the clocks, which hold whole slots where clocks are ahead by whole slots. */
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

/** The points themselves. */
export const pointRowsOf = ({ tables }: PointList, measure: Measure): PointSource => ({
  computedFrom: "rows",
  from: tables.points,
  moment: "time_stamp",
  columns: ["value"],
  points: "count(*)::int4",
  valued: "count(value)::int4",
  value: isPercentile(measure) ? undefined : measure === "count" ? "null::float8" : ofRows[measure],
})

/** The rollup that knows what a question tells apart and whose sums may be seen, or undefined; of percentiles it knows the points only. */
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

/** A property's column as a source has it. */
function columnIn(
  { moment }: PointSource,
  { table, operation }: PointList,
  name: string,
): TableColumn {
  const column = propertyColumn(table, operation, name)
  const sql = quoteName(moment)
  return name === "timeStamp" ? { ...column, sql, ordered: sql } : column
}

/** The conditions that a selection sets on the rows of a source. */
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
