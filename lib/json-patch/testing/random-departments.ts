import fc from "fast-check"
import {
  catalogue,
  departmentSchemas,
  departmentTypes,
  type Field,
  recordType,
} from "@/lib/catalogue"
import type { JsonDocument } from "../json-object"

/**
 * Characters that pointers and JSON escape, and some of every width; all are valid in a department.
 */
const awkward = [
  "~",
  "/",
  "~1",
  "~0",
  '"',
  "\\",
  "\n",
  "æ",
  "ß",
  "é",
  "e\u0301",
  "😀",
  "\u2028",
  " ",
]
const letters = fc
  .oneof(fc.integer({ min: 1, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code))
const texts = fc.oneof(
  fc.string({ unit: fc.constantFrom(...awkward), maxLength: 8 }),
  fc.string({ unit: letters, maxLength: 8 }),
)
const cultures = fc.constantFrom("da-DK", "DA-dk", "en-GB", "nb", "de-AT", "zh-Hant-TW")
const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: 15 })
const phoneNumbers = fc.record({ countryCode: fc.integer({ min: 1, max: 999 }), number: digits })
const locales = fc.record({ culture: cultures, description: fc.option(texts) })

const special: { readonly [field: string]: fc.Arbitrary<unknown> } = {
  name: texts.map((text) => `${text}~`),
  type: fc.constantFrom(...departmentTypes),
  email: fc.nat().map((number) => `store.${number}@nordlys.example`),
  timeZone: fc.constantFrom("Europe/Copenhagen", "Europe/Oslo", "UTC", "Asia/Tokyo"),
  contentCulture: cultures,
  uiCulture: cultures,
  selectedCultures: fc.array(cultures, { maxLength: 5 }),
  phoneNumber: phoneNumbers,
  locales: fc.array(locales, { maxLength: 4 }),
}

const byType: { readonly [type: string]: fc.Arbitrary<unknown> } = {
  guid: fc.uuid(),
  boolean: fc.boolean(),
  integer: fc.integer(),
}

function valuesOf(name: string, field: Field): fc.Arbitrary<unknown> {
  const values = special[name] ?? byType[field.type] ?? texts
  return field.required ? values : fc.option(values, { freq: 4 })
}

const patchable = Object.keys(departmentSchemas(catalogue))
const fieldValues = Object.fromEntries(
  Object.entries(recordType(catalogue, "department").fields)
    .filter(([name]) => patchable.includes(name))
    .map(([name, field]) => [name, valuesOf(name, field)]),
)

/** The changeable fields of a department, each with any valid value. */
const values: fc.Arbitrary<JsonDocument> = fc.record(fieldValues)

const fixed: JsonDocument = {
  id: "00000000-0000-4000-8000-000000000001",
  url: null,
  creationDateTime: "2026-01-01T08:00:00Z",
  lastModifiedDateTime: "2026-01-02T08:00:00Z",
  dataSource: "manual",
}

/** An edit of a list: removes some elements at a position and inserts others. */
const splices = (elements: fc.Arbitrary<unknown>) =>
  fc.record({
    at: fc.nat({ max: 4 }),
    out: fc.nat({ max: 2 }),
    elements: fc.array(elements, { maxLength: 2 }),
  })

type Splice = { readonly at: number; readonly out: number; readonly elements: unknown[] }

const splice = (list: unknown, { at, out, elements }: Splice) =>
  Array.isArray(list) ? list.toSpliced(at, out, ...elements) : list

const set = (value: unknown, path: string | number, inner: unknown): unknown => {
  if (Array.isArray(value))
    return value.length > 0 ? value.with(Number(path) % value.length, inner) : value
  return typeof value === "object" && value !== null ? { ...value, [path]: inner } : value
}

/** Small changes inside the three fields that contain several values. */
const innerEdits: fc.Arbitrary<(department: JsonDocument) => JsonDocument> = fc.oneof(
  digits.map((number) => ({ phoneNumber, ...rest }: JsonDocument) => ({
    ...rest,
    phoneNumber: set(phoneNumber, "number", number),
  })),
  splices(cultures).map((edit) => (department: JsonDocument) => ({
    ...department,
    selectedCultures: splice(department["selectedCultures"], edit),
  })),
  splices(locales).map((edit) => (department: JsonDocument) => ({
    ...department,
    locales: splice(department["locales"], edit),
  })),
  fc.tuple(fc.nat({ max: 3 }), locales).map(([index, locale]) => (department: JsonDocument) => ({
    ...department,
    locales: set(department["locales"], index, locale),
  })),
)

const pick = (from: JsonDocument, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]]))

/** Mostly a few, as people change them, and sometimes more than fit into a patch. */
const changedNames = fc.oneof(
  { weight: 4, arbitrary: fc.subarray(patchable, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.subarray(patchable) },
)

/**
 * Two valid departments with the same fields. In the second one, none to all fields have another
 * department's value, and some are edited inside.
 */
export const departmentPairs: fc.Arbitrary<readonly [before: JsonDocument, after: JsonDocument]> =
  fc
    .tuple(values, values, changedNames, fc.array(innerEdits, { maxLength: 3 }))
    .map(([one, other, names, edits]) => {
      const before = { ...fixed, ...one }
      const start: JsonDocument = { ...before, ...pick(other, names) }
      return [before, edits.reduce((department, edit) => edit(department), start)]
    })

const names = ["a", "b", "a/b", "m~n", "~~~~~~~~", "0", "-", "", "ø"]
const documentOf = (keys: readonly string[], inner: fc.Arbitrary<unknown>) =>
  fc.dictionary(fc.constantFrom(...keys), inner, { maxKeys: 4, noNullPrototype: true })
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(null, 0, 1, "x", "~/"),
    fc.array(tie("value"), { maxLength: 4 }),
    documentOf([...names, "constructor"], tie("value")),
  ),
}))
const anyDocument: fc.Arbitrary<JsonDocument> = documentOf(names, anyValue)

/** Two documents of any shape: names with `~` and `/`, nested arrays, fields that only one has. */
export const documentPairs: fc.Arbitrary<readonly [before: JsonDocument, after: JsonDocument]> =
  fc.tuple(anyDocument, anyDocument)
