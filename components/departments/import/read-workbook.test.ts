import { strToU8, zipSync } from "fflate"
import { describe, expect, test } from "vitest"
import { xlsxFile } from "@/lib/server/files/xlsx-file"
import { batchLimit } from "../../edits/batches"
import { fileLimit } from "./read-csv"
import { readFile, readTable } from "./read-import"
import { workbookLimits } from "./read-workbook"

const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

interface Book {
  /** Sheets by name, as the rows of their XML. */
  readonly sheets: { readonly [name: string]: string }
  readonly hidden?: string
  readonly shared?: readonly string[]
}

/** Style 1 is a day, style 2 a number of at least four digits. */
const styles = `<styleSheet><numFmts count="1"><numFmt numFmtId="170" formatCode="0000"/></numFmts><cellStyleXfs><xf numFmtId="170"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>`

function partsOf({ sheets, hidden, shared = [] }: Book): { [path: string]: string } {
  const names = Object.keys(sheets)
  const files = names.map((name, at) => [
    `xl/worksheets/sheet${at + 1}.xml`,
    `<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`,
  ])
  const stateOf = (name: string) => (name === hidden ? ' state="hidden"' : "")
  return {
    "xl/workbook.xml": `<workbook xmlns:r="${relations}"><sheets>${names.map((name, at) => `<sheet name="${name}"${stateOf(name)} sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${names.map((_, at) => `<Relationship Id="rId${at + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join("")}</Relationships>`,
    "xl/styles.xml": styles,
    "xl/sharedStrings.xml": `<sst>${shared.map((text) => `<si><t xml:space="preserve">${text}</t></si>`).join("")}</sst>`,
    ...Object.fromEntries(files),
  }
}

const fileOf = (parts: { [path: string]: string }) =>
  new Blob([
    zipSync(
      Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])),
    ).slice(),
  ])

const inline = (reference: string, text: string) =>
  `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
const head = `<row r="1">${inline("A1", "id")}${inline("B1", "city")}</row>`
const bookWith = (...rows: string[]) => fileOf(partsOf({ sheets: { Rows: head + rows.join("") } }))

async function rowsOf(file: Blob) {
  const read = await readFile(file)
  if (!read.ok) return read
  const table = await readTable(read.source)
  return table.ok ? [table.head, ...table.rows].map(({ line, cells }) => [line, ...cells]) : table
}

test("cells become what a person sees: texts as they are, days, numbers without exponents, with the zeros that lead them", async () => {
  const file = fileOf(
    partsOf({
      shared: [" Aarhus &amp; omegn ", "'=1"],
      sheets: {
        Rows: `${head}<row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>1</v></c><c r="C3" s="1"><v>45000</v></c><c r="D3" s="2"><v>150</v></c></row><row r="7"><c r="A7"><v>12345678901234</v></c><c r="B7" t="b"><v>1</v></c><c r="C7"><v>0.30000000000000004</v></c><c r="D7" t="str"><f>A1&amp;B1</f><v>idcity</v></c></row>`,
      },
    }),
  )
  expect(await rowsOf(file)).toEqual([
    [1, "id", "city", "", ""],
    [3, " Aarhus & omegn ", "'=1", "2023-03-15", "0150"],
    [7, "12345678901234", "true", "0.3", "idcity"],
  ])
})

test("of several sheets the first one that is shown is taken, and the others stand against nothing", async () => {
  const broken = `<row r="1"><c r="A1" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>`
  const sheets = { Old: broken, Stores: head, Notes: broken }
  const read = await readFile(fileOf(partsOf({ sheets, hidden: "Old" })))
  expect(read).toMatchObject({ ok: true, source: { sheet: "Stores", sheets: 3 } })
})

test("a workbook that a report exports is read as its cells were", async () => {
  const headers = ["id", "city"]
  const rows = Array.from({ length: 2000 }, (_, at) => [`${at}`, `=SUM(A${at}) "ø"`])
  const pages = (async function* () {
    yield rows
  })()
  const parts: BlobPart[] = []
  for await (const part of xlsxFile({ headers, pages, count: rows.length, about: [] }))
    parts.push(part.slice())
  expect(await rowsOf(new Blob(parts))).toEqual([
    [1, ...headers],
    ...rows.map((row, at) => [at + 2, ...row]),
  ])
})

describe("what cannot be read is refused in whole, with its reason", () => {
  const compound = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]
  const encrypted = [...Buffer.from("EncryptedPackage", "utf16le")]
  const valid = partsOf({ sheets: { Rows: head } })
  test.each<[string, Blob, object]>([
    ["a password", new Blob([new Uint8Array([...compound, ...encrypted])]), { fault: "encrypted" }],
    ["the old format", new Blob([new Uint8Array(compound)]), { fault: "old_workbook" }],
    ["another zip file", fileOf({ "content.xml": "<a/>" }), { fault: "no_workbook" }],
    ["a file that is cut", bookWith().slice(0, 300), { fault: "damaged" }],
    ["broken XML", fileOf({ ...valid, "xl/worksheets/sheet1.xml": "<c" }), { fault: "damaged" }],
    ["a cell without an end", bookWith('<row r="2"><c r="A2"><f>1</f>'), { fault: "damaged" }],
    [
      "a formula that was never computed",
      bookWith('<row r="2"><c r="A2"><f>B2</f></c></row>'),
      { fault: "no_value", name: "A2" },
    ],
    [
      "an error",
      bookWith('<row r="2"><c r="B2" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>'),
      { fault: "error_value", name: "B2" },
    ],
    [
      "a cell far to the right",
      bookWith(
        `<row r="2">${inline("XFD2", "x")}</row>`,
        `<row r="900">${inline("A900", "x")}</row>`,
      ),
      { fault: "too_spread" },
    ],
    ["a row far down", bookWith('<row r="9999999"/>'), { fault: "too_spread" }],
    ["a row out of this world", bookWith('<row r="99999999999"/>'), { fault: "damaged" }],
    [
      "too many rows",
      bookWith(
        ...Array.from(
          { length: batchLimit + 1 },
          (_, at) => `<row r="${at + 2}">${inline(`A${at + 2}`, "x")}</row>`,
        ),
      ),
      { fault: "too_many_rows", line: batchLimit + 2 },
    ],
    [
      "too many bytes",
      new Blob([new Uint8Array(fileLimit + 1).fill(0x50)]),
      { fault: "too_large" },
    ],
  ])("%s", async (_, file, fault) => {
    expect(await rowsOf(file)).toMatchObject({ ok: false, ...fault })
  })
})

test("a workbook that grows without bounds when it is unpacked is given up, whatever it says of its sizes", async () => {
  const parts = partsOf({ sheets: { Rows: head } })
  const bomb = zipSync({
    "xl/a.xml": new Uint8Array(workbookLimits.bytes + 1),
    ...Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])),
  })
  const originalSizeAt = 22
  new DataView(bomb.buffer, bomb.byteOffset).setUint32(originalSizeAt, 10, true)
  expect(await rowsOf(new Blob([bomb.slice()]))).toMatchObject({ fault: "too_large_unpacked" })
})

test("a workbook of thousands of files is given up", async () => {
  const many = Array.from({ length: workbookLimits.files + 1 }, (_, at) => [`xl/${at}.xml`, ""])
  expect(await rowsOf(fileOf(Object.fromEntries(many)))).toMatchObject({
    fault: "too_large_unpacked",
  })
})
