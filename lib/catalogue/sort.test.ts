import { describe, expect, it } from "vitest"
import { effectiveSort, isFollow, parseListQuery, parseSort } from "."
import { listOf, parseText } from "./testing/sample-queries"

const departments = listOf("departments")

describe("sort", () => {
  const sortOf = (search: string) => {
    const parsed = parseText(departments, search)
    return parsed.ok && !isFollow(parsed.query) ? parsed.query.sort : parsed
  }

  // rules: Sorting 1
  it("reads several properties in order, with a minus for descending", () => {
    expect(sortOf("sort=city,-name")).toEqual([
      { property: "city", descending: false },
      { property: "name", descending: true },
    ])
  })

  // rules: Sorting 1
  it.each([
    "",
    ",",
    "name,",
    ",name",
    "-",
    "--name",
    "+name",
    "name desc",
    "name, city",
    "Name",
    "phoneNumber",
    "parentId",
    "name,name",
    "name,-name",
    "__proto__",
    "-constructor",
    "sort",
  ])("%j is refused", (sort) => {
    const search = new URLSearchParams({ sort })
    const parsed = parseListQuery(departments, search)
    expect(parsed.ok ? "accepted" : parsed.problems[0]?.parameter).toBe("sort")
  })

  it("reports at most twenty problems", () => {
    expect(parseSort(departments, "x,".repeat(10_000)).problems).toHaveLength(20)
  })

  // rules: 2.2.3
  it("is the operation's default if the query has none", () => {
    expect(effectiveSort(listOf("content-views"), { filters: [], sort: [] })).toEqual([
      { property: "dateViewed", descending: true },
    ])
    const own = [{ property: "dateSwiped", descending: false }]
    expect(effectiveSort(listOf("content-views"), { filters: [], sort: own })).toEqual(own)
  })
})
