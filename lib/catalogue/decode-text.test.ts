import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { createTextDecoding, findSeparator } from "./decode-text"

const decode = (bytes: Uint8Array, size = bytes.length) => {
  const decoding = createTextDecoding()
  let text = ""
  for (let at = 0; at < bytes.length; at += size)
    text += decoding.next(bytes.subarray(at, at + size))
  return { text: text + decoding.end(), encoding: decoding.encoding }
}

const written = "id;navn;vej\r\n1;Åse Ærø;Straße 7 €\r\n2;Zoë;Übergang"
const utf16 = (text: string, isBig: boolean, mark: string) => {
  const bytes = Buffer.from(mark + text, "utf16le")
  return new Uint8Array(isBig ? bytes.swap16() : bytes)
}
/** Windows-1252: Latin-1 with the euro sign at 0x80. */
const western = (text: string) =>
  new Uint8Array(Buffer.from(text.replaceAll("€", "\x80"), "latin1"))

const ways = [
  ["utf-8", new TextEncoder().encode(written), "utf-8"],
  ["utf-8 with a mark", new TextEncoder().encode(`\uFEFF${written}`), "utf-8"],
  ["utf-16 with a mark", utf16(written, false, "\uFEFF"), "utf-16le"],
  ["utf-16 of the other order", utf16(written, true, "\uFEFF"), "utf-16be"],
  ["utf-16 without a mark", utf16(written, false, ""), "utf-16le"],
  ["windows-1252", western(written), "windows-1252"],
] as const

describe("decoding returns the original text", () => {
  test.each(ways)("of %s, in chunks of any size", (_, bytes, encoding) => {
    for (const size of [bytes.length, 1, 2, 3, 7, 16])
      expect(decode(bytes, size)).toEqual({ text: written, encoding })
  })

  test("of any UTF-8 without NUL or a byte order mark", () => {
    const any = fc.tuple(fc.string({ unit: "grapheme", maxLength: 60 }), fc.nat({ max: 9 }))
    fc.assert(
      fc.property(any, ([text, more]) => {
        // Zero bytes in every other position mean UTF-16.
        fc.pre(!text.includes("\0") && !text.startsWith("\uFEFF"))
        expect(decode(new TextEncoder().encode(text), more + 1).text).toBe(text)
      }),
    )
  })
})

test.each([
  ["a picture", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff, 0x01])],
  ["UTF-8 that ends within a letter", new Uint8Array([0xc3, 0xa6, 0x2c, 0xc3])],
  ["half a letter of UTF-16", new Uint8Array([0xff, 0xfe, 0x61, 0x00, 0x62])],
])("%s is rejected as not text", (_, bytes) => {
  expect(() => decode(bytes)).toThrow(TypeError)
})

test.each([
  ["id,name", ","],
  ["id;name, in full;city", ";"],
  ["id\tname\tcity", "\t"],
  ['"a;b;c;d",e,f', ","],
  ["id", ","],
  ["\n\nid;name", ";"],
])("the separator of %j is %j", (text, separator) => {
  expect(findSeparator(text)).toEqual({ separator, text })
})

test("a sep= line sets the separator and leaves an empty line", () => {
  expect(findSeparator("sep=;\r\nid;a,b,c\r\n")).toEqual({
    separator: ";",
    text: "\r\nid;a,b,c\r\n",
  })
  expect(findSeparator("SEP=\t\nid")).toEqual({ separator: "\t", text: "\nid" })
  expect(findSeparator("sep=x\nid")).toEqual({ separator: ",", text: "sep=x\nid" })
})
