import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  catalogue,
  type Fields,
  type Filter,
  fieldsOf,
  findOperation,
  type ListOperation,
  listOperations,
  operatorsOf,
  type PathParameters,
  type Period,
  type PeriodFilter,
  type Property,
  presets,
  type QueryValue,
  takesPeriod,
} from "@/lib/catalogue"
import { columnNames, densities, type ViewLayout } from "./view-layout"
import { parseView } from "./view-reader"
import {
  emptyView,
  missingParameters,
  plainReport,
  printView,
  reportHref,
  type View,
  viewQuery,
} from "./view-url"

function list(id: string): ListOperation {
  const operation = findOperation(catalogue, id)
  if (operation?.kind !== "list") throw new Error(`${id} is no list`)
  return operation
}

const readView = (operation: ListOperation, search: string | URLSearchParams) =>
  parseView(operation, fieldsOf(catalogue, operation), new URLSearchParams(`${search}`))

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

const day = fc
  .date({ min: new Date("0001-01-03"), max: new Date("9999-12-28"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const period: fc.Arbitrary<Period> = fc.oneof(
  fc.constantFrom(...presets),
  fc.tuple(day, day).map((days) => {
    const [from = "", to = ""] = days.toSorted()
    return { from, to }
  }),
)

const periodsOf = (operation: ListOperation): fc.Arbitrary<PeriodFilter[]> =>
  fc
    .subarray(
      Object.entries(operation.properties).flatMap(([name, property]) =>
        takesPeriod(property) ? [name] : [],
      ),
    )
    .chain((names) =>
      fc.tuple(...names.map((property) => period.map((period) => ({ property, period })))),
    )

function layoutOf(operation: ListOperation, fields: Fields): fc.Arbitrary<ViewLayout> {
  const names = columnNames(operation, fields)
  const widths = fc.dictionary(fc.constantFrom(...names), fc.integer({ min: 48, max: 1200 }), {
    minKeys: 1,
    noNullPrototype: true,
  })
  return fc.record(
    {
      columns: fc.shuffledSubarray(names, { minLength: 1 }),
      pinned: fc.shuffledSubarray(names),
      widths,
      density: fc.constantFrom(...densities.filter((density) => density !== "normal")),
    },
    { requiredKeys: [] },
  )
}

function viewOf(operation: ListOperation): fc.Arbitrary<View> {
  const entries = Object.entries(operation.properties)
  const sortable = entries.flatMap(([name, { sort }]) => (sort ? [name] : []))
  const filters = fc.uniqueArray(
    fc.oneof(...entries.filter(([, { filter }]) => filter).map(filterOf)),
    { selector: ({ property, operator }) => `${property} ${operator}`, maxLength: 5 },
  )
  const sort = fc
    .shuffledSubarray(sortable)
    .chain((names) =>
      fc.tuple(
        ...names.map((property) => fc.boolean().map((descending) => ({ property, descending }))),
      ),
    )
  return fc
    .record(
      {
        parameters: pathOf(operation),
        filters,
        periods: periodsOf(operation),
        sort,
        layout: layoutOf(operation, fieldsOf(catalogue, operation)),
        zone: fc.constantFrom("Europe/Copenhagen", "America/New_York", "UTC"),
        saved: fc.oneof(fc.constant(plainReport), fc.uuid()),
      },
      { requiredKeys: ["parameters", "filters", "periods", "sort", "layout"] },
    )
    .map((view) => ({ ...view, filters: view.filters.filter((filter) => isFree(view, filter)) }))
}

/** A period occupies both ends of its property's range, so it excludes gte and lt filters. */
const isFree = ({ periods }: Pick<View, "periods">, { property, operator }: Filter) =>
  (operator !== "gte" && operator !== "lt") ||
  periods.every((period) => period.property !== property)

describe("the URL of a report", () => {
  it.each(listOperations(catalogue).map((operation) => [operation.id, operation] as const))(
    "of %s round-trips through printing and parsing",
    (_, operation) => {
      fc.assert(
        fc.property(viewOf(operation), (view) => {
          const printed = printView(operation, view)
          const { view: read, dropped } = readView(operation, printed)
          const { filters, ...rest } = view
          expect(dropped).toEqual([])
          expect(read).toEqual({ ...rest, filters: read.filters })
          expect(new Set(read.filters)).toEqual(new Set(filters))
          expect(`${printView(operation, read)}`).toBe(`${printed}`)
        }),
        { numRuns: 60 },
      )
    },
  )

  it("is the same for equal views, in whatever order they were written", () => {
    const departments = list("departments")
    const one = readView(
      departments,
      "type=Store&city=Aarhus&view.zone=Europe/Copenhagen&view.widths=type:90,city:120" +
        "&period.lastModifiedDateTime=today&period.creationDateTime=2026-01-01..2026-02-01",
    )
    const two = readView(
      departments,
      "view.widths=city%3A120%2Ctype%3A90&view.density=normal&period.creationDateTime=2026-01-01..2026-02-01" +
        "&period.lastModifiedDateTime=today&view.zone=Europe%2FCopenhagen&city=Aarhus&type[eq]=Store",
    )
    expect([one.dropped, two.dropped]).toEqual([[], []])
    expect(reportHref(departments, one.view)).toBe(
      "/reports/departments?period.creationDateTime=2026-01-01..2026-02-01" +
        "&period.lastModifiedDateTime=today&city=Aarhus&type=Store" +
        "&view.widths=city:120,type:90&view.zone=Europe/Copenhagen",
    )
    expect(reportHref(departments, two.view)).toBe(reportHref(departments, one.view))
  })

  it("distinguishes a path parameter from a filter of the same name", () => {
    const comments = list("feedback-comments")
    const search = new URLSearchParams({
      "path.feedbackId": "8F4A6C3B-1111-4222-8333-ABCDEFABCDEF",
      feedbackId: "00000000-0000-4000-8000-000000000001",
    })
    const { view, dropped } = readView(comments, search)
    expect(dropped).toEqual([])
    expect(view.parameters).toEqual({ feedbackId: "8f4a6c3b-1111-4222-8333-abcdefabcdef" })
    expect(view.filters).toEqual([
      { property: "feedbackId", operator: "eq", value: "00000000-0000-4000-8000-000000000001" },
    ])
    expect(missingParameters(comments, view)).toEqual(["serviceFormId", "formId", "answerId"])
  })

  it("drops and reports every invalid part and keeps the rest", () => {
    const { view, dropped } = readView(
      list("departments"),
      "type=Store&points=3&city[like]=A&sort=name,-colour,name&cursor=abc&limit=5&offset=2" +
        "&path.moduleId=x&showInContacts=perhaps&type=Region&type[eq]=Region&name=",
    )
    expect(view).toEqual({
      ...emptyView,
      filters: [
        { property: "type", operator: "eq", value: "Store" },
        { property: "name", operator: "eq", value: null },
      ],
      sort: [{ property: "name", descending: false }],
    })
    expect(dropped.map(({ parameter, text, reason }) => `${parameter}=${text} ${reason}`)).toEqual([
      "points=3 unknown",
      "city[like]=A unknown",
      "sort=-colour unknown",
      "sort=name repeated",
      "cursor=abc paging",
      "limit=5 paging",
      "offset=2 paging",
      "path.moduleId=x unknown",
      "showInContacts=perhaps unreadable",
      "type=Region repeated",
      "type[eq]=Region repeated",
    ])
  })

  it("drops and reports invalid layout, periods and time zone and keeps the rest", () => {
    const { view, dropped } = readView(
      list("departments"),
      "view.columns=name,colour,type,name&view.widths=name:240,type:20,city:9999,zipCode:x" +
        "&view.pinned=colour&view.density=tiny&view.zone=Mars/Olympus&view.theme=dark&view.saved=mine" +
        "&period.creationDateTime=today&creationDateTime[gte]=2026-01-01&creationDateTime[ne]=2026-01-01" +
        "&period.lastModifiedDateTime=2026-02-30..2026-03-01&period.name=today" +
        "&lastModifiedDateTime[lt]=2026-01-01&period.lastModifiedDateTime=today",
    )
    expect(view).toEqual({
      ...emptyView,
      filters: [
        { property: "creationDateTime", operator: "ne", value: "2026-01-01T00:00:00Z" },
        { property: "lastModifiedDateTime", operator: "lt", value: "2026-01-01T00:00:00Z" },
      ],
      periods: [{ property: "creationDateTime", period: "today" }],
      layout: { columns: ["name", "type"], widths: { name: 240 } },
    })
    expect(dropped.map(({ parameter, text, reason }) => `${parameter}=${text} ${reason}`)).toEqual([
      "view.columns=colour unknown",
      "view.columns=name unknown",
      "view.widths=type:20 unknown",
      "view.widths=city:9999 unknown",
      "view.widths=zipCode:x unknown",
      "view.pinned=colour unknown",
      "view.density=tiny unreadable",
      "view.zone=Mars/Olympus unreadable",
      "view.theme=dark unknown",
      "view.saved=mine unreadable",
      "creationDateTime[gte]=2026-01-01 repeated",
      "period.lastModifiedDateTime=2026-02-30..2026-03-01 unreadable",
      "period.name=today unknown",
      "period.lastModifiedDateTime=today repeated",
    ])
  })

  it("drops a path parameter that is not a guid and reports it as missing", () => {
    const posts = list("content-posts")
    const { view, dropped } = readView(posts, "path.moduleId=42")
    expect(missingParameters(posts, view)).toEqual(["moduleId"])
    expect(dropped).toEqual([{ parameter: "path.moduleId", text: "42", reason: "unreadable" }])
  })

  it("uses the first of repeated parameters", () => {
    const { view, dropped } = readView(
      list("departments"),
      "sort=name&sort=city&view.density=compact&view.density=roomy",
    )
    expect(view).toMatchObject({ sort: [{ property: "name" }], layout: { density: "compact" } })
    expect(dropped.map(({ text, reason }) => `${text} ${reason}`)).toEqual([
      "city repeated",
      "roomy repeated",
    ])
  })

  it("omits a layout that equals the report's default", () => {
    const layout: ViewLayout = { columns: [], widths: {}, density: "normal" }
    const hrefOf = (layout: ViewLayout) => reportHref(list("departments"), { ...emptyView, layout })
    expect(hrefOf(layout)).toBe("/reports/departments")
    expect(hrefOf({ pinned: [] })).toBe("/reports/departments?view.pinned=none")
  })

  it("reports at most 20 dropped parts", () => {
    const search = new URLSearchParams(Array.from({ length: 50 }, (_, index) => [`x${index}`, ""]))
    expect(readView(list("departments"), search).dropped).toHaveLength(20)
  })
})

describe("the query of a view", () => {
  const posts = list("content-posts")
  const fields = fieldsOf(catalogue, posts)
  const today = { today: "2026-11-21", zone: "Europe/Copenhagen" }
  const ask = (view: Partial<View>) => viewQuery(posts, fields, { ...emptyView, ...view }, today)

  it("filters moments between local midnights, and wall-clock times without conversion", () => {
    const { filters } = ask({
      periods: [
        { property: "creationDateTime", period: "this-month" },
        { property: "availableFrom", period: "this-month" },
      ],
    })
    expect(filters.map(({ property, operator, value }) => [property, operator, value])).toEqual([
      ["creationDateTime", "gte", "2026-10-31T23:00:00Z"],
      ["creationDateTime", "lt", "2026-11-30T23:00:00Z"],
      ["availableFrom", "gte", "2026-11-01T00:00:00Z"],
      ["availableFrom", "lt", "2026-12-01T00:00:00Z"],
    ])
  })

  it("does not depend on the layout", () => {
    const layout: ViewLayout = { columns: ["id"], widths: { id: 99 }, density: "roomy" }
    expect(ask({ layout })).toEqual(ask({}))
  })
})

it("reports each unreadable part as it was written", () => {
  const search = "unreadable=name%3D%25ff&unreadable=__proto__%3D1&unreadable=toString"
  expect(readView(list("departments"), search).dropped).toEqual([
    { parameter: "name", text: "%ff", reason: "unreadable" },
    { parameter: "__proto__", text: "1", reason: "unreadable" },
    { parameter: "toString", text: "", reason: "unreadable" },
  ])
})
