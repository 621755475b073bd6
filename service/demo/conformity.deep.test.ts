import { describe, expect, it } from "vitest"
import {
  catalogue,
  type Field,
  type Fields,
  isScalar,
  listOperations,
  parseDateTime,
  parseGuid,
  type RecordName,
  recordType,
  type ScalarType,
} from "@/lib/catalogue"
import { anchor } from "./anchor"
import { listsOf, readDemoRows, recordNames } from "./test-rows"

const scale = 0.1

const isInstant = (value: unknown) =>
  typeof value === "string" &&
  value.endsWith("Z") &&
  parseDateTime(value) === value &&
  Date.parse(value) < anchor + 400 * 86_400_000

const checks: { readonly [T in ScalarType]: (value: unknown) => boolean } = {
  guid: (value) => typeof value === "string" && parseGuid(value) === value,
  string: (value) => typeof value === "string" && !value.includes("\0"),
  url: () => false,
  boolean: (value) => typeof value === "boolean",
  integer: (value) => Number.isSafeInteger(value),
  double: (value) => Number.isFinite(value),
  datetime: isInstant,
  datetimeoffset: isInstant,
  localdatetime: (value) => typeof value === "string" && parseDateTime(value) === `${value}Z`,
}

const isStored = (field: Field) =>
  field.type !== "url" && field.sameAs === undefined && field.deprecated === undefined

function faultsOf(field: Field, value: unknown, path: string): string[] {
  if (value === null) return field.required ? [`${path} is null`] : []
  if (isScalar(field)) return checks[field.type](value) ? [] : [`${path} is ${String(value)}`]
  if (field.type === "object") return faultsIn(field.fields, value, path)
  if (!Array.isArray(value)) return [`${path} is no array`]
  return value.flatMap((item, index) => faultsOf(field.items, item, `${path}[${index}]`))
}

function faultsIn(fields: Fields, value: unknown, path: string): string[] {
  const given = Object.entries(value ?? {})
  const unknown = given.filter(([name]) => !fields[name]).map(([name]) => `${path}.${name} unknown`)
  const missing = Object.keys(fields).filter((name) => !given.some(([key]) => key === name))
  return [
    ...unknown,
    ...missing.map((name) => `${path}.${name} missing`),
    ...given.flatMap(([name, item]) => {
      const field = fields[name]
      return field ? faultsOf(field, item, `${path}.${name}`) : []
    }),
  ]
}

const storedFields = (record: string): Fields => {
  const { fields, hidden } = recordType(catalogue, record)
  return Object.fromEntries(
    Object.entries({ ...fields, ...hidden }).filter(([, field]) => isStored(field)),
  )
}

/** The values of a field over all rows. Nested fields are identified by path. */
interface Seen {
  readonly required: boolean
  values: number
  nulls: number
  /** For an enumerated field: whether a value outside the catalogue occurred. */
  unnamed: boolean | undefined
}

function inspect(field: Field, value: unknown, path: string, seen: Map<string, Seen>): void {
  const known = seen.get(path)
  const here = known ?? {
    required: field.required === true,
    values: 0,
    nulls: 0,
    unnamed: undefined,
  }
  if (!known) seen.set(path, here)
  if (value === null) {
    here.nulls += 1
    return
  }
  here.values += 1
  if (field.values) here.unnamed = here.unnamed || !field.values.includes(`${value}`)
  inspectInside(field, value, path, seen)
}

/** Array items count as one field only if they are objects, because no array has null items. */
function inspectInside(field: Field, value: unknown, path: string, seen: Map<string, Seen>): void {
  if (field.type === "array" && Array.isArray(value))
    for (const item of value) inspectInside(field.items, item, path, seen)
  if (field.type === "object")
    for (const [name, inner] of Object.entries(field.fields))
      if (inner.type !== "url") inspect(inner, valueAt(value, name), `${path}.${name}`, seen)
}

const valueAt = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

const inspected = new Map<RecordName, Map<string, Seen>>()

function seenIn(record: RecordName): Map<string, Seen> {
  const known = inspected.get(record)
  if (known) return known
  const seen = new Map<string, Seen>()
  inspected.set(record, seen)
  const fields = Object.entries(storedFields(record))
  for (const row of readDemoRows(record, 1))
    for (const [name, field] of fields) inspect(field, row.values[name], `${record}.${name}`, seen)
  return seen
}

const distinct = (values: unknown[]) => new Set(values.map((value) => JSON.stringify(value))).size

describe("demo rows conform to the catalogue", () => {
  it("cover every record", () => {
    expect(recordNames.toSorted()).toEqual(Object.keys(catalogue.records).toSorted())
  })

  it.each(recordNames)("have values of the right type in every stored field: %s", (record) => {
    const fields = storedFields(record)
    const scope = recordType(catalogue, record).scope
    const faults: string[] = []
    for (const row of readDemoRows(record, scale)) {
      faults.push(...faultsIn(fields, row.values, record))
      if (Object.keys(row.scope).join() !== scope.join()) faults.push(JSON.stringify(row.scope))
    }
    expect(faults).toEqual([])
  })

  it.each(recordNames)(
    "have both null and a value in every optional field, including nested ones: %s",
    (record) => {
      const uniform = [...seenIn(record)].filter(([, { required, values, nulls }]) =>
        required ? nulls > 0 : nulls === 0 || values === 0,
      )
      expect(uniform.map(([path]) => path)).toEqual([])
    },
  )

  it.each(recordNames)("have an undocumented value in every enumerated field: %s", (record) => {
    const named = [...seenIn(record)].filter(([, { unnamed }]) => unnamed === false)
    expect(named.map(([path]) => path)).toEqual([])
  })

  it.each(recordNames)("have every enumerated value at every scale: %s", (record) => {
    const enumerated = Object.entries(storedFields(record)).filter(([, field]) => field.values)
    for (const size of [0.001, scale])
      for (const [name, field] of enumerated) {
        const seen = new Set([...readDemoRows(record, size)].map((row) => row.values[name]))
        for (const value of field.values ?? []) expect(seen).toContain(value)
      }
  })

  it.each(["contentPost", "commentReaction", "stageReview", "calendarEvent"] as const)(
    "have an undocumented value at every scale: %s",
    (record) => {
      const [name, field] = Object.entries(storedFields(record)).find(([, f]) => f.values) ?? []
      for (const size of [0.001, scale]) {
        const seen = [...readDemoRows(record, size)].map((row) => row.values[name ?? ""])
        expect(seen.some((value) => !field?.values?.includes(`${value}`))).toBe(true)
      }
    },
  )

  it.each(listOperations(catalogue).map((operation) => [operation.id, operation] as const))(
    "have ties in every sortable property within a list: %s",
    (_, operation) => {
      const lists = listsOf(recordNameOf(operation.record), scale)
      for (const [name, property] of Object.entries(operation.properties)) {
        if (!property.sort || property.type === "boolean") continue
        const tied = lists.some((rows) => {
          const values = rows.map((row) => row.values[property.field ?? name])
          const present = values.filter((value) => value !== null)
          return distinct(present) < present.length
        })
        expect([name, tied]).toEqual([name, true])
      }
    },
  )
})

const recordNameOf = (name: string) => recordNames.find((known) => known === name) ?? "department"
