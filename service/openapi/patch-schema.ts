import type { JsonObject } from "@/lib/catalogue/openapi/json"
import { operationLimit } from "@/lib/json-patch"

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

/** The body of a change. */
export const patchSchema: JsonObject = {
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

/** A change that is made only where nobody has made another since the record was read. */
export const patchExample = {
  summary: "Rename, unless somebody else has",
  value: [
    { op: "test", path: "/name", value: "Harbour" },
    { op: "replace", path: "/name", value: "Harbour North" },
  ],
}
