import type { Filter, SummaryMeasure } from "@/lib/catalogue"
import { Parameters, quoteName } from "../../db"
import { columnTypes } from "../column-types"
import { type ListParts, listConditions, printFilter } from "../page-query"
import { edgeArray } from "../series/edge-array"
import { summable } from "../series/series-tables"
import { aboveName, propertyColumn, type TableColumn } from "../tables"

/** A grouping field: its column, and for a time the bucket edges in milliseconds. */
export interface SummaryField {
  readonly column: TableColumn
  readonly edges?: readonly number[]
}

/** The separate values of a field in PostgreSQL's order, and whether nulls are separate too. */
export interface SelectedKeys {
  readonly keys: readonly (string | number | boolean)[]
  readonly hasNull: boolean
}

/** Rows grouped by keys: the field's values, or integers that represent the selected ones. */
export interface SummaryLevel {
  readonly field: SummaryField
  readonly kept?: SelectedKeys
}

/** Integers for null and for all other values. Selected ones begin at 1. */
export const [nullPosition, otherPosition] = [0, -1]

export interface SummaryStatement {
  readonly text: string
  readonly values: unknown[]
}

/** The SQL type of a group's key. For a bucket its number, from 1. */
const keyTypeOf = ({ column, edges }: SummaryField) =>
  edges ? "int4" : columnTypes[column.kind].sql

/** The bucket is found by the inner edges: all times lie between the first and the last. */
function printKey({ column, edges }: SummaryField, parameters: Parameters): string {
  if (!edges) return column.sql
  const inner = edges.slice(1, -1)
  const moment = printMoment(column)
  if (inner.length === 0) return `case when ${moment} is not null then 1 end`
  return `(width_bucket(${moment}, ${parameters.add(edgeArray(inner))}::timestamptz[]) + 1)`
}

/** A local time has no zone. Its buckets are those of its clock time. */
const printMoment = ({ sql, kind }: TableColumn) =>
  kind === "localdatetime" ? `(${sql} at time zone 'UTC')` : sql

/** The index of a key among the selected ones, found by binary search. */
function printPlace(level: SummaryLevel, parameters: Parameters): string {
  const key = printKey(level.field, parameters)
  const { kept } = level
  if (!kept) return key
  const ofNull = kept.hasNull ? nullPosition : otherPosition
  if (kept.keys.length === 0)
    return `case when ${key} is null then ${ofNull} else ${otherPosition} end`
  const array = `${parameters.add(kept.keys)}::${keyTypeOf(level.field)}[]`
  const place = `width_bucket(${key}, ${array})`
  return `case when ${key} is null then ${ofNull}
    when (${array})[${place}] = ${key} then ${place} else ${otherPosition} end`
}

const isTime = ({ kind }: TableColumn) => columnTypes[kind].family === "time"

/** A minimum or maximum: the exact text of an integer, microseconds since 1970 for a time. */
function printExtreme(name: "min" | "max", column: TableColumn): string {
  if (!isTime(column)) return `${name}(${column.sql})::float8`
  return `(extract(epoch from ${name}(${column.sql})) * 1000000)::int8::text`
}

const printTotal = ({ sql, kind }: TableColumn) =>
  kind === "integer" ? `sum(${sql})::text` : `sum(${summable(sql)})`

const percentile = (share: number, { sql }: TableColumn) =>
  `percentile_cont(${share}) within group (order by ${sql}::float8)`

type FieldMeasure = Extract<SummaryMeasure, { property: string }>

const printFigure = {
  sum: printTotal,
  average: printTotal,
  minimum: (column) => printExtreme("min", column),
  maximum: (column) => printExtreme("max", column),
  median: (column) => percentile(0.5, column),
  p90: (column) => percentile(0.9, column),
  p95: (column) => percentile(0.95, column),
  distinct: ({ sql }) => `count(distinct ${sql})::float8`,
} as const satisfies Record<FieldMeasure["name"], (column: TableColumn) => string>

/** The number of rows that a measure counts, and its figure. */
function printMeasure(list: ListParts, measure: SummaryMeasure, parameters: Parameters) {
  if (measure.name === "count") return ["null::float8", "null::float8"]
  if (measure.name === "share") {
    const met = printFilter(list, measure.condition, parameters)
    return [`count(*) filter (where ${met})::float8`, "null::float8"]
  }
  const column = propertyColumn(list.table, list.operation, measure.property)
  return [`count(${column.sql})::float8`, printFigure[measure.name](column)]
}

const tableOf = ({ schema, table }: ListParts) => `${quoteName(schema)}.${quoteName(table.name)}`

function printWhere(list: ListParts, filters: readonly Filter[], parameters: Parameters): string {
  const where = listConditions(list, filters, parameters)
  return where.length > 0 ? `where ${where.map((one) => `(${one})`).join(" and ")}` : ""
}

export interface LevelParts {
  readonly filters: readonly Filter[]
  readonly measures: readonly SummaryMeasure[]
  readonly levels: readonly SummaryLevel[]
  readonly limit: number
}

/** The list over rows that already carry the computed columns under their names. */
const withCarried = (list: ListParts): ListParts => ({
  ...list,
  table: {
    ...list.table,
    computed: list.table.computed.map((column) => {
      const sql = quoteName(column.name)
      return { ...column, sql, ordered: columnTypes[column.kind].ordered(sql) }
    }),
  },
})

/** The fields that measures use. */
const measuredProperties = (measures: readonly SummaryMeasure[]) =>
  measures.flatMap((measure) => {
    if ("property" in measure) return [measure.property]
    return measure.name === "share" ? [measure.condition.property] : []
  })

/**
 * The figures of each group as one statement: `k0` and `k1` are its keys, `n` its rows, and for
 * each measure `n0` the rows that it counts and `x0` its figure. Groups are formed in a subquery,
 * so that each key and computed value is evaluated once.
 */
export function printLevel(
  list: ListParts,
  { filters, measures, levels, limit }: LevelParts,
): SummaryStatement {
  const parameters = new Parameters()
  const keys = levels.map((level, at) => `${printPlace(level, parameters)} as k${at}`)
  const names = levels.map((_, at) => `k${at}`)
  const measured = new Set(
    measuredProperties(measures).map((name) => {
      const { withinOf } = list.operation.properties[name] ?? {}
      return withinOf === undefined ? name : aboveName(withinOf)
    }),
  )
  const carried = list.table.computed.filter(({ name }) => measured.has(name))
  const carrying = withCarried(list)
  const figures = measures.flatMap((measure, at) => {
    const [n, x] = printMeasure(carrying, measure, parameters)
    return [`${n} as n${at}`, `${x} as x${at}`]
  })
  const where = printWhere(list, filters, parameters)
  const values = carried.map(({ name, sql }) => `${sql} as ${quoteName(name)}`)
  const isComputed = carried.length > 0 || levels.some(({ field, kept }) => field.edges || kept)
  const rows = `(select ${[...keys, ...values, "*"].join(", ")} from ${tableOf(list)} ${where}${isComputed ? ` ${fence}` : ""}) as own`
  const columns = [...names.map(printSentKey(levels)), "count(*)::float8 as n", ...figures]
  const grouped = names.length > 0 ? `group by ${names.join(", ")}` : ""
  return {
    text: `select ${columns.join(", ")} from ${rows} ${grouped} limit ${parameters.add(limit)}`,
    values: parameters.values,
  }
}

/** Keeps the planner from expecting a group per moment (see the series). */
const fence = "offset '0'::bigint"

const printSentKey = (levels: readonly SummaryLevel[]) => (name: string, at: number) => {
  const level = levels[at]
  const isInteger =
    level && !level.kept && !level.field.edges && level.field.column.kind === "integer"
  return isInteger ? `${name}::float8 as ${name}` : name
}

/** The first and last of each field's times, in microseconds since 1970, as `min0` and `max0`. */
export function printExtents(
  list: ListParts,
  filters: readonly Filter[],
  columns: readonly TableColumn[],
): SummaryStatement {
  const parameters = new Parameters()
  const where = printWhere(list, filters, parameters)
  const extents = columns.flatMap((column, at) => [
    `${printExtreme("min", column)} as min${at}`,
    `${printExtreme("max", column)} as max${at}`,
  ])
  const text = `select ${extents.join(", ")} from ${tableOf(list)} ${where}`
  return { text, values: parameters.values }
}
