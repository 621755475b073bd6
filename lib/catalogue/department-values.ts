import { z } from "zod"
import { type Catalogue, recordType } from "./catalogue"
import { isTimeZone } from "./day"
import { type Field, isScalar } from "./field"
import { parseGuid } from "./guid"
import { ownValue } from "./own-value"
import { departmentTypes } from "./records"

/** The fields of a department that no patch may change (decisions "Department PATCH"). */
export const fixedDepartmentFields: readonly string[] = [
  "id",
  "url",
  "creationDateTime",
  "lastModifiedDateTime",
  "dataSource",
]

/** The schema of each field of a department that may change; what it gives is the value to store. */
export type DepartmentSchemas = { readonly [field: string]: z.ZodType }

const unstorable = /[\0\p{Surrogate}]/u
const text = z
  .string("must be text")
  .refine((value) => !unstorable.test(value), "must be text without NUL or broken Unicode")

const guid = z.string("must be a guid").transform((value, context) => {
  const parsed = parseGuid(value)
  if (parsed === undefined) context.addIssue({ code: "custom", message: "must be a guid" })
  return parsed ?? z.NEVER
})

/** A culture of BCP 47 in any letter case, kept as it is written. */
const culture = z.string("must be a culture, such as da-DK").refine((value) => {
  try {
    return Intl.getCanonicalLocales(value).length === 1
  } catch {
    return false
  }
}, "must be a culture of BCP 47, such as da-DK")

const timeZone = z
  .string("must be a time zone, such as Europe/Copenhagen")
  .refine(isTimeZone, "must be a time zone of the IANA database, such as Europe/Copenhagen")

const phoneNumber = z.strictObject(
  {
    countryCode: z
      .int("must be a country code from 1 to 999")
      .min(1, "must be a country code from 1 to 999")
      .max(999, "must be a country code from 1 to 999"),
    number: z.string("must be 1 to 15 digits").regex(/^\d{1,15}$/, "must be 1 to 15 digits"),
  },
  "must be an object of countryCode and number",
)

const locale = z.strictObject(
  { culture, description: text.nullish().transform((description) => description ?? null) },
  "must be an object of culture and description",
)

/** An address as mail servers take it, in letters of any language: both sides of the sign in parts that hold something, the second of two at least. */
function isEmail(value: string): boolean {
  const [name = "", domain = "", ...more] = value.split("@")
  const [names, labels] = [name.split("."), domain.split(".")]
  return (
    more.length === 0 &&
    labels.length > 1 &&
    [...names, ...labels].every((part) => part !== "") &&
    z.regexes.unicodeEmail.test(value)
  )
}

const rules: DepartmentSchemas = {
  name: text.refine((value) => value.trim() !== "", "must not be blank"),
  type: z.enum(departmentTypes, `must be one of ${departmentTypes.join(", ")}`),
  email: text.refine(isEmail, "must be an e-mail address"),
  timeZone,
  contentCulture: culture,
  uiCulture: culture,
  selectedCultures: z.array(culture, "must be an array of cultures"),
  phoneNumber,
  locales: z.array(locale, "must be an array of locales"),
}

const number = z.number("must be a number")
const plain = {
  guid,
  string: text,
  url: text,
  boolean: z.boolean("must be true or false"),
  integer: z.int("must be a whole number"),
  double: number,
  datetime: text,
  datetimeoffset: text,
  localdatetime: text,
} as const

function schemaOf(name: string, field: Field): z.ZodType {
  const schema = ownValue(rules, name)
  const value = schema ?? (isScalar(field) ? plain[field.type] : z.json())
  return field.required ? value : value.nullable()
}

/**
 * What a department's fields may hold (decisions "Department PATCH"), for the service and for a form;
 * an optional field may be null. Whether a parent exists and makes no cycle is not known here.
 */
export function departmentSchemas(from: Catalogue): DepartmentSchemas {
  const fields = Object.entries(recordType(from, "department").fields)
  return Object.fromEntries(
    fields
      .filter(([name]) => !fixedDepartmentFields.includes(name))
      .map(([name, field]) => [name, schemaOf(name, field)]),
  )
}

/** The most characters that people enter into a text; the platform says nothing of lengths, so what it has already may be longer. */
export const textLimits: { readonly [field: string]: number } = {
  name: 200,
  externalId: 100,
  addressLine: 200,
  addressLine2: 200,
  zipCode: 20,
  city: 100,
  email: 254,
}

/** The same for what is entered here: texts are at most as long as somebody would write them. */
export const entrySchemas = (from: Catalogue): DepartmentSchemas =>
  Object.fromEntries(
    Object.entries(departmentSchemas(from)).map(([name, schema]) => {
      const limit = ownValue(textLimits, name)
      if (limit === undefined) return [name, schema]
      const fits = (value: unknown) => typeof value !== "string" || [...value].length <= limit
      return [name, schema.refine(fits, `must have at most ${limit} characters`)]
    }),
  )
