import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { listOperations } from "../catalogue"
import type { ListOperation } from "../operation"
import { catalogue } from "../platform-catalogue"
import { parseSeriesQuery } from "./parse-query"
import { printSeriesQuery } from "./print-query"
import { defaultSeriesQuery } from "./query"
import { arbitrarySeriesQuery } from "./testing/arbitrary-query"

const [points] = listOperations(catalogue).filter(({ id }) => id === "data-points") as [
  ListOperation,
]
const parse = (text: string) => parseSeriesQuery(points, new URLSearchParams(text))
const complaints = (text: string) => {
  const result = parse(text)
  return result.ok ? [] : result.problems.map(({ parameter }) => parameter)
}
const department = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"

describe("a series query in a URL", () => {
  it("round-trips, and prints the same for any parameter order", () => {
    fc.assert(
      fc.property(arbitrarySeriesQuery(points), (query) => {
        const printed = printSeriesQuery(points, query)
        expect(parseSeriesQuery(points, printed)).toEqual({ ok: true, query })
        const filters = query.filters.toReversed()
        expect(`${printSeriesQuery(points, { ...query, filters })}`).toBe(`${printed}`)
        const ranges = printed.getAll("range")
        const others = [...printed].filter(([name]) => name !== "range").toReversed()
        const shuffled = new URLSearchParams(others)
        for (const range of ranges) shuffled.append("range", range)
        const read = parseSeriesQuery(points, shuffled)
        expect(read.ok && `${printSeriesQuery(points, read.query)}`).toBe(`${printed}`)
      }),
      { numRuns: 500 },
    )
  })

  it("omits default values", () => {
    expect(parse("")).toEqual({ ok: true, query: defaultSeriesQuery })
    expect(`${printSeriesQuery(points, defaultSeriesQuery)}`).toBe("")
    const written = parse("measure=sum&bucket=day&zone=UTC&group=none&top=10&range=last-30-days")
    expect(written).toEqual({ ok: true, query: defaultSeriesQuery })
  })

  it("supports every parameter", () => {
    const text = `measure=p95&bucket=week&zone=Europe/Copenhagen&group=department:2&top=5&range=2026-01-01..2026-03-31&range=previous&range=year&align=weekday&within=${department.toUpperCase()}&label=&dataValue[gt]=0`
    expect(parse(text)).toEqual({
      ok: true,
      query: {
        measure: "p95",
        bucket: "week",
        zone: "Europe/Copenhagen",
        grouping: "department",
        level: 2,
        top: 5,
        ranges: [{ from: "2026-01-01", to: "2026-03-31" }, "previous", "year"],
        alignWeekdays: true,
        within: department,
        filters: [
          { property: "dataValue", operator: "gt", value: 0 },
          { property: "label", operator: "eq", value: null },
        ],
      },
    })
  })

  it.each([
    ["measure=mode", ["measure"]],
    ["bucket=minute", ["bucket"]],
    ["zone=%2B01:00", ["zone"]],
    ["zone=Mars/Olympus", ["zone"]],
    ["group=store", ["group"]],
    ["group=label:2", ["group"]],
    ["group=department:0", ["group"]],
    ["group=department:", ["group"]],
    ["group=department:1:2", ["group"]],
    ["top=0", ["top"]],
    ["top=51", ["top"]],
    ["top=1.5", ["top"]],
    ["range=tomorrow", ["range"]],
    ["range=2026-02-01..2026-01-01", ["range"]],
    ["range=previous", ["range"]],
    ["range=year&range=today", ["range"]],
    ["range=today&range=today", ["range"]],
    ["range=today&range=previous&range=year&range=all&range=this-year", ["range"]],
    ["align=month", ["align"]],
    ["within=store-7", ["within"]],
    ["measure=sum&measure=sum", ["measure"]],
    ["dataValue=1&dataValue[eq]=1", ["dataValue[eq]"]],
    ["value=1", ["value"]],
    ["limit=5&sort=label", ["limit", "sort"]],
    ["__proto__=1&constructor=2", ["__proto__", "constructor"]],
    ["dataValue[gt]=much&bucket=age", ["dataValue[gt]", "bucket"]],
  ])("is refused with %s", (text, parameters) => {
    expect(complaints(text)).toEqual(parameters)
  })

  it("reports at most twenty problems", () => {
    const text = Array.from({ length: 100 }, (_, index) => `p${index}=1`).join("&")
    expect(complaints(text)).toHaveLength(20)
  })
})
