/** A JSON object: a part of the document, or a JSON Schema of draft 2020-12. */
export type JsonObject = { readonly [name: string]: unknown }

/** A reference to one of the document's shared components. */
export const refer = (kind: "schemas" | "responses", name: string): JsonObject => ({
  $ref: `#/components/${kind}/${name}`,
})
