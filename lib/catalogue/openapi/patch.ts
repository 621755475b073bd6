import { patchLimit } from ".."
import { type JsonObject, refer } from "./json"

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

export const patchSchema: JsonObject = {
  type: "array",
  maxItems: patchLimit,
  description: "A JSON Patch (RFC 6902), applied as a whole or not at all.",
  items: {
    oneOf: [
      changeSchema(["add", "replace", "test"], "value"),
      changeSchema(["remove"], undefined),
      changeSchema(["move", "copy"], "from"),
    ],
  },
}

/** A change that is only made if nobody has changed the record since it was read. */
const patchExample = {
  summary: "Rename, unless somebody else has",
  value: [
    { op: "test", path: "/name", value: "Harbour" },
    { op: "replace", path: "/name", value: "Harbour North" },
  ],
}

/**
 * The body of an operation that changes a record. Refers to the component `JsonPatch`, which is
 * `patchSchema`.
 */
export const describePatchBody = (): JsonObject => ({
  required: true,
  content: Object.fromEntries(
    ["application/json-patch+json", "application/json"].map((type) => [
      type,
      { schema: refer("schemas", "JsonPatch"), examples: { rename: patchExample } },
    ]),
  ),
})
