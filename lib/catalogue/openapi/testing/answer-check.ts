import { z } from "zod"

/** A description as it was parsed from JSON. */
export type Json = { readonly [name: string]: Json }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** What a pointer such as `components/schemas/Error` names, undefined where there is nothing. */
export const resolvePointer = (document: Json, pointer: string): Json | undefined =>
  pointer.split("/").reduce<Json | undefined>((value, name) => value?.[name], document)

/** A value of the description, or is referred to there. */
export const follow = (document: Json, value: Json): Json | undefined =>
  value["$ref"] ? resolvePointer(document, String(value["$ref"]).slice(2)) : value

/** The schema library knows UUIDs of RFC 9562's versions only; a guid is any hex digits, here in lower case. */
const guid = { pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" }
const formats: { readonly [format: string]: object } = {
  uuid: guid,
  "date-time": { format: "date-time" },
  uri: { format: "uri" },
  "uri-reference": { pattern: "^(/[^/]|https?://)" },
  int64: {},
  double: {},
}

/** A schema with its references put in and every format checked; an object has no fields but the described ones. */
function inline(document: Json, schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((item) => inline(document, item))
  if (!isObject(schema)) return schema
  if ("$ref" in schema) return inline(document, follow(document, schema as Json))
  const { format, ...rest } = schema
  const checked = format === undefined ? {} : formats[String(format)]
  if (!checked) throw new Error(`The format ${format} is not checked.`)
  const entries = Object.entries(rest).map(([name, value]) => [name, inline(document, value)])
  const closed = isObject(schema["properties"]) ? { additionalProperties: false } : {}
  return { ...Object.fromEntries(entries), ...checked, ...closed }
}

/** Each schema once, as its document's components are put into it. */
const parsers = new WeakMap<object, z.ZodType>()

function parserOf(document: Json, schema: object): z.ZodType {
  const known = parsers.get(schema)
  if (known) return known
  const parser = z.fromJSONSchema(inline(document, schema) as z.core.JSONSchema.JSONSchema)
  parsers.set(schema, parser)
  return parser
}

/** The problems of a value under a schema of the description, each a sentence. */
export function checkValue(document: Json, schema: unknown, value: unknown): string[] {
  const { error } = parserOf(document, schema as object).safeParse(value)
  return (error?.issues ?? []).map(({ path, message }) => `/${path.join("/")}: ${message}`)
}

/** What an answer's headers lack, or have otherwise than they are described. */
export function checkHeaders(
  document: Json,
  described: Json | undefined = {},
  headers: Headers,
): string[] {
  return Object.entries(described).flatMap(([name, reference]) => {
    const header = follow(document, reference) ?? {}
    const text = headers.get(name)
    if (text === null) return header["required"] ? [`${name} is missing.`] : []
    const isNumber = String(header["schema"]?.["type"]) === "integer"
    const problems = checkValue(document, header["schema"], isNumber ? Number(text) : text)
    return problems.map((problem) => `${name} ${problem}`)
  })
}
