import {
  type Catalogue,
  type Field,
  type Fields,
  fieldsOf,
  type Operation,
  type ScalarType,
} from "@/lib/catalogue"
import { operationLimit } from "@/lib/json-patch"
import { type JsonObject, refer } from "./json"

/** The JSON Schema of each scalar type; a time without an offset is no `date-time` of RFC 3339. */
export const scalarSchemas = {
  guid: { type: "string", format: "uuid" },
  string: { type: "string" },
  url: { type: "string", format: "uri" },
  boolean: { type: "boolean" },
  integer: { type: "integer" },
  double: { type: "number", format: "double" },
  datetime: { type: "string", format: "date-time" },
  datetimeoffset: { type: "string", format: "date-time" },
  localdatetime: { type: "string", description: "ISO 8601 without an offset." },
} as const satisfies Record<ScalarType, JsonObject>

function shapeOf(field: Field): JsonObject & { readonly type: string } {
  if (field.type === "array") return { type: "array", items: fieldSchema(field.items) }
  if (field.type === "object") return objectSchema(field.fields)
  return scalarSchemas[field.type]
}

/** Known values are examples, because readers accept others (specification 3). */
function fieldSchema(field: Field): JsonObject {
  const shape = shapeOf(field)
  const { required, values, deprecated, sameAs } = field
  return {
    ...shape,
    ...(!required && { type: [shape.type, "null"] }),
    ...(values && { examples: values, "x-known-values": values }),
    ...(sameAs !== undefined && { description: `The same value as ${sameAs}.` }),
    ...(deprecated && { deprecated: true, description: deprecated.note }),
  }
}

function objectSchema(fields: Fields) {
  const entries = Object.entries(fields)
  const required = entries.filter(([, field]) => field.required).map(([name]) => name)
  return {
    type: "object",
    properties: Object.fromEntries(entries.map(([name, field]) => [name, fieldSchema(field)])),
    ...(required.length > 0 && { required }),
  }
}

const capitalise = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

/** A record's component; what an operation omits makes a component of its own. */
const recordName = ({ record, omits = [] }: Operation) =>
  [record, ...omits.flatMap((field) => ["without", field])].map(capitalise).join("")

/** The component that an operation's answer is: a list's envelope or a single record's. */
export const answerName = (operation: Operation): string =>
  `${recordName(operation)}${operation.kind === "list" ? "List" : "Answer"}`

function envelopeOf(operation: Operation): JsonObject {
  const data = refer("schemas", recordName(operation))
  if (operation.kind !== "list") return { type: "object", properties: { data }, required: ["data"] }
  const url = scalarSchemas.url
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

const detailSchema = {
  type: "object",
  properties: {
    parameter: { type: "string", description: "What is wrong in the path or query." },
    path: { type: "string", description: "What is wrong in the body, as a JSON Pointer." },
    message: { type: "string" },
  },
  required: ["message"],
}

const errorSchema = {
  type: "object",
  properties: {
    errorCode: { type: "string", examples: ["invalid_query", "not_found"] },
    message: { type: "string", description: "One sentence that a person can act on." },
    details: { type: "array", items: detailSchema },
    acceptedScopes: { type: "array", items: { type: "string" } },
  },
  required: ["errorCode", "message"],
}

const pointer = { type: "string", description: "A JSON Pointer (RFC 6901), such as /name." }

const changeSchema = (ops: readonly string[], member: "value" | "from" | undefined) => ({
  type: "object",
  properties: {
    op: { type: "string", enum: ops },
    path: pointer,
    ...(member === "value" && { value: {} }),
    ...(member === "from" && { from: pointer }),
  },
  required: ["op", "path", ...(member ? [member] : [])],
})

const patchSchema = {
  type: "array",
  maxItems: operationLimit,
  description: "A JSON Patch (RFC 6902), applied as a whole or not at all.",
  items: {
    oneOf: [
      changeSchema(["add", "replace", "test"], "value"),
      changeSchema(["remove"], undefined),
      changeSchema(["move", "copy"], "from"),
    ],
  },
}

/** The shared schemas: errors, JSON Patch, and each operation's record and envelope. */
export const describeSchemas = (
  catalogue: Catalogue,
  operations: readonly Operation[],
): JsonObject => ({
  Error: errorSchema,
  JsonPatch: patchSchema,
  ...Object.fromEntries(
    operations.flatMap((operation) => [
      [recordName(operation), objectSchema(fieldsOf(catalogue, operation))],
      [answerName(operation), envelopeOf(operation)],
    ]),
  ),
})
