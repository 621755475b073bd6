import { buffer } from "node:stream/consumers"
import { parse } from "csv-parse/sync"
import { readSheet } from "read-excel-file/node"
import { expect, test } from "vitest"
import { csvHead, csvLines } from "../files/csv-file"
import { escapeFormula } from "../files/escape-formula"
import { xlsxFile } from "../files/xlsx-file"

const signs = ["=", "+", "-", "@", "\uFF1D", "\uFF0B", "\uFF0D", "\uFF20"]
const leads = [
  "",
  " ",
  "\t",
  "\r",
  "\n",
  "\r\n",
  "\u00A0",
  "\u200B",
  "\uFEFF",
  "\u0000\u0001",
  "\u3000 ",
  "text\n",
  "text\r\n \t",
  'a"\n',
  "\u2028",
  "\u0085",
  '"x"\n',
  "'\n",
]
const bodies = ["1+1", 'HYPERLINK("http://x.test","click")', "cmd|'/C calc'!A0", "SUM(A1:A9)\n=2"]
const hostile = leads.flatMap((lead) =>
  signs.flatMap((sign) => bodies.map((body) => `${lead}${sign}${body}`)),
)
const harmless = [
  "",
  "a=b",
  "1-2",
  "mail@example.test",
  "x + y",
  "Ærø",
  "50 %",
  '"quoted"',
  "a, b; c",
  "_x0041_",
  "😀",
]

/**
 * Whether a spreadsheet may read a cell as a formula: one of its lines starts with a sign once
 * invisible characters are removed. Independent of the escaping code.
 */
const isFormula = (cell: string) =>
  cell
    .split(/[\n\r\v\f\u0085\u2028\u2029]/)
    .some((part) =>
      /^[=+\-@＝＋－＠]/u.test([...part].filter((letter) => !/[\s\p{C}]/u.test(letter)).join("")),
    )

const column = { id: "text", path: [["text"]] }
const rows = [...hostile, ...harmless].map((text) => ({ text }))

// rules: Formulas
test("More than 500 hostile cells reopened from CSV have no formula and are otherwise unchanged.", () => {
  expect(hostile.length).toBeGreaterThan(500)
  expect(hostile.every(isFormula)).toBe(true)
  for (const separator of [",", ";"] as const) {
    const options = { bom: false, separator }
    const text = csvHead(["text"], options) + csvLines([column], rows, options)
    const [, ...cells]: string[][] = parse(text, {
      delimiter: separator,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: false,
      skip_empty_lines: false,
    })
    expect(cells.length).toBe(rows.length)
    expect(cells.filter(([cell = ""]) => isFormula(cell))).toEqual([])
    expect(cells.map(([cell = ""]) => cell.replaceAll("'", ""))).toEqual(
      rows.map((row) => row.text.replaceAll("'", "")),
    )
    expect(cells.slice(hostile.length).map(([cell]) => cell)).toEqual(harmless)
  }
})

// rules: Formulas
test("The same file split at every line break has no formula.", () => {
  const text = csvLines([column, column], rows, { bom: false, separator: "," })
  expect(isFormula(text.replaceAll('"', ""))).toBe(false)
})

const separators = [",", ";", "\t"] as const

// rules: Formulas
test.each([
  [",", ";"],
  [",", "\t"],
  [";", ","],
  [";", "\t"],
] as const)(
  "A file separated by %j has no formula when a lenient parser splits it at %j.",
  (separator, other) => {
    const cells = ['=HYPERLINK("http://x.test")', "-2+3", " @SUM(A1)", '"=1+1', '" ""+1"']
    const hidden = cells.flatMap((cell) => separators.map((sign) => ({ text: `a${sign}${cell}` })))
    const id = { id: "id", path: [["id"]] }
    const print = (sign: typeof separator) =>
      csvLines([id, column], hidden, { bom: false, separator: sign })
    const cutAt = (text: string) =>
      (
        parse(text, {
          delimiter: other,
          relax_quotes: true,
          relax_column_count: true,
        }) as string[][]
      )
        .flat()
        // Quotes are ignored when looking for a formula.
        .filter((cell) => isFormula(cell.replaceAll('"', "")))
    expect(cutAt(`b${separator}"a${other}=1"\r\n`)).toHaveLength(1)
    expect(cutAt(print(separator))).toEqual([])
  },
)

test.each([
  [",", "a, -b"],
  [",", "a | =b"],
  [";", "a; -b"],
] as const)("In a file separated by %j, the text %j is not escaped.", (separator, text) => {
  const printed = csvLines([column], [{ text }], { bom: false, separator })
  expect(parse(printed, { delimiter: separator })).toEqual([[text]])
})

test("Numbers are not escaped, and escaping scans a long run of blanks once.", () => {
  const number = [{ text: -5.5 }]
  expect(csvLines([column], number, { bom: false, separator: "," })).toBe("-5.5\r\n")
  expect(escapeFormula(`${" ".repeat(200_000)}=1`)).toBe(`${" ".repeat(200_000)}'=1`)
  expect(escapeFormula("\t".repeat(200_000)).length).toBe(200_001)
  expect(escapeFormula(`${"'".repeat(200_000)}x`).length).toBe(200_001)
})

// rules: Formulas
test("The same cells reopened from a workbook keep their text, and none is a formula.", async () => {
  const file = await buffer(
    xlsxFile({
      headers: ["=1+1"],
      count: rows.length,
      about: [["state", "complete"]],
      pages: (async function* () {
        yield rows.map(({ text }) => [text])
      })(),
    }),
  )
  expect(file.includes("<f>")).toBe(false)
  const sheet = await readSheet(file, "Rows", { trim: false })
  const expected = ["=1+1", ...rows.map(({ text }) => text)]
  expect(expected.map((_, index) => sheet[index]?.[0] ?? "")).toEqual(expected)
})
