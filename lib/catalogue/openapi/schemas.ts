import {
  type Catalogue,
  type Field,
  type Fields,
  fieldsOf,
  type Operation,
  type ScalarType,
} from ".."
import { type JsonObject, refer } from "./json"

/**
 * The JSON Schema of each scalar type. A time without an offset is not a `date-time` of RFC 3339.
 */
export const scalarSchemas = {
  guid: { type: "string", format: "uuid" },
  string: { type: "string" },
  url: { type: "string", format: "uri" },
  boolean: { type: "boolean" },
  integer: { type: "integer", format: "int64" },
  double: { type: "number", format: "double" },
  datetime: { type: "string", format: "date-time" },
  datetimeoffset: { type: "string", format: "date-time" },
  localdatetime: { type: "string", description: "ISO 8601 without an offset." },
} as const satisfies Record<ScalarType, JsonObject>

type Shape = JsonObject & { readonly type: string | readonly string[] }

/** The schemas of the URLs in a list's page and its records. The platform's own are absolute. */
export interface AddressSchemas {
  readonly page: Shape
  readonly record: Shape
}

const wholeAddresses: AddressSchemas = { page: scalarSchemas.url, record: scalarSchemas.url }

function shapeOf(field: Field, addresses: AddressSchemas): Shape {
  if (field.type === "array") return { type: "array", items: fieldSchema(field.items, addresses) }
  if (field.type === "object") return objectSchema(field.fields, addresses)
  return field.type === "url" ? addresses.record : scalarSchemas[field.type]
}

/** Known values are examples, because readers accept others (specification 3). */
function fieldSchema(
  field: Field,
  addresses: AddressSchemas,
  isFilled = field.required,
): JsonObject {
  const shape = shapeOf(field, addresses)
  const { values, deprecated, sameAs } = field
  return {
    ...shape,
    ...(!isFilled && { type: [...new Set([shape.type, "null"].flat())] }),
    ...(values && { examples: values, "x-known-values": values }),
    ...(sameAs !== undefined && { description: `The same value as ${sameAs}.` }),
    ...(deprecated && { deprecated: true, description: deprecated.note }),
  }
}

/** Every field is sent, null if it is empty. */
const objectSchema = (fields: Fields, addresses: AddressSchemas) => ({
  type: "object",
  properties: Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, fieldSchema(field, addresses)]),
  ),
  required: Object.keys(fields),
})

/** A record as an operation sends it: some of its fields are always null, some are omitted. */
function recordSchema(catalogue: Catalogue, operation: Operation, addresses: AddressSchemas) {
  const { nulls = [], filled = [] } = operation
  const fields = fieldsOf(catalogue, operation)
  const schema = objectSchema(fields, addresses)
  for (const name of nulls) schema.properties[name] = { type: "null" }
  for (const [name, field] of Object.entries(fields))
    if (filled.includes(name)) schema.properties[name] = fieldSchema(field, addresses, true)
  return schema
}

/** `dataPoint` as `DataPoint`. */
export const capitalise = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

/** A record's name. Operations that omit fields or add path ids have a name of their own. */
function baseName(operation: Operation) {
  const { record, omits = [] } = operation
  const isWhole = operation.kind === "list" && operation.wholeOf !== undefined
  const parts = [...(isWhole ? ["all"] : []), record, ...omits.flatMap((each) => ["without", each])]
  return parts.map(capitalise).join("")
}

/** A record's component. Operations that send fields as null have their own. */
const recordName = (operation: Operation) =>
  `${baseName(operation)}${operation.nulls ? "ListItem" : ""}`

/** The component of an operation's response: a list's envelope or a single record's. */
export const answerName = (operation: Operation): string =>
  `${baseName(operation)}${operation.kind === "list" ? "List" : "Answer"}`

function envelopeOf(operation: Operation, url: JsonObject): JsonObject {
  const data = refer("schemas", recordName(operation))
  if (operation.kind !== "list") return { type: "object", properties: { data }, required: ["data"] }
  return {
    type: "object",
    properties: {
      count: { type: "integer", minimum: 0, description: "Records on this page." },
      data: { type: "array", items: data },
      nextUrl: { ...url, description: "The next page; absent on the last." },
      previousUrl: { ...url, description: "The page before, when a cursor was followed." },
    },
    required: ["count", "data"],
  }
}

/** The components of each operation's record and envelope. URLs are absolute by default. */
export const describeRecords = (
  catalogue: Catalogue,
  operations: readonly Operation[],
  addresses: AddressSchemas = wholeAddresses,
): JsonObject =>
  Object.fromEntries(
    operations.flatMap((operation) => [
      [recordName(operation), recordSchema(catalogue, operation, addresses)],
      [answerName(operation), envelopeOf(operation, addresses.page)],
    ]),
  )
