import { describe, expect, it } from "vitest"
import { ownValue } from "."

const inherited = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"]

describe("a name that came from outside", () => {
  // rules: Filters 8
  it.each(inherited)("finds nothing under %s in a plain object", (name) => {
    expect(ownValue({ a: 1 }, name)).toBeUndefined()
  })

  it("finds what the object holds itself, also under a name that others inherit", () => {
    expect(ownValue({ a: 1 }, "a")).toBe(1)
    const read = JSON.parse('{"__proto__":2,"toString":3}') as { [name: string]: number }
    expect([ownValue(read, "__proto__"), ownValue(read, "toString")]).toEqual([2, 3])
  })
})
