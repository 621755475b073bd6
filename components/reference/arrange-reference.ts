import { catalogue } from "@/lib/catalogue"
import type { translator } from "@/lib/client/messages/messages-of"

/** The page's texts. */
export type ReferenceTexts = ReturnType<typeof translator<"reference">>

type Named<T> = { readonly [name: string]: T }

/** What the page reads of a JSON Schema. */
interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Named<Schema>
  readonly required?: readonly string[]
}

type Contents = Named<{ readonly schema?: Schema }>

interface DescribedOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly "x-permission": string
  readonly deprecated?: boolean
  readonly parameters: readonly {
    readonly name: string
    readonly in: "path" | "query"
    readonly required?: boolean
    readonly description?: string
    readonly style?: string
    readonly schema: Schema
  }[]
  readonly requestBody?: { readonly content: Contents }
  readonly responses: Named<DescribedResponse>
}

interface DescribedResponse {
  readonly description: string
  readonly content?: Contents
  /** Of a refusal. */
  readonly "x-problems"?: readonly string[]
}

interface Description {
  readonly "x-problem-codes": Named<{ readonly status: number; readonly title: string }>
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Named<Named<DescribedOperation>>
  readonly components: { readonly schemas: Named<Schema> }
}

/** A parameter, or a member of what goes in or comes out. */
export interface Member {
  readonly name: string
  readonly type: string
  readonly isRequired?: true
  readonly note?: string
  /** The names that stand in it, where it is an object or a list of objects. */
  readonly holds?: readonly string[]
}

/** What goes in or comes out under one media type; of several shapes it has one. */
export interface Content {
  readonly mediaType: string
  /** Undefined for files. */
  readonly type?: string
  readonly shapes: readonly (readonly Member[])[]
}

/** An operation as the page shows it. */
export interface ReferenceOperation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly permission: string
  readonly deprecated: boolean
  readonly parameters: { readonly path: readonly Member[]; readonly query: readonly Member[] }
  readonly body: readonly Content[]
  readonly answers: readonly {
    readonly status: string
    readonly note: string
    readonly contents: readonly Content[]
  }[]
  readonly refusals: readonly { readonly status: string; readonly codes: readonly string[] }[]
}

/** A tag of the document with its operations. */
export interface ReferenceArea {
  readonly name: string
  readonly description: string
  readonly operations: readonly ReferenceOperation[]
}

/** The document as the page shows it. */
export interface Reference {
  readonly own: readonly ReferenceArea[]
  readonly platform: readonly ReferenceArea[]
  /** Every problem code by status, with its meaning. */
  readonly problems: readonly {
    readonly status: number
    readonly code: string
    readonly title: string
  }[]
}

interface Context {
  readonly schemas: Named<Schema>
  readonly t: ReferenceTexts
}

const resolve = (schema: Schema, { schemas }: Context): Schema =>
  schema.$ref ? (schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}) : schema

const formats = {
  uuid: "id",
  "date-time": "time",
  date: "date",
  uri: "url",
  "uri-reference": "url",
} as const
const scalars = { integer: "integer", number: "number", boolean: "boolean" } as const

function describeOne(type: string, { format = "", items }: Schema, context: Context): string {
  const { t } = context
  if (type === "null") return "null"
  if (type === "object") return t("types.object")
  if (type === "array") return items ? describeList(items, context) : t("types.anyList")
  if (type in scalars) return t(`types.${scalars[type as keyof typeof scalars]}`)
  return t(`types.${format in formats ? formats[format as keyof typeof formats] : "text"}`)
}

function describeList(items: Schema, context: Context): string {
  const { t } = context
  const of = describeType(items, context)
  return of === t("types.object") ? t("types.objects") : t("types.list", { of })
}

/** A schema's type in words: `list of objects or null`. */
function describeType(schema: Schema, context: Context): string {
  const { t } = context
  const known = resolve(schema, context)
  const { type = [], enum: values, const: constant, anyOf, oneOf } = known
  if (constant !== undefined) return t("types.constant", { value: JSON.stringify(constant) })
  if (values) return t("types.values", { values: values.join(", ") })
  const parts =
    (anyOf ?? oneOf)?.map((each) => describeType(each, context)) ??
    [type].flat().map((each) => describeOne(each, known, context))
  if (parts.length === 0) return t("types.any")
  return [...new Set(parts)].reduce((first, last) => t("types.or", { first, last }))
}

/** The objects that a schema is, or that its list holds, each by its members. */
function objectsIn(schema: Schema, context: Context): Schema[] {
  const known = resolve(schema, context)
  const { anyOf, oneOf, items, properties } = known
  if (properties) return [known]
  return (anyOf ?? oneOf ?? (items ? [items] : [])).flatMap((each) => objectsIn(each, context))
}

const namesIn = (schema: Schema, context: Context): string[] => [
  ...new Set(objectsIn(schema, context).flatMap(({ properties = {} }) => Object.keys(properties))),
]

/** A member without what there is nothing to say of: pages of all of them are sent. */
const memberOf = (
  name: string,
  type: string,
  { isRequired, note, holds }: { isRequired: boolean; note?: string | undefined; holds: string[] },
): Member => ({
  name,
  type,
  ...(isRequired && { isRequired }),
  ...(note && { note }),
  ...(holds.length > 0 && { holds }),
})

const membersOf = ({ properties = {}, required = [] }: Schema, context: Context): Member[] =>
  Object.entries(properties).map(([name, schema]) =>
    memberOf(name, describeType(schema, context), {
      isRequired: required.includes(name),
      note: resolve(schema, context).description,
      holds: namesIn(schema, context),
    }),
  )

const contentsOf = (contents: Contents = {}, context: Context): Content[] =>
  Object.entries(contents).map(([mediaType, { schema }]) => ({
    mediaType,
    ...(schema && { type: describeType(schema, context) }),
    shapes: schema ? objectsIn(schema, context).map((each) => membersOf(each, context)) : [],
  }))

function parametersOf(
  { parameters }: DescribedOperation,
  position: "path" | "query",
  context: Context,
): Member[] {
  const placed = parameters.filter((parameter) => parameter.in === position)
  return placed.map(({ name, required = false, description, style, schema }) => {
    const known = resolve(schema, context)
    // A filter takes a value, or `name[operator]=value`, which its description names.
    const value = style === "deepObject" ? (known.anyOf?.[0] ?? known) : known
    const note = [description, value.description].filter(Boolean).join(" ")
    return memberOf(name, describeType(value, context), { isRequired: required, note, holds: [] })
  })
}

function arrangeOperation(
  path: string,
  method: string,
  described: DescribedOperation,
  context: Context,
): ReferenceOperation {
  const responses = Object.entries(described.responses)
  return {
    id: described.operationId,
    method: method.toUpperCase(),
    path,
    summary: described.summary,
    permission: described["x-permission"],
    deprecated: described.deprecated === true,
    parameters: {
      path: parametersOf(described, "path", context),
      query: parametersOf(described, "query", context),
    },
    body: contentsOf(described.requestBody?.content, context),
    answers: responses
      .filter(([, response]) => !response["x-problems"])
      .map(([status, { description, content }]) => ({
        status,
        note: description,
        contents: contentsOf(content, context),
      })),
    refusals: responses.flatMap(([status, { "x-problems": codes }]) =>
      codes ? [{ status, codes }] : [],
    ),
  }
}

const operationsIn = ({ paths }: Description) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method, described })),
  )

const arrangeProblems = ({ "x-problem-codes": codes }: Description): Reference["problems"] =>
  Object.entries(codes)
    .map(([code, { status, title }]) => ({ status, code, title }))
    .toSorted((one, other) => one.status - other.status || (one.code < other.code ? -1 : 1))

/** The description of our own API, which `lib/contract/openapi.ts` alone writes in this form. */
const asDescription = (document: object) => document as unknown as Description

const platformIds = new Set<string>(catalogue.operations.map(({ id }) => id))

/** Whole lists read as the platform's lists do: the document has them, the page would say the same fifteen times. */
const isWholeList = (path: string) => /^\/api\/answers\/[^/{]+$/.test(path)

/** The OpenAPI document of our own API by its tags: our own routes, the platform's operations, and all problem codes; types in the page's language. */
export function arrangeReference(document: object, t: ReferenceTexts): Reference {
  const description = asDescription(document)
  const context = { schemas: description.components.schemas, t }
  const operations = operationsIn(description).filter(({ path }) => !isWholeList(path))
  const areasOf = (isPlatform: boolean): ReferenceArea[] =>
    description.tags.flatMap((tag) => {
      const inside = operations
        .filter(({ described }) => described.tags.includes(tag.name))
        .filter(({ described }) => platformIds.has(described.operationId) === isPlatform)
        .map(({ path, method, described }) => arrangeOperation(path, method, described, context))
      return inside.length > 0 ? [{ ...tag, operations: inside }] : []
    })
  return { own: areasOf(false), platform: areasOf(true), problems: arrangeProblems(description) }
}
