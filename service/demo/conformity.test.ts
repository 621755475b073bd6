import { describe, expect, it } from "vitest"
import {
  catalogue,
  type Field,
  type Fields,
  isScalar,
  listOperations,
  parseDateTime,
  parseGuid,
  recordType,
  type ScalarType,
} from "@/lib/catalogue"
import { anchor } from "./anchor"
import { listsOf, recordNames, rowsOf } from "./test-rows"

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

const distinct = (values: unknown[]) => new Set(values.map((value) => JSON.stringify(value))).size

describe("demo rows conform to the catalogue", () => {
  it("covers every record", () => {
    expect(recordNames.toSorted()).toEqual(Object.keys(catalogue.records).toSorted())
  })

  it.each(recordNames)("gives every stored field a value of its type: %s", (record) => {
    const fields = storedFields(record)
    const scope = recordType(catalogue, record).scope
    const faults: string[] = []
    for (const row of rowsOf(record, scale)) {
      faults.push(...faultsIn(fields, row.values, record))
      if (Object.keys(row.scope).join() !== scope.join()) faults.push(JSON.stringify(row.scope))
    }
    expect(faults).toEqual([])
  })

  it.each(recordNames)("has nulls and values in every optional field: %s", (record) => {
    const rows = [...rowsOf(record, 1)]
    const uniform = Object.entries(storedFields(record)).filter(([name, field]) => {
      const nulls = rows.filter((row) => row.values[name] === null).length
      return field.required ? nulls > 0 : nulls === 0 || nulls === rows.length
    })
    const names = uniform.map(([name]) => name)
    expect(names).toEqual(neverNull[record] ?? [])
  })

  it.each(recordNames)("has every enumerated value, at every scale: %s", (record) => {
    const enumerated = Object.entries(storedFields(record)).filter(([, field]) => field.values)
    for (const size of [0.001, scale])
      for (const [name, field] of enumerated) {
        const seen = new Set([...rowsOf(record, size)].map((row) => row.values[name]))
        for (const value of field.values ?? []) expect(seen).toContain(value)
      }
  })

  it.each(["contentPost", "commentReaction", "stageReview", "calendarEvent"] as const)(
    "has a value that the interface does not name, at every scale: %s",
    (record) => {
      const [name, field] = Object.entries(storedFields(record)).find(([, f]) => f.values) ?? []
      for (const size of [0.001, scale]) {
        const seen = [...rowsOf(record, size)].map((row) => row.values[name ?? ""])
        expect(seen.some((value) => !field?.values?.includes(`${value}`))).toBe(true)
      }
    },
  )

  it.each(listOperations(catalogue).map((operation) => [operation.id, operation] as const))(
    "has ties in every sortable property within a list: %s",
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

/** Where null would not be believable: what happened has a time, and what is answered a cause. */
const neverNull: { readonly [record: string]: readonly string[] } = {
  courseParticipation: ["creationDateTime"],
  questionParticipation: ["creationDateTime"],
  contentPost: ["status", "creationDateTime"],
  commentReaction: ["type", "creationDateTime"],
  stageReview: ["stageId", "fillingId", "status", "creationDateTime"],
  stageComment: ["fillingId", "creationDateTime"],
  feedbackComment: ["feedbackId", "creationDateTime"],
  calendar: ["individualInvitesEnabled", "creationDateTime", "locales"],
  calendarCategory: ["creationDateTime"],
  calendarEvent: ["type", "isCancelled", "creationDateTime", "locales"],
  highscore: ["name"],
  highscoreLevel: ["name"],
  communicationTemplate: ["name", "creationDateTime"],
  notificationChannel: ["name"],
}
