import fc from "fast-check"
import { expect, test } from "vitest"
import { highlightInHtml, markersIn, splitMarkers } from "./markers"

test("markers are told from the text around them", () => {
  expect(splitMarkers("Hej #firstName#, se #link#!")).toEqual([
    { text: "Hej ", marker: false },
    { text: "#firstName#", marker: true },
    { text: ", se ", marker: false },
    { text: "#link#", marker: true },
    { text: "!", marker: false },
  ])
})

test("a lone or empty hash is no marker", () => {
  expect(splitMarkers("Room #4 and ## and # a #").some(({ marker }) => marker)).toBe(false)
})

test("the parts of any text give the text again", () => {
  const text = fc
    .array(fc.constantFrom("#", "a", "æ", " ", "1", "."))
    .map((parts) => parts.join(""))
  fc.assert(
    fc.property(
      text,
      (any) =>
        splitMarkers(any)
          .map((part) => part.text)
          .join("") === any,
    ),
  )
})

test("each marker is listed once", () => {
  expect(markersIn(["#b# #a#", "#b#"])).toEqual(["#b#", "#a#"])
})

test("only the text of HTML is highlighted, never its attributes, styles or entities", () => {
  const html = '<style>#a#{}</style><a href="#top#">#name#</a>&#39;x&#39;'
  expect(highlightInHtml(html)).toBe(
    '<style>#a#{}</style><a href="#top#"><mark>#name#</mark></a>&#39;x&#39;',
  )
})
