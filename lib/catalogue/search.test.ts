import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseSearch, setAsideUnreadable, unreadableName } from "."

const entriesOf = (raw: string) => {
  const read = parseSearch(raw)
  return read.ok ? [...read.search] : read.problems.map(({ parameter }) => parameter)
}

describe("a raw query string", () => {
  it.each([
    ["", []],
    ["?", []],
    [
      "?a=1&b=2",
      [
        ["a", "1"],
        ["b", "2"],
      ],
    ],
    [
      "a=1&a=2&&b",
      [
        ["a", "1"],
        ["a", "2"],
        ["b", ""],
      ],
    ],
    ["city%5Bne%5D=%C3%86r%C3%B8+by", [["city[ne]", "Ærø by"]]],
    [
      "a=%00&b=%f0%9f%99%82",
      [
        ["a", "\0"],
        ["b", "🙂"],
      ],
    ],
    ["a=1=2", [["a", "1=2"]]],
  ])("%j is read as %j", (raw, entries) => {
    expect(entriesOf(raw)).toEqual(entries)
  })

  // rules: Filters 8
  it.each([
    ["a percent sign alone", "name=100%", "name"],
    ["half an escape", "name=%4", "name"],
    ["an escape that is not hexadecimal", "name=%zz", "name"],
    ["bytes that are not UTF-8", "a=1&name=%ff", "name"],
    ["a cut character", "name=%C3", "name"],
    ["an overlong character", "name=%c0%af", "name"],
    ["an encoded surrogate", "name=%ED%A0%80", "name"],
    ["a lone surrogate", "name=\ud800", "name"],
    ["a broken name", "na%ffme=1", "na\ufffdme"],
  ])("is refused for %s with the parameter's name", (_, raw, parameter) => {
    expect(entriesOf(raw)).toEqual([parameter])
  })

  it("is refused with more than 500 parameters", () => {
    expect(parseSearch("a=1&".repeat(499)).ok).toBe(true)
    expect(parseSearch("a=1&".repeat(10_000)).ok).toBe(false)
  })

  it("never throws, and if accepted is read as URLSearchParams reads it", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.webQueryParameters()), (raw) => {
        const read = parseSearch(raw)
        if (read.ok) expect([...read.search]).toEqual([...new URLSearchParams(raw)])
        else expect(read.problems.length).toBeGreaterThan(0)
      }),
    )
  })
})

describe("the query string of a page", () => {
  it.each(["", "?name=a&sort=-b", "name=100%25", "a=%EF%BF%BD", "proto=1", "name[ne]="])(
    "is left unchanged for %j",
    (raw) => {
      expect(setAsideUnreadable(raw)).toBeUndefined()
    },
  )

  it.each(["name=%ff", "name=%E0%A4", "name=100%", "__proto__=1", "toString", "nxtPreport=x"])(
    "moves %j to a parameter for unreadable parts",
    (part) => {
      const search = new URLSearchParams(setAsideUnreadable(`?a=1&${part}&b=2`))
      expect([...search]).toEqual([
        ["a", "1"],
        ["b", "2"],
        [unreadableName, part],
      ])
      expect(setAsideUnreadable(`${search}`)).toBeUndefined()
    },
  )

  it("gets at most 20 unreadable parts, each cut to 100 characters", () => {
    const search = new URLSearchParams(setAsideUnreadable(`x=%ff${"y".repeat(999)}&`.repeat(400)))
    expect([...search].filter(([name]) => name === unreadableName)).toHaveLength(20)
    expect(`${search}`.length).toBeLessThan(4000)
  })
})
