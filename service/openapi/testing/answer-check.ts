import { z } from "zod"
import type { Operation } from "@/lib/catalogue"

/** A description as it was parsed from JSON. */
export type Json = { readonly [name: string]: Json }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** What a pointer such as `components/schemas/Error` names, undefined where there is nothing. */
export const resolvePointer = (document: Json, pointer: string): Json | undefined =>
  pointer.split("/").reduce<Json | undefined>((place, name) => place?.[name], document)

const follow = (document: Json, place: Json): Json | undefined =>
  place["$ref"] ? resolvePointer(document, String(place["$ref"]).slice(2)) : place

/** The schema library knows UUIDs of RFC 9562's versions only; a guid is any hex digits, here in lower case. */
const guid = { pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" }
const formats: { readonly [format: string]: object } = {
  uuid: guid,
  "date-time": { format: "date-time" },
  uri: { format: "uri" },
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

/** The problems of a value under a schema of the description, each a sentence. */
export function checkValue(document: Json, schema: unknown, value: unknown): string[] {
  const inlined = inline(document, schema) as z.core.JSONSchema.JSONSchema
  const { error } = z.fromJSONSchema(inlined).safeParse(value)
  return (error?.issues ?? []).map(({ path, message }) => `/${path.join("/")}: ${message}`)
}

function checkHeaders(document: Json, described: Json = {}, headers: Headers): string[] {
  return Object.entries(described).flatMap(([name, reference]) => {
    const header = follow(document, reference) ?? {}
    const text = headers.get(name)
    if (text === null) return header["required"] ? [`${name} is missing.`] : []
    const isNumber = String(header["schema"]?.["type"]) === "integer"
    const problems = checkValue(document, header["schema"], isNumber ? Number(text) : text)
    return problems.map((problem) => `${name} ${problem}`)
  })
}

function describedResponse(document: Json, operation: Operation, status: number) {
  const path = document["paths"]?.[`/${operation.version}${operation.path}`]
  const response = path?.[operation.method.toLowerCase()]?.["responses"]?.[status]
  return response && follow(document, response)
}

/** What an answer has that the operation's description does not say, or the other way round; nothing where they agree. */
export async function checkAnswer(
  document: Json,
  operation: Operation,
  answer: Response,
): Promise<string[]> {
  const described = describedResponse(document, operation, answer.status)
  if (!described) return [`${answer.status} is not described.`]
  const body = await answer.json()
  const [type = ""] = (answer.headers.get("content-type") ?? "").split(";")
  const content = described["content"]?.[type]
  if (!content) return [`${type} is not described.`]
  const code = body.errorCode === undefined ? "" : `\`${body.errorCode}\``
  return [
    ...checkValue(document, content["schema"], body),
    ...checkHeaders(document, described["headers"], answer.headers),
    ...(answer.headers.has("x-request-id") ? [] : ["X-Request-Id is missing."]),
    ...(String(described["description"]).includes(code) ? [] : [`${code} is not described.`]),
  ]
}
