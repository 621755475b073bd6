import { describe, expect, test } from "vitest"
import { parsePointer, printPointer } from "./json-pointer"

describe("a JSON Pointer", () => {
  // rules: Department PATCH (RFC 6902) 1
  test.each([
    ["", []],
    ["/", [""]],
    ["//", ["", ""]],
    ["/town", ["town"]],
    ["/town/", ["town", ""]],
    ["/streets/0", ["streets", "0"]],
    ["/streets/-", ["streets", "-"]],
    ["/either~1or", ["either/or"]],
    ["/about~0ten", ["about~ten"]],
    ["/~01", ["~1"]],
    ["/~00", ["~0"]],
    ["/~10", ["/0"]],
    ["/~0~1", ["~/"]],
    ["/~1~0", ["/~"]],
    ["/50%", ["50%"]],
    ["/a^b|c\\d", ["a^b|c\\d"]],
    ['/say "hi"', ['say "hi"']],
    ["/ ", [" "]],
    ["/æøå/😀", ["æøå", "😀"]],
    ["/%41", ["%41"]],
    ["/line\nbreak", ["line\nbreak"]],
  ])("%j has the tokens %j and is printed unchanged", (pointer, tokens) => {
    expect(parsePointer(pointer)).toEqual(tokens)
    expect(printPointer(tokens)).toBe(pointer)
  })

  test.each(["town", "town/0", "#/town", " /town", "/~", "/a~", "/~2", "/a~b", "/~~0", "/a/~/b"])(
    "cannot be %j",
    (text) => {
      expect(parsePointer(text)).toBeUndefined()
    },
  )
})
