import { describe, expect, it } from "vitest"
import { summariseNested } from "./nested-value"

describe("a nested value in one cell", () => {
  const locales = [
    { culture: "da-DK", title: "Møder" },
    { culture: "en-GB", title: "Meetings" },
    { culture: "de-DE", title: "Sitzungen" },
  ]

  it("shows the text in the reader's language and the number of others", () => {
    expect(summariseNested(locales, "en")).toEqual({ kind: "text", text: "Meetings", more: 2 })
    expect(summariseNested(locales, "de-DE")).toEqual({ kind: "text", text: "Sitzungen", more: 2 })
  })

  it("falls back to the first available language", () => {
    expect(summariseNested(locales, "fr")).toEqual({ kind: "text", text: "Møder", more: 2 })
  })

  it("shows a count if the entries have no text", () => {
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

  it("shows the first three words of a list and the number of others", () => {
    expect(summariseNested(["da-DK", "en-GB", "de-DE", "sv-SE"], "en")).toEqual({
      kind: "text",
      text: "da-DK, en-GB, de-DE",
      more: 1,
    })
  })

  it("shows an object's values, separated by spaces", () => {
    expect(summariseNested({ countryCode: 45, number: "12345678" }, "en")).toEqual({
      kind: "text",
      text: "45 12345678",
      more: 0,
    })
    expect(summariseNested({ countryCode: null, number: null }, "en")).toBeUndefined()
  })
})
