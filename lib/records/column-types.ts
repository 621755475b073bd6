import type { QueryType, ScalarType } from "@/lib/catalogue"

/**
 * What a column can hold: the catalogue's scalars except `url`, which is built when it is sent, and
 * whole JSON values.
 */
export type ColumnKind = Exclude<ScalarType, "url"> | "json"

/** Values of one family compare with each other. */
type Family = "guid" | "text" | "boolean" | "integer" | "double" | "time" | "json"

export interface ColumnType {
  /** The PostgreSQL type, as `information_schema` names it. */
  readonly sql: string
  readonly family: Family
  /** An expression to order by. */
  readonly ordered: (column: string) => string
  /** An expression for the value's exact text. `parameter` reads it back without loss. */
  readonly text: (column: string) => string
  /** An expression for the value as JSON carries it (decisions "Values"). */
  readonly json: (column: string) => string
  /** An expression for a placeholder such as `$1` that holds a value's text. */
  readonly parameter: (parameter: string) => string
}

/**
 * How many characters of a text determine its position in an order, before the key decides. An
 * index entry holds at most 2,704 bytes, and a cursor, which carries the text, has to fit into a
 * URL.
 */
export const orderedLength = 500

/** ISO 8601 with 0 to 6 fractional digits, independent of the session's DateStyle and TimeZone. */
const isoText = (timestamp: string) => `(to_json(${timestamp}) #>> '{}')`
const utc = (column: string) => `${column} at time zone 'UTC'`
const same = (column: string) => column

const plain = (sql: string, family: Family): ColumnType => ({
  sql,
  family,
  ordered: same,
  text: (column) => `${column}::text`,
  json: same,
  parameter: (parameter) => `${parameter}::${sql}`,
})

const instant = (suffix: string): ColumnType => ({
  sql: "timestamptz",
  family: "time",
  ordered: same,
  text: (column) => isoText(utc(column)),
  json: (column) => `${isoText(utc(column))} || '${suffix}'`,
  parameter: (parameter) => `(${parameter}::timestamp at time zone 'UTC')`,
})

/** How each kind of value is stored, compared and sent. */
export const columnTypes = {
  guid: plain("uuid", "guid"),
  string: {
    ...plain("text", "text"),
    ordered: (column) => `left(${column}, ${orderedLength})`,
  },
  boolean: plain("bool", "boolean"),
  integer: plain("int8", "integer"),
  double: plain("float8", "double"),
  datetime: instant("Z"),
  datetimeoffset: instant("+00:00"),
  localdatetime: { ...plain("timestamp", "time"), text: isoText },
  json: plain("json", "json"),
} as const satisfies Record<ColumnKind, ColumnType>

const queryFamilies = {
  guid: "guid",
  string: "text",
  boolean: "boolean",
  integer: "integer",
  double: "double",
  datetime: "time",
  datetimeoffset: "time",
} as const satisfies Record<QueryType, Family>

/** Whether a property of this type can be compared with a column of this kind. */
export const isComparable = (type: QueryType, kind: ColumnKind): boolean =>
  queryFamilies[type] === columnTypes[kind].family
