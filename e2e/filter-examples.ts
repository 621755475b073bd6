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

/** The zone in which the browser of these tests lives. */
const zone = "Europe/Copenhagen"

/** One clause as a person asks for it: the words of its condition, what they write, and what the API is asked. */
export interface FilterExample {
  readonly property: string
  readonly type: QueryType
  readonly condition: Filter["operator"] | "between" | "during" | "hasValue" | "hasNone"
  /** What the value's controls take, in their order. */
  readonly texts: readonly string[]
  /** Chosen from a list rather than written. */
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

/** A value that some rows have, from the middle of them; times to the second, as they can be written. */
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

/** Everything that can be asked of a property: its operators with a value of the rows, both tests of none, ranges and periods. */
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
  // What has names is chosen by name.
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
  // Values that have names are equal or not; the interface asks nothing else of them.
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
