import fc from "fast-check"
import { expect, test } from "vitest"
import { markersIn, splitMarkers } from "./markers"

test("markers are split from the surrounding text", () => {
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

test("the parts of any text concatenate to the text", () => {
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
