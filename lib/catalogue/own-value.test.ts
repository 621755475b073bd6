import { describe, expect, it } from "vitest"
import { ownValue } from "."

const inherited = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"]

describe("ownValue with an untrusted name", () => {
  // rules: Filters 8
  it.each(inherited)("returns undefined for %s on a plain object", (name) => {
    expect(ownValue({ a: 1 }, name)).toBeUndefined()
  })

  it("returns own properties, even if named like an inherited one", () => {
    expect(ownValue({ a: 1 }, "a")).toBe(1)
    const read = JSON.parse('{"__proto__":2,"toString":3}') as { [name: string]: number }
    expect([ownValue(read, "__proto__"), ownValue(read, "toString")]).toEqual([2, 3])
  })
})
