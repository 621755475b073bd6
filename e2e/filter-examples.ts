import {
  addDays,
  catalogue,
  type Filter,
  fieldsOf,
  type ListOperation,
  operatorsOf,
  periodConditions,
  type QueryType,
  type Row,
  referencesOf,
  wallTimeAt,
} from "@/lib/catalogue"
import { isWallClock } from "@/lib/client/property-field"

/** The browser's time zone in these tests. */
const zone = "Europe/Copenhagen"

/**
 * One filter as a person enters it: its condition, the entered texts, and the filters sent to the
 * API.
 */
export interface FilterExample {
  readonly property: string
  readonly type: QueryType
  readonly condition: Filter["operator"] | "between" | "during" | "hasValue" | "hasNone"
  /** The texts for the value's controls, in order. */
  readonly texts: readonly string[]
  /** Whether the value is chosen from a list rather than typed. */
  readonly listed: boolean
  readonly filters: readonly Filter[]
}

const samples = {
  guid: "8f4a6c3b-1111-4222-8333-abcdefabcdef",
  string: "Nothing like it",
  boolean: "true",
  integer: "7",
  double: "0.5",
  datetime: "2026-03-01T08:00:00Z",
  datetimeoffset: "2026-03-01T08:00:00Z",
} as const satisfies Record<QueryType, string>

const isTime = (type: QueryType) => type === "datetime" || type === "datetimeoffset"
const isNumber = (type: QueryType) => type === "integer" || type === "double"

/** A value from the middle of the rows; times to the second, as they can be typed. */
function valueAmong(
  operation: ListOperation,
  property: string,
  type: QueryType,
  rows: readonly Row[],
) {
  const field = operation.properties[property]?.field ?? property
  const values = rows
    .map((row) => row[field])
    .filter((value) => value !== null && value !== undefined)
  const text = `${values[Math.floor(values.length / 2)] ?? samples[type]}`
  if (isTime(type)) return `${text.slice(0, 19)}Z`
  if (type === "boolean") return text === "true"
  return isNumber(type) ? Number(text) : text
}

const nullTests = { hasValue: "ne", hasNone: "eq" } as const

/**
 * Every filter on a property: its operators with a value of the rows, both null tests, ranges and
 * periods.
 */
export function filterExamplesOf(
  operation: ListOperation,
  property: string,
  rows: readonly Row[],
): FilterExample[] {
  const known = operation.properties[property]
  if (!known) return []
  const { type } = known
  const fields = fieldsOf(catalogue, operation)
  const value = valueAmong(operation, property, type, rows)
  const wallClock = isWallClock(operation, fields, property)
  const written = isTime(type)
    ? wallTimeAt(Date.parse(`${value}`), wallClock ? "UTC" : zone)
    : `${value}`
  const field = known.field ?? property
  // Records with names are chosen by name.
  const isOwn = property === "id" && operation.namedById === true
  const isNamed = isOwn || referencesOf(operation.record).has(field)
  const hasValues = (fields[field]?.values?.length ?? 0) > 0
  const listed = type === "boolean" || hasValues || (type === "guid" && isNamed)
  const shared = { property, type, listed }
  const filter = (operator: Filter["operator"], of: Filter["value"] = value) => ({
    property,
    operator,
    value: of,
  })
  // For enumerated values, the interface offers only equal and not equal.
  const operators = operatorsOf(known).filter(
    (operator) => !hasValues || operator === "eq" || operator === "ne",
  )
  const questions: FilterExample[] = [
    ...operators.map((operator) => ({
      ...shared,
      condition: operator,
      texts: [written],
      filters: [filter(operator)],
    })),
    ...(["hasValue", "hasNone"] as const).map((condition) => ({
      ...shared,
      condition,
      texts: [],
      filters: [filter(nullTests[condition], null)],
    })),
  ]
  if (isNumber(type) || isTime(type))
    questions.push({
      ...shared,
      condition: "between",
      texts: [written, written],
      filters: [filter("gte"), filter("lte")],
    })
  if (isTime(type)) {
    const period = { from: addDays(written.slice(0, 10), -30), to: written.slice(0, 10) }
    const conditions = periodConditions({ property, period }, { today: period.to, zone }, wallClock)
    questions.push({
      ...shared,
      condition: "during",
      texts: [period.from, period.to],
      filters: conditions,
    })
  }
  return questions
}
