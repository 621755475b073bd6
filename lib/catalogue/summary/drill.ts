import { canonicalFilters, type Filter, printFilterName, printFilterValue } from "../filter"
import type { ListOperation, QueryType } from "../operation"
import { ownValue } from "../own-value"
import type { QueryValue } from "../value"
import type { SummaryKey, SummaryResult, SummaryRow, UndrilledRow } from "./answer"
import type { SummaryMeasure, SummaryQuery } from "./query"

type Filters = readonly Filter[]

/** The smallest non-empty text: the grammar has no empty values. */
const afterEmpty = "\u0001"
/** Longer URLs do not work everywhere. */
const maxDrillLength = 1500

/** Conditions met by all values and by no null. */
const someValue = {
  integer: -(2 ** 63),
  double: -Number.MAX_VALUE,
  datetime: "0001-01-01T00:00:00Z",
  datetimeoffset: "0001-01-01T00:00:00Z",
  string: undefined,
  guid: undefined,
  boolean: undefined,
} as const satisfies Record<QueryType, QueryValue | undefined>

const instantKey = (text: string) => {
  const [, seconds = "", fraction = ""] = /^([^.Z]+)(?:\.(\d+))?/.exec(text) ?? []
  return `${seconds}.${fraction.padEnd(7, "0")}`
}

/** Compares texts by code point, the order that UTF-8 preserves, and times by instant. */
function isLess(type: QueryType, one: QueryValue, other: QueryValue): boolean {
  if (typeof one === "number" && typeof other === "number") return one < other
  if (type === "datetime" || type === "datetimeoffset")
    return instantKey(`${one}`) < instantKey(`${other}`)
  return [...`${one}`].map(pointKey).join("") < [...`${other}`].map(pointKey).join("")
}

const pointKey = (letter: string) => `${letter.codePointAt(0)}`.padStart(7, "0")

const excludesNull = ({ operator, value }: Filter) =>
  operator !== "ne" && !(operator === "eq" && value === null)

/** Adds "has a value" to filters, which may already have another `ne` on the property. */
function narrowToValues(type: QueryType, filters: Filters, condition: Filter): Filters | undefined {
  const { property } = condition
  const own = filters.filter((each) => each.property === property)
  if (own.some(excludesNull)) return filters
  const other = own.find(({ operator, value }) => operator === "ne" && value !== null)
  if (!other) return own.length > 0 ? filters : [...filters, condition]
  if (type === "boolean") {
    const rest = filters.filter((each) => each !== other)
    return [...rest, { property, operator: "eq", value: other.value !== true }]
  }
  const value = someValue[type]
  return value === undefined ? undefined : [...filters, { property, operator: "gte", value }]
}

/**
 * Adds a condition that some of the filtered rows meet. The grammar has each operator of a property
 * once. Undefined if it cannot express both.
 */
export function narrowFilters(
  operation: ListOperation,
  filters: Filters,
  condition: Filter,
): Filters | undefined {
  const { property, operator, value } = condition
  const { type = "string", elementOf } = ownValue(operation.properties, property) ?? {}
  // Rows with one value meet all other conditions on it, as some of them do. Arrays have several
  // values.
  if (operator === "eq" && !elementOf) {
    const others = filters.filter((each) => each.property !== property)
    return value === ""
      ? [...others, { property, operator: "lt", value: afterEmpty }]
      : [...others, condition]
  }
  if (operator === "ne" && value === null) return narrowToValues(type, filters, condition)
  const same = filters.find((each) => each.property === property && each.operator === operator)
  if (!same) return [...filters, condition]
  if (same.value === value) return filters
  const rest = filters.filter((each) => each !== same)
  if (operator === "ne")
    return same.value === null ? narrowToValues(type, [...rest, condition], same) : undefined
  if (operator === "eq" || operator === "contains" || operator === "begins") return undefined
  const keepsOwn = isLess(type, same.value, value) === (operator === "lt" || operator === "lte")
  return keepsOwn ? filters : [...rest, condition]
}

function narrowToKey(
  operation: ListOperation,
  filters: Filters,
  property: string,
  key: SummaryKey | undefined,
): Filters | undefined {
  if (!key || key.kind === "other") return undefined
  if (key.kind === "value")
    return narrowFilters(operation, filters, { property, operator: "eq", value: key.value })
  const since = narrowFilters(operation, filters, { property, operator: "gte", value: key.from })
  if (!since || key.to === null) return since
  return narrowFilters(operation, since, { property, operator: "lt", value: key.to })
}

function printDrill(operation: ListOperation, filters: Filters | undefined): string | null {
  if (!filters) return null
  const search = new URLSearchParams()
  for (const filter of canonicalFilters(operation, filters))
    search.append(printFilterName(filter), printFilterValue(filter))
  const text = `${search}`
  return text.length > maxDrillLength ? null : text
}

/** The condition of the rows that a measure counts. */
function conditionOf(measure: SummaryMeasure): Filter | undefined {
  if (measure.name === "count") return undefined
  if (measure.name === "share") return measure.condition
  return { property: measure.property, operator: "ne", value: null }
}

function drillRow(
  operation: ListOperation,
  { filters, measures }: SummaryQuery,
  groups: SummaryResult["groups"],
  row: UndrilledRow,
): SummaryRow {
  const own = row.keys.reduce<Filters | undefined>((narrowed, key, index) => {
    const group = groups[index]
    if (key === null || !group || !narrowed) return narrowed
    return narrowToKey(operation, narrowed, group.property, group.keys[key])
  }, filters)
  const figures = row.figures.map((figure, index) => {
    const measure = measures[index]
    const condition = measure && conditionOf(measure)
    if (figure.n === row.n || !condition) return figure
    if (figure.n === 0) return { ...figure, drill: null }
    const narrowed = own && narrowFilters(operation, own, condition)
    return { ...figure, drill: printDrill(operation, narrowed) }
  })
  return { ...row, drill: printDrill(operation, own), figures }
}

/** Adds to a summary's rows and figures the filters for exactly the rows that they count. */
export function drillSummary(operation: ListOperation, query: SummaryQuery, result: SummaryResult) {
  const drill = (row: UndrilledRow) => drillRow(operation, query, result.groups, row)
  const { rows, subtotals, total } = result
  return { ...result, rows: rows.map(drill), subtotals: subtotals.map(drill), total: drill(total) }
}
