import { describe, expect, it } from "vitest"
import {
  catalogue,
  fieldsOf,
  findOperation,
  type ListOperation,
  listOperations,
  operatorsOf,
  parseListQuery,
  printListQuery,
} from "@/lib/catalogue"
import { conditionsOf, draftOf, filterableProperties, readDraft } from "./filter-draft"
import { isWallClock } from "./property-field"

function list(id: string): ListOperation {
  const operation = findOperation(catalogue, id)
  if (operation?.kind !== "list") throw new Error(`${id} is no list`)
  return operation
}

const samples = {
  guid: "8f4a6c3b-1111-4222-8333-abcdefabcdef",
  string: "Store",
  boolean: "true",
  integer: "42",
  double: "0.5",
  datetime: "2026-01-31T08:15:30",
  datetimeoffset: "2026-01-31T08:15:30",
} as const

const every = listOperations(catalogue).map((operation) => [operation.id, operation] as const)

describe("the filter form", () => {
  it.each(every)(
    "of %s offers the filterable properties and their own operators only",
    (_, operation) => {
      for (const name of filterableProperties(operation)) {
        const property = operation.properties[name]
        if (!property) throw new Error(`${name} is no property`)
        expect(property.filter).toBe(true)
        expect(conditionsOf(property)).toEqual([...operatorsOf(property), "hasValue", "hasNone"])
      }
    },
  )

  it.each(every)(
    "of %s makes a filter that the grammar takes, and gets its draft back",
    (_, operation) => {
      const fields = fieldsOf(catalogue, operation)
      for (const name of filterableProperties(operation)) {
        const property = operation.properties[name]
        if (!property) throw new Error(`${name} is no property`)
        const wallClock = isWallClock(operation, fields, name)
        for (const condition of conditionsOf(property)) {
          const tests = condition === "hasValue" || condition === "hasNone"
          const draft = { property: name, condition, text: tests ? "" : samples[property.type] }
          const read = readDraft(operation, draft, wallClock)
          if (!read.ok) throw new Error(`${name} ${condition}: ${read.message}`)
          const printed = printListQuery(operation, { filters: [read.filter], sort: [] })
          expect(parseListQuery(operation, printed)).toMatchObject({
            ok: true,
            query: { filters: [read.filter] },
          })
          expect(draftOf(operation, read.filter, wallClock)).toEqual(draft)
        }
      }
    },
  )

  it("refuses what the type does not take, in the grammar's words", () => {
    const participations = list("course-participations")
    const read = (property: string, text: string) =>
      readDraft(participations, { property, condition: "eq", text }, false)
    expect(read("points", "many")).toMatchObject({
      ok: false,
      message: expect.stringMatching(/points.* must be a whole number/),
    })
    expect(read("userId", "42")).toMatchObject({
      ok: false,
      message: expect.stringMatching(/guid/),
    })
    expect(read("creationDateTime", "soon")).toMatchObject({
      ok: false,
      message: expect.stringMatching(/ISO 8601/),
    })
  })

  it("takes an empty value for a missing one, not for a test of none", () => {
    const departments = list("departments")
    expect(readDraft(departments, { property: "city", condition: "eq", text: "" }, false)).toEqual({
      ok: false,
    })
  })

  it("asks for a moment in the reader's time zone, and for wall-clock times as they stand", () => {
    const posts = list("content-posts")
    const text = "2026-07-01T08:00:00"
    const draft = (property: string) => ({ property, condition: "gte" as const, text })
    expect(readDraft(posts, draft("availableFrom"), true)).toMatchObject({
      filter: { value: "2026-07-01T08:00:00Z" },
    })
    expect(readDraft(posts, draft("creationDateTime"), false)).toMatchObject({
      filter: { value: new Date(text).toISOString().replace(".000", "") },
    })
  })

  it("trims what is pasted around a guid but not text", () => {
    const departments = list("departments")
    const guid = readDraft(
      departments,
      { property: "id", condition: "eq", text: ` ${samples.guid.toUpperCase()} ` },
      false,
    )
    expect(guid).toMatchObject({ filter: { value: samples.guid } })
    const text = readDraft(departments, { property: "city", condition: "eq", text: " A" }, false)
    expect(text).toMatchObject({ filter: { value: " A" } })
  })
})
