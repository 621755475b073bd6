import { z } from "zod"
import { type Catalogue, recordType } from "./catalogue"
import { isTimeZone } from "./day"
import { type Field, isScalar } from "./field"
import { parseGuid } from "./guid"
import { ownValue } from "./own-value"
import { departmentTypes } from "./records"

/** Fields of a department that no patch may change (decisions "Department PATCH"). */
export const fixedDepartmentFields: readonly string[] = [
  "id",
  "url",
  "creationDateTime",
  "lastModifiedDateTime",
  "dataSource",
]

/** The schema of each editable field of a department. Its output is the value to store. */
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

/** A BCP 47 culture in any letter case, stored as written. */
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

/**
 * An address as mail servers accept it, with letters of any language: non-empty dot-separated parts
 * on both sides of the @, at least two after it.
 */
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
 * The rules for a department's fields (decisions "Department PATCH"), for the service and for
 * forms. Optional fields may be null. Whether a parent exists or creates a cycle is not checked
 * here.
 */
export function departmentSchemas(from: Catalogue): DepartmentSchemas {
  const fields = Object.entries(recordType(from, "department").fields)
  return Object.fromEntries(
    fields
      .filter(([name]) => !fixedDepartmentFields.includes(name))
      .map(([name, field]) => [name, schemaOf(name, field)]),
  )
}

/**
 * Maximum length of texts entered here. The platform does not limit lengths, so its existing texts
 * may be longer.
 */
export const textLimits: { readonly [field: string]: number } = {
  name: 200,
  externalId: 100,
  addressLine: 200,
  addressLine2: 200,
  zipCode: 20,
  city: 100,
  email: 254,
}

/** Same, with the length limits for texts entered here. */
export const entrySchemas = (from: Catalogue): DepartmentSchemas =>
  Object.fromEntries(
    Object.entries(departmentSchemas(from)).map(([name, schema]) => {
      const limit = ownValue(textLimits, name)
      if (limit === undefined) return [name, schema]
      const fits = (value: unknown) => typeof value !== "string" || [...value].length <= limit
      return [name, schema.refine(fits, `must have at most ${limit} characters`)]
    }),
  )
