import * as fc from "fast-check"

/** Texts that have broken parsers, databases or terminals. */
const nastyTexts = [
  "'",
  '"',
  "';--",
  "' OR '1'='1",
  "\\",
  "\\u0000",
  "$1",
  "%s",
  "`",
  "{{7*7}}",
  "<script>",
  "%",
  "%00",
  "%ff",
  "%2f",
  "%5c",
  "%25",
  "%zz",
  "%E0%A4%A",
  "%F0%9F%98%80",
  "%ED%A0%80",
  "/",
  "//",
  "../",
  "..%2f",
  "/./",
  "?",
  "#",
  "&",
  "=",
  "&&",
  ";",
  ",",
  "+",
  "-",
  " ",
  "\t",
  "[",
  "]",
  "[eq]",
  "[gte]",
  "[[",
  "[]",
  "[like]",
  "__proto__",
  "constructor",
  "toString",
  "NaN",
  "Infinity",
  "1e309",
  "-0",
  "0x10",
  "9".repeat(400),
  "null",
  "true",
  "undefined",
  "😀",
  "\u202e",
  "\ufeff",
  "é",
  "\u0000",
  "\r\n",
  "\n",
  "a".repeat(3000),
  "{",
  "}",
  "[1]",
  "9999-12-31",
  "0000-00-00",
  "2024-02-30",
  "2024-01-01T25:00:00Z",
  "2024-01-01T00:00:00+99:99",
]

interface Edit {
  readonly kind: "insert" | "replace" | "cut" | "double" | "case"
  /** The position in the text, as a share of its length. */
  readonly at: number
  readonly length: number
  readonly text: string
}

const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom("insert", "insert", "replace", "cut", "double", "case"),
  at: fc.nat({ max: 1000 }).map((part) => part / 1000),
  length: fc.integer({ min: 1, max: 8 }),
  text: fc.constantFrom(...nastyTexts),
})

function applyEdit(source: string, { kind, at, length, text }: Edit): string {
  const start = Math.floor(at * source.length)
  const head = source.slice(0, start)
  const middle = source.slice(start, start + length)
  const tail = source.slice(start + length)
  const changed = {
    insert: `${text}${middle}`,
    replace: text,
    cut: "",
    double: middle + middle,
    case: middle.toUpperCase(),
  }
  return `${head}${changed[kind]}${tail}`
}

export const nasty: fc.Arbitrary<string> = fc.constantFrom(...nastyTexts)

/** A text, unchanged or corrupted in one or two positions. */
export const spoilt = (source: fc.Arbitrary<string>, share: number): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 100 - share, arbitrary: source },
    {
      weight: share,
      arbitrary: fc
        .tuple(source, fc.array(edit, { minLength: 1, maxLength: 2 }))
        .map(([text, edits]) => edits.reduce(applyEdit, text)),
    },
  )
