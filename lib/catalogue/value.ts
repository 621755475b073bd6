import { parseDateTime } from "./date-time"
import { parseGuid } from "./guid"
import type { Operator, Property, QueryType } from "./operation"
import { comparisons } from "./operation"

/**
 * A filter's value in comparable form: guids in lower case, times as UTC text, null for the empty
 * value.
 */
export type QueryValue = string | number | boolean | null

interface ValueType {
  /** Undefined if the text is not a value of the type. */
  readonly parse: (text: string) => Exclude<QueryValue, null> | undefined
  readonly operators: readonly Operator[]
  /** Completes the sentence "must be …". */
  readonly expected: string
}

const equality = ["eq", "ne"] as const satisfies readonly Operator[]
const integerPattern = /^[+-]?\d+$/
const doublePattern = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
const unstorable = /[\0\p{Surrogate}]/u
const booleans = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
])

/** A finite number, never -0. Digits beyond a double's precision are rounded. */
function parseFinite(text: string, pattern: RegExp): number | undefined {
  const value = pattern.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(value) ? value || 0 : undefined
}

const time: ValueType = {
  parse: parseDateTime,
  operators: comparisons,
  expected: "an ISO 8601 date or date-time, such as 2021-01-31 or 2021-01-31T08:00:00Z",
}

/** How each query type is parsed and compared (decisions "Filters"). */
export const valueTypes = {
  guid: { parse: parseGuid, operators: equality, expected: "a guid (8-4-4-4-12 hex digits)" },
  boolean: {
    parse: (text) => booleans.get(text.toLowerCase()),
    operators: equality,
    expected: "true or false",
  },
  string: {
    parse: (text) => (unstorable.test(text) ? undefined : text),
    operators: comparisons,
    expected: "text without NUL characters or broken Unicode",
  },
  integer: {
    parse: (text) => parseFinite(text, integerPattern),
    operators: comparisons,
    expected: "a whole number",
  },
  double: {
    parse: (text) => parseFinite(text, doublePattern),
    operators: comparisons,
    expected: "a number",
  },
  datetime: time,
  datetimeoffset: time,
} as const satisfies Record<QueryType, ValueType>

/** The operators that a property supports. */
export const operatorsOf = (property: Property): readonly Operator[] =>
  property.operators ?? valueTypes[property.type].operators
