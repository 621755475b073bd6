import { z } from "zod"

/** An OpenAPI document, parsed from JSON. */
export type Json = { readonly [name: string]: Json }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Resolves a pointer such as `components/schemas/Error`; undefined if it does not exist. */
export const resolvePointer = (document: Json, pointer: string): Json | undefined =>
  pointer.split("/").reduce<Json | undefined>((value, name) => value?.[name], document)

/** Resolves the value's `$ref` if it has one. */
export const follow = (document: Json, value: Json): Json | undefined =>
  value["$ref"] ? resolvePointer(document, String(value["$ref"]).slice(2)) : value

/** Zod accepts only the UUID versions of RFC 9562. A guid here is any lower-case hex digits. */
const guid = { pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" }
const formats: { readonly [format: string]: object } = {
  uuid: guid,
  "date-time": { format: "date-time" },
  uri: { format: "uri" },
  "uri-reference": { pattern: "^(/[^/]|https?://)" },
  int64: {},
  double: {},
}

/** Inlines all references, checks every format and forbids additional properties. */
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

/** The cached parser of each schema, with the components of its document inlined. */
const parsers = new WeakMap<object, z.ZodType>()

function parserOf(document: Json, schema: object): z.ZodType {
  const known = parsers.get(schema)
  if (known) return known
  const parser = z.fromJSONSchema(inline(document, schema) as z.core.JSONSchema.JSONSchema)
  parsers.set(schema, parser)
  return parser
}

/** Checks a value against a schema of the document and returns the problems as sentences. */
export function checkValue(document: Json, schema: unknown, value: unknown): string[] {
  const { error } = parserOf(document, schema as object).safeParse(value)
  return (error?.issues ?? []).map(({ path, message }) => `/${path.join("/")}: ${message}`)
}

/** Returns which headers of a response are missing or differ from their description. */
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
