import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  catalogue,
  type Filter,
  findOperation,
  type ListOperation,
  listOperations,
  operatorsOf,
  type PathParameters,
  type Property,
  type QueryValue,
} from "@/lib/catalogue"
import { missingParameters, parseView, printView, reportHref, type View } from "./view-url"

function list(id: string): ListOperation {
  const operation = findOperation(catalogue, id)
  if (operation?.kind !== "list") throw new Error(`${id} is no list`)
  return operation
}

const moment = fc
  .date({ min: new Date("0001-01-02"), max: new Date("9999-12-30"), noInvalidDate: true })
  .map((date) => `${date.toISOString().slice(0, 19)}Z`)

const pathOf = (operation: ListOperation): fc.Arbitrary<PathParameters> =>
  fc
    .subarray(Object.keys(operation.parameters))
    .chain((names) => fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), fc.uuid()))))
    .map((entries) => Object.fromEntries(entries))

const values = {
  guid: fc.uuid(),
  boolean: fc.boolean(),
  string: fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => !text.includes("\0")),
  integer: fc.integer(),
  double: fc.integer({ min: -1e6, max: 1e6 }).map((value) => value / 8),
  datetime: moment,
  datetimeoffset: moment,
} as const satisfies Record<Property["type"], fc.Arbitrary<QueryValue>>

const filterOf = ([name, property]: [string, Property]): fc.Arbitrary<Filter> =>
  fc.constantFrom(...operatorsOf(property)).chain((operator) => {
    const value: fc.Arbitrary<QueryValue> = values[property.type]
    const nullable = operator === "eq" || operator === "ne"
    return (nullable ? fc.option(value, { nil: null }) : value).map((value) => ({
      property: name,
      operator,
      value,
    }))
  })

function viewOf(operation: ListOperation): fc.Arbitrary<View> {
  const entries = Object.entries(operation.properties)
  const sortable = entries.flatMap(([name, { sort }]) => (sort ? [name] : []))
  return fc.record({
    parameters: pathOf(operation),
    filters: fc.uniqueArray(fc.oneof(...entries.filter(([, { filter }]) => filter).map(filterOf)), {
      selector: ({ property, operator }) => `${property} ${operator}`,
      maxLength: 5,
    }),
    sort: fc
      .shuffledSubarray(sortable)
      .chain((names) =>
        fc.tuple(
          ...names.map((property) => fc.boolean().map((descending) => ({ property, descending }))),
        ),
      ),
  })
}

describe("the address of a report", () => {
  it.each(listOperations(catalogue).map((operation) => [operation.id, operation] as const))(
    "of %s gives back the view that it was printed from",
    (_, operation) => {
      fc.assert(
        fc.property(viewOf(operation), (view) => {
          const printed = printView(operation, view)
          const { view: read, notices } = parseView(operation, new URLSearchParams(`${printed}`))
          expect(notices).toEqual([])
          expect(read.parameters).toEqual(view.parameters)
          expect(read.sort).toEqual(view.sort)
          expect(new Set(read.filters)).toEqual(new Set(view.filters))
          expect(`${printView(operation, read)}`).toBe(`${printed}`)
        }),
        { numRuns: 60 },
      )
    },
  )

  it("is the same for equal views, whatever the order in which they were written", () => {
    const departments = list("departments")
    const { view: one } = parseView(departments, new URLSearchParams("type=Store&city=Aarhus"))
    const { view: two } = parseView(departments, new URLSearchParams("city=Aarhus&type[eq]=Store"))
    expect(reportHref(departments, one)).toBe("/reports/departments?city=Aarhus&type=Store")
    expect(reportHref(departments, two)).toBe(reportHref(departments, one))
  })

  it("keeps a path parameter apart from a filter of the same name", () => {
    const comments = list("feedback-comments")
    const search = new URLSearchParams({
      "path.feedbackId": "8F4A6C3B-1111-4222-8333-ABCDEFABCDEF",
      feedbackId: "00000000-0000-4000-8000-000000000001",
    })
    const { view, notices } = parseView(comments, search)
    expect(notices).toEqual([])
    expect(view.parameters).toEqual({ feedbackId: "8f4a6c3b-1111-4222-8333-abcdefabcdef" })
    expect(view.filters).toEqual([
      { property: "feedbackId", operator: "eq", value: "00000000-0000-4000-8000-000000000001" },
    ])
    expect(missingParameters(comments, view)).toEqual(["serviceFormId", "formId", "answerId"])
  })

  it("leaves out every part that cannot be meant, names it, and keeps the rest", () => {
    const search = new URLSearchParams(
      "type=Store&points=3&city[like]=A&sort=name,-colour,name&cursor=abc&limit=5&offset=2" +
        "&path.moduleId=x&showInContacts=perhaps&type=Region",
    )
    const { view, notices } = parseView(list("departments"), search)
    expect(view).toEqual({
      parameters: {},
      filters: [{ property: "type", operator: "eq", value: "Store" }],
      sort: [{ property: "name", descending: false }],
    })
    expect(notices.map(({ parameter }) => parameter)).toEqual([
      "points",
      "city[like]",
      "sort",
      "sort",
      "cursor",
      "limit",
      "offset",
      "path.moduleId",
      "showInContacts",
      "type",
    ])
    expect(notices.every(({ message }) => message.length > 0)).toBe(true)
  })

  it("leaves out a path parameter that is no guid and reads the report as not chosen yet", () => {
    const posts = list("content-posts")
    const { view, notices } = parseView(posts, new URLSearchParams("path.moduleId=42"))
    expect(missingParameters(posts, view)).toEqual(["moduleId"])
    expect(notices).toEqual([{ parameter: "path.moduleId", message: "moduleId must be a guid." }])
  })
})
