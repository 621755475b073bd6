import { z } from "zod"
import type { Catalogue } from "./catalogue"
import { fieldsOf } from "./catalogue"
import type { Field, Fields } from "./field"
import type { Operation } from "./operation"

const scalarSchemas = {
  guid: z.string(),
  string: z.string(),
  url: z.string(),
  boolean: z.boolean(),
  integer: z.number(),
  double: z.number(),
  datetime: z.string(),
  datetimeoffset: z.string(),
  localdatetime: z.string(),
} as const

function fieldSchema(field: Field): z.ZodType {
  if (field.type === "array") return z.array(fieldSchema(field.items)).nullish()
  if (field.type === "object") return fieldsSchema(field.fields).nullish()
  return scalarSchemas[field.type].nullish()
}

const fieldsSchema = (fields: Fields) =>
  z.looseObject(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)])),
  )

/** One record as sent: field names to JSON values. */
export type Row = { readonly [field: string]: unknown }

/** A list response (specification 2). */
export interface ListEnvelope {
  readonly count?: number | undefined
  readonly data: readonly Row[]
  readonly nextUrl?: string | null | undefined
  readonly previousUrl?: string | null | undefined
}

/** A single-record response (specification 2). */
export interface SingleEnvelope {
  readonly data: Row
}

/**
 * The reader's schema of an operation's response: every field may be null or absent, unknown fields
 * and values are accepted, a wrong structure is not (architecture "A report page" 4).
 */
export function envelopeSchema(
  from: Catalogue,
  operation: Operation,
): z.ZodType<ListEnvelope | SingleEnvelope> {
  const row = fieldsSchema(fieldsOf(from, operation))
  if (operation.kind !== "list") return z.looseObject({ data: row })
  return z.looseObject({
    count: z
      .number()
      .nullish()
      .transform((count) => count ?? undefined),
    data: z.array(row),
    nextUrl: z.string().nullish(),
    previousUrl: z.string().nullish(),
  })
}
