import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseListQuery, refuseQuery } from "."
import { listOf, lists, parseText, refused } from "./testing/sample-queries"

const departments = listOf("departments")
const guid = "0a1b2c3d-0000-4000-8000-0123456789ab"

describe("paging", () => {
  // rules: 8.1, Paging 1
  it.each(lists)("of %s caps limit at the maximum", (_, operation) => {
    const { maximum } = operation.limit
    expect(parseText(operation, `limit=${maximum}`)).toMatchObject({ query: { limit: maximum } })
    expect(parseText(operation, `limit=${maximum + 1}`)).toMatchObject({
      query: { limit: maximum },
    })
    expect(parseText(operation, `limit=${"9".repeat(500)}`)).toMatchObject({
      query: { limit: maximum },
    })
    expect(parseText(operation, "limit=1")).toMatchObject({ query: { limit: 1 } })
  })

  // rules: Paging 1
  it.each(["0", "-1", "1.5", "1e2", "+5", " 5", "", "ten", "0x10", "Infinity", "٣"])(
    "refuses the limit %j",
    (limit) => {
      expect(refused(departments, new URLSearchParams({ limit }).toString())).toEqual(["limit"])
    },
  )

  // rules: Paging 1
  it.each(["-1", "1.5", "", "ten", " 1"])("refuses the offset %j", (offset) => {
    expect(refused(departments, new URLSearchParams({ offset }).toString())).toEqual(["offset"])
  })

  it("caps offset at the largest safe integer", () => {
    expect(parseText(departments, "offset=0")).toMatchObject({ query: { offset: 0 } })
    expect(parseText(departments, `offset=${"9".repeat(500)}`)).toMatchObject({
      query: { offset: Number.MAX_SAFE_INTEGER },
    })
  })

  it("refuses a repeated limit, offset, sort or cursor", () => {
    for (const [name, value] of [
      ["limit", "1"],
      ["offset", "1"],
      ["sort", "name"],
      ["cursor", "x"],
    ])
      expect(refused(departments, `${name}=${value}&${name}=${value}`)).toContain(name)
  })

  // rules: 8.4, 8.7
  it("accepts a cursor by itself or with limit", () => {
    expect(parseText(departments, "cursor=a.b-c_d")).toEqual({
      ok: true,
      query: { cursor: "a.b-c_d" },
    })
    expect(parseText(departments, "limit=200&cursor=x")).toEqual({
      ok: true,
      query: { cursor: "x", limit: 100 },
    })
  })

  // rules: Paging 4
  it.each(["name=Ribe", "sort=name", "offset=0", "city[ne]=", "colour=red"])(
    "refuses %s together with a cursor",
    (beside) => {
      const [parameter] = [...new URLSearchParams(beside).keys()]
      expect(refused(departments, `cursor=x&${beside}`)).toContain(parameter)
      expect(refused(departments, `${beside}&cursor=x`)).toContain(parameter)
      expect(refused(departments, "cursor=x&limit=0")).toEqual(["limit"])
    },
  )
})

describe("an operation without a query", () => {
  // rules: Filters 8
  it("reports each query parameter once", () => {
    expect(refuseQuery(new URLSearchParams())).toEqual([])
    expect(
      refuseQuery(new URLSearchParams("limit=1&a=2&a=3")).map(({ parameter }) => parameter),
    ).toEqual(["limit", "a"])
  })
})

describe("hostile queries", () => {
  const name = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(
      "__proto__",
      "constructor[eq]",
      "hasOwnProperty",
      "toString[ne]",
      "limit",
      "sort",
      "cursor",
      "name[eq]",
      "id",
      "[",
      "]",
      "[[]]",
      "a[b",
      "\0",
    ),
  )
  const value = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("9".repeat(5000), "-".repeat(5000), "\0", "\ud800", ",".repeat(5000), guid),
  )

  it.each(lists)("for %s never throw and report at most 20 short problems", (_, operation) => {
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value)), (pairs) => {
        const parsed = parseListQuery(operation, new URLSearchParams(pairs))
        if (parsed.ok) return
        expect(parsed.problems.length).toBeLessThanOrEqual(20)
        expect(JSON.stringify(parsed.problems).length).toBeLessThan(20_000)
        expect(refuseQuery(new URLSearchParams(pairs)).length).toBeLessThanOrEqual(20)
      }),
      { numRuns: 40 },
    )
  })

  it("with 10,000 parameters or sort terms report only the first 20 problems", () => {
    const many = new URLSearchParams(Array.from({ length: 10_000 }, (_, at) => [`p${at}`, "1"]))
    const same = new URLSearchParams(Array.from({ length: 10_000 }, () => ["name", "1"]))
    const beside = new URLSearchParams([["cursor", "x"], ...many])
    const sort = new URLSearchParams({ sort: "x,".repeat(10_000) })
    for (const search of [many, same, beside, sort]) {
      const parsed = parseListQuery(departments, search)
      expect(parsed.ok ? 0 : parsed.problems.length).toBe(20)
    }
    expect(refuseQuery(many)).toHaveLength(20)
  })
})
