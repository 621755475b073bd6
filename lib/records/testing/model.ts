import type {
  Catalogue,
  Fields,
  Filter,
  ListOperation,
  ListQuery,
  Property,
  RecordTime,
  RecordType,
  Row,
} from "@/lib/catalogue"
import { effectiveSort, recordType } from "@/lib/catalogue"

/**
 * A stored record in tests: the loaded values, the expected response, and its position in the load.
 */
export interface ModelRecord {
  readonly values: Row
  readonly sent: Row
  readonly index: number
  /** The ids of its path, outermost first, if a list contains records of several paths. */
  readonly path?: string
}

type Comparable = string | number | bigint | boolean

/** The exact time in units of 100 ns. */
function instant(text: string): bigint {
  const [, seconds = "", fraction = ""] = /^([^.Z+]+)(?:\.(\d+))?/.exec(text) ?? []
  return BigInt(Date.parse(`${seconds}Z`)) * 10_000n + BigInt(fraction.padEnd(7, "0"))
}

function daysBetween(from: unknown, to: unknown): number | null {
  if (typeof from !== "string" || typeof to !== "string") return null
  const micros = (instant(to) - instant(from)) / 10n
  const [sign, size] = micros < 0n ? ["-", -micros] : ["", micros]
  const seconds = `${sign}${size / 1_000_000n}.${`${size % 1_000_000n}`.padStart(6, "0")}`
  return Number(seconds) / 86_400
}

/** Whole days from a time until now. */
const daysAgo = (time: unknown): number | null =>
  typeof time === "string"
    ? Math.floor((Date.now() - Date.parse(`${time.slice(0, 19)}Z`)) / 86_400_000)
    : null

/** The kind and the fields of a parent record that computed fields of its children need. */
export interface NeededAbove {
  readonly of: string
  readonly fields: Fields
}

/** Returns what records need of their parents; undefined if nothing. */
export function neededAbove(
  from: Catalogue,
  { computed = {} }: RecordType,
): NeededAbove | undefined {
  const all = Object.values(computed).flatMap(({ daysBetween: times = [], ofAbove }) => [
    ...times.flatMap((time) => (typeof time === "string" ? [] : [time])),
    ...(ofAbove ? [ofAbove] : []),
  ])
  const [first] = all
  if (!first) return undefined
  const { fields } = recordType(from, first.of)
  const needed = new Set(all.map(({ field }) => field))
  return {
    of: first.of,
    fields: Object.fromEntries(Object.entries(fields).filter(([name]) => needed.has(name))),
  }
}

/** The computed fields of a whole list for a record's values; `above` is its parent record. */
export const computedOf = ({ computed = {} }: RecordType, values: Row, above?: Row): Row => {
  const timeOf = (time: RecordTime) =>
    typeof time === "string" ? values[time] : above?.[time.field]
  return Object.fromEntries(
    Object.entries(computed).map(([name, { daysBetween: times, daysSince, ofAbove }]) => {
      if (ofAbove) return [name, above?.[ofAbove.field] ?? null]
      if (times) return [name, daysBetween(timeOf(times[0]), timeOf(times[1]))]
      const isOpen = daysSince && values[daysSince.unless] === null
      // Child records are not copied here, and it is not known where people work.
      return [name, isOpen ? daysAgo(values[daysSince.time]) : null]
    }),
  )
}

/** The members of a record's objects, by the names of their properties. */
export const membersOf = ({ fields }: RecordType, values: Row): Row =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.type === "object"
        ? Object.keys(field.fields).map((member) => [
            `${name}.${member}`,
            (values[name] as Row | null)?.[member] ?? null,
          ])
        : [],
    ),
  )

function comparable({ type }: Property, value: unknown): Comparable | null {
  if (value === null || value === undefined) return null
  if (type === "datetime" || type === "datetimeoffset") return instant(String(value))
  if (type === "integer") return BigInt(value as number)
  return value as Comparable
}

function compareText(a: string, b: string): number {
  const [left, right] = [[...a], [...b]].map((text) =>
    text.map((letter) => letter.codePointAt(0) ?? 0),
  ) as [number[], number[]]
  for (const [index, code] of left.entries()) {
    const other = right[index]
    if (other === undefined) return 1
    if (code !== other) return code - other
  }
  return left.length - right.length
}

function compareValues(a: Comparable, b: Comparable): number {
  if (typeof a === "string" && typeof b === "string") return compareText(a, b)
  return a < b ? -1 : a > b ? 1 : 0
}

/** Nulls last. */
function compareNullable(a: Comparable | null, b: Comparable | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return compareValues(a, b)
}

const tests = {
  eq: (order: number) => order === 0,
  ne: (order: number) => order !== 0,
  lt: (order: number) => order < 0,
  lte: (order: number) => order <= 0,
  gt: (order: number) => order > 0,
  gte: (order: number) => order >= 0,
}

function propertyOf(operation: ListOperation, name: string): Property {
  const property = operation.properties[name]
  if (!property) throw new Error(`There is no property ${name}.`)
  return property
}

/** Whether a filter by a member of the objects in an array matches. */
function isElementMatch(
  of: NonNullable<Property["elementOf"]>,
  { values }: ModelRecord,
  filter: Filter,
) {
  const array = values[of.field]
  if (filter.value === null) return Array.isArray(array) === (filter.operator === "ne")
  if (!Array.isArray(array)) return of.nullIsEmpty === true && filter.operator === "ne"
  const isThere = array.some((each: Row | null) => each?.[of.member] === filter.value)
  return isThere === (filter.operator === "eq")
}

/** Whether a record matches a filter, by plain comparison. */
export function isMatch(operation: ListOperation, record: ModelRecord, filter: Filter): boolean {
  const property = propertyOf(operation, filter.property)
  if (property.elementOf) return isElementMatch(property.elementOf, record, filter)
  const value = comparable(property, record.values[property.field ?? filter.property])
  const wanted = comparable(property, filter.value)
  if (wanted === null) return (value === null) === (filter.operator === "eq")
  if (value === null) return filter.operator === "ne"
  if (filter.operator === "contains" || filter.operator === "begins") {
    const [whole = "", part = ""] = [value, wanted].map((text) =>
      `${text}`.normalize("NFC").toLowerCase(),
    )
    return filter.operator === "contains" ? whole.includes(part) : whole.startsWith(part)
  }
  return tests[filter.operator](compareValues(value, wanted))
}

function compareKeys(a: ModelRecord, b: ModelRecord): number {
  if (a.path !== b.path) return compareText(a.path ?? "", b.path ?? "")
  const [left, right] = [a.values["id"], b.values["id"]]
  if (left === undefined || right === undefined) return a.index - b.index
  return compareText(String(left), String(right))
}

/** The expected rows of a list, by plain filtering and sorting in memory. */
export function answerOf(
  operation: ListOperation,
  records: readonly ModelRecord[],
  query: ListQuery,
): Row[] {
  const sort = effectiveSort(operation, query)
  const sign = (descending: boolean | undefined) => (descending ? -1 : 1)
  const compare = (a: ModelRecord, b: ModelRecord) => {
    for (const { property: name, descending } of sort) {
      const property = propertyOf(operation, name)
      const [left, right] = [a, b].map((record) =>
        comparable(property, record.values[property.field ?? name]),
      ) as [Comparable | null, Comparable | null]
      const order = compareNullable(left, right)
      if (order !== 0) return order * sign(descending)
    }
    return compareKeys(a, b) * sign(sort.at(-1)?.descending)
  }
  return records
    .filter((record) => query.filters.every((filter) => isMatch(operation, record, filter)))
    .toSorted(compare)
    .map(({ sent }) => sent)
}
