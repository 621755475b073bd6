import type { QueryType, ScalarType } from "@/lib/catalogue"

/** What a column can hold: the catalogue's scalars but `url`, which is made when it is sent, and whole JSON values. */
export type ColumnKind = Exclude<ScalarType, "url"> | "json"

/** Values of one family compare with each other. */
type Family = "guid" | "text" | "boolean" | "integer" | "double" | "time" | "json"

export interface ColumnType {
  /** The PostgreSQL type, as `information_schema` calls it too. */
  readonly sql: string
  readonly family: Family
  /** An expression to order by. */
  readonly ordered: (column: string) => string
  /** An expression for the value's exact text, which `parameter` reads back without loss. */
  readonly text: (column: string) => string
  /** The same text, from the bytes in which PostgreSQL sends the value. */
  readonly read: (bytes: Buffer, start: number, length: number) => string
  /** An expression for the value as JSON carries it (decisions "Values"). */
  readonly json: (column: string) => string
  /** An expression for a placeholder such as `$1` that holds a value's text. */
  readonly parameter: (parameter: string) => string
}

/**
 * How many characters of a text decide its position in an order; after them the key does. An index entry
 * holds at most 2,704 bytes, and a cursor, which carries the text, has to fit into a URL.
 */
export const orderedLength = 500

/** ISO 8601 with 0 to 6 fractional digits, whatever the session's DateStyle and TimeZone are. */
const isoText = (timestamp: string) => `(to_json(${timestamp}) #>> '{}')`
const utc = (column: string) => `${column} at time zone 'UTC'`
const same = (column: string) => column

type ReadValue = ColumnType["read"]

const readText: ReadValue = (bytes, start, length) => bytes.toString("utf8", start, start + length)
const readGuid: ReadValue = (bytes, start) =>
  bytes.toString("hex", start, start + 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
const readBoolean: ReadValue = (bytes, start) => `${bytes[start] === 1}`
const readInteger: ReadValue = (bytes, start) => `${bytes.readBigInt64BE(start)}`
const readDouble: ReadValue = (bytes, start) => `${bytes.readDoubleBE(start)}`

/** What PostgreSQL counts times from, in microseconds since 1970. */
const epoch = 946_684_800_000_000n

const readTime: ReadValue = (bytes, start) => {
  const sinceEpoch = bytes.readBigInt64BE(start) + epoch
  const rest = ((sinceEpoch % 1_000_000n) + 1_000_000n) % 1_000_000n
  const seconds = new Date(Number((sinceEpoch - rest) / 1000n)).toISOString().slice(0, 19)
  const fraction = `${rest}`.padStart(6, "0").replace(/0+$/, "")
  return fraction ? `${seconds}.${fraction}` : seconds
}

const plain = (sql: string, family: Family, read: ReadValue): ColumnType => ({
  sql,
  family,
  ordered: same,
  text: (column) => `${column}::text`,
  read,
  json: same,
  parameter: (parameter) => `${parameter}::${sql}`,
})

const instant = (suffix: string): ColumnType => ({
  sql: "timestamptz",
  family: "time",
  ordered: same,
  text: (column) => isoText(utc(column)),
  read: readTime,
  json: (column) => `${isoText(utc(column))} || '${suffix}'`,
  parameter: (parameter) => `(${parameter}::timestamp at time zone 'UTC')`,
})

/** How each kind of value is kept, compared and sent. */
export const columnTypes = {
  guid: plain("uuid", "guid", readGuid),
  string: {
    ...plain("text", "text", readText),
    ordered: (column) => `left(${column}, ${orderedLength})`,
  },
  boolean: plain("bool", "boolean", readBoolean),
  integer: plain("int8", "integer", readInteger),
  double: plain("float8", "double", readDouble),
  datetime: instant("Z"),
  datetimeoffset: instant("+00:00"),
  localdatetime: { ...plain("timestamp", "time", readTime), text: isoText },
  json: plain("json", "json", readText),
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

/** Whether a property of that type can be compared with a column of that kind. */
export const isComparable = (type: QueryType, kind: ColumnKind): boolean =>
  queryFamilies[type] === columnTypes[kind].family
