import { describe, expect, it } from "vitest"
import { summariseNested } from "./nested-value"

describe("a nested value in one cell", () => {
  const locales = [
    { culture: "da-DK", title: "Møder" },
    { culture: "en-GB", title: "Meetings" },
    { culture: "de-DE", title: "Sitzungen" },
  ]

  it("is its text in the reader's language, with a count of the others", () => {
    expect(summariseNested(locales, "en")).toEqual({ kind: "text", text: "Meetings", more: 2 })
    expect(summariseNested(locales, "de-DE")).toEqual({ kind: "text", text: "Sitzungen", more: 2 })
  })

  it("falls back on the first language that is there", () => {
    expect(summariseNested(locales, "fr")).toEqual({ kind: "text", text: "Møder", more: 2 })
  })

  it("is a count where entries have no text of their own", () => {
    expect(summariseNested([{ culture: "da-DK", title: null }], "en")).toEqual({
      kind: "count",
      count: 1,
    })
    expect(summariseNested(["8f4a6c3b-1111-4222-8333-abcdefabcdef"], "en")).toEqual({
      kind: "count",
      count: 1,
    })
    expect(summariseNested([], "en")).toEqual({ kind: "count", count: 0 })
  })

  it("is a short list of words as they are", () => {
    expect(summariseNested(["da-DK", "en-GB", "de-DE", "sv-SE"], "en")).toEqual({
      kind: "text",
      text: "da-DK, en-GB, de-DE",
      more: 1,
    })
  })

  it("is an object's own values side by side", () => {
    expect(summariseNested({ countryCode: 45, number: "12345678" }, "en")).toEqual({
      kind: "text",
      text: "45 12345678",
      more: 0,
    })
    expect(summariseNested({ countryCode: null, number: null }, "en")).toBeUndefined()
  })
})
