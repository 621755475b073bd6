import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { catalogue } from "../platform-catalogue"
import { bucketSizes } from "../series/query"
import { listRequests } from "../testing/arbitrary-queries"
import { wholeLists } from "../whole-list"
import { parseSummaryQuery } from "./parse-query"
import { printSummaryQuery } from "./print-query"
import {
  defaultSummaryQuery,
  isTimeProperty,
  measuresOf,
  type SummaryGroup,
  type SummaryMeasure,
  type SummaryQuery,
  summaryProperties,
} from "./query"

const lists = wholeLists(catalogue).map((list) => [list.wholeOf ?? "", list] as const)
type List = (typeof lists)[number][1]

const listOf = (id: string): List => {
  const found = lists.find(([name]) => name === id)
  if (!found) throw new Error(`There is no whole list of ${id}.`)
  return found[1]
}

const posts = listOf("content-posts")
const parse = (text: string) => parseSummaryQuery(posts, new URLSearchParams(text))
const complaints = (text: string) => {
  const result = parse(text)
  return result.ok ? [] : result.problems.map(({ parameter }) => parameter)
}

const filtersOf = (list: List) =>
  listRequests(list).map((request) => ("filters" in request ? request.filters : []))

function measureOf(list: List): fc.Arbitrary<SummaryMeasure> {
  const ofFields = summaryProperties(list).flatMap(([property, of]) =>
    measuresOf(of).map((name): SummaryMeasure => ({ name, property })),
  )
  const shares = filtersOf(list).map((conditions): SummaryMeasure => {
    const [condition] = conditions
    return condition ? { name: "share", condition } : { name: "count" }
  })
  return fc.oneof(fc.constantFrom<SummaryMeasure>({ name: "count" }, ...ofFields), shares)
}

function queryOf(list: List): fc.Arbitrary<SummaryQuery> {
  const groups = summaryProperties(list).flatMap(([property, of]): SummaryGroup[] =>
    isTimeProperty(of) ? bucketSizes.map((bucket) => ({ property, bucket })) : [{ property }],
  )
  const unlike = { selector: (part: unknown) => JSON.stringify(part) }
  return fc
    .record({
      groups: fc.uniqueArray(fc.constantFrom(...groups), { maxLength: 2, ...unlike }),
      measures: fc.uniqueArray(measureOf(list), { minLength: 1, maxLength: 5, ...unlike }),
      top: fc.integer({ min: 1, max: 1000 }),
      zone: fc.constantFrom("UTC", "Europe/Copenhagen"),
      filters: filtersOf(list),
      by: fc.option(fc.oneof(fc.constant("group" as const), fc.nat(4))),
      descending: fc.boolean(),
    })
    .map(({ by, descending, measures, ...rest }) => {
      const [first = { name: "count" } as const, ...others] = measures
      const at = typeof by === "number" ? by % measures.length : by
      return {
        ...rest,
        measures: [first, ...others],
        ...(at !== null && { sort: { by: at, descending } }),
      }
    })
}

describe("a summary query in a URL", () => {
  it.each(lists)("round-trips through printing and parsing for %s", (_, list) => {
    fc.assert(
      fc.property(queryOf(list), (query) => {
        const printed = printSummaryQuery(list, query)
        const read = parseSummaryQuery(list, printed)
        expect(read.ok && `${printSummaryQuery(list, read.query)}`).toBe(`${printed}`)
        const { filters: _, ...rest } = query
        expect(read).toMatchObject({ ok: true, query: rest })
      }),
      { numRuns: 60 },
    )
  })

  it("omits default values", () => {
    expect(parse("")).toEqual({ ok: true, query: defaultSummaryQuery })
    expect(`${printSummaryQuery(posts, defaultSummaryQuery)}`).toBe("")
    expect(parse("measure=count&top=100&zone=UTC")).toEqual({
      ok: true,
      query: defaultSummaryQuery,
    })
  })

  it("supports every parameter", () => {
    const text =
      "group=moduleId&group=availableFrom:week&measure=count&measure=share:status[ne]=a=b&measure=maximum:creationDateTime&sort=-2&top=1000&zone=Europe/Copenhagen&sortOrder[gt]=1&search[contains]=Monday"
    expect(parse(text)).toEqual({
      ok: true,
      query: {
        groups: [{ property: "moduleId" }, { property: "availableFrom", bucket: "week" }],
        measures: [
          { name: "count" },
          { name: "share", condition: { property: "status", operator: "ne", value: "a=b" } },
          { name: "maximum", property: "creationDateTime" },
        ],
        sort: { by: 1, descending: true },
        top: 1000,
        zone: "Europe/Copenhagen",
        filters: [
          { property: "sortOrder", operator: "gt", value: 1 },
          { property: "search", operator: "contains", value: "Monday" },
        ],
      },
    })
  })

  it.each([
    ["group=nothing", ["group"]],
    ["group=search", ["group"]],
    ["group=creationDateTime", ["group"]],
    ["group=creationDateTime:minute", ["group"]],
    ["group=status:day", ["group"]],
    ["group=status&group=status", ["group"]],
    ["group=status&group=userId&group=moduleId", ["group"]],
    ["measure=mode", ["measure"]],
    ["measure=count:status", ["measure"]],
    ["measure=sum", ["measure"]],
    ["measure=sum:status", ["measure"]],
    ["measure=average:creationDateTime", ["measure"]],
    ["measure=distinct:search", ["measure"]],
    ["measure=distinct:__proto__", ["measure"]],
    ["measure=share", ["measure"]],
    ["measure=share:status", ["measure"]],
    ["measure=share:nothing=1", ["measure"]],
    ["measure=share:sortOrder[gt]=much", ["measure"]],
    ["measure=count&measure=count", ["measure"]],
    ["sort=status", ["sort"]],
    ["sort=2", ["sort"]],
    ["sort=0", ["sort"]],
    ["sort=--1", ["sort"]],
    ["top=0", ["top"]],
    ["top=1001", ["top"]],
    ["zone=Mars/Olympus", ["zone"]],
    ["top=1&top=1", ["top"]],
    ["limit=5&cursor=x", ["limit", "cursor"]],
    ["status=a&status[eq]=b", ["status[eq]"]],
  ])("is refused with %s", (text, parameters) => {
    expect(complaints(text)).toEqual(parameters)
  })
})
