import { strToU8, zipSync } from "fflate"
import { describe, expect, test } from "vitest"
import {
  catalogue,
  entrySchemas,
  exportColumns,
  findOperation,
  type Row,
  recordType,
} from "@/lib/catalogue"
import type { TreeEntry } from "@/lib/client"
import { headsOf } from "@/lib/client/files/department-keys"
import { guessUses } from "@/lib/client/files/guess-uses"
import { readFile, readTable } from "@/lib/client/files/read-file"
import { planChanges } from "../../edits/plan-changes"
import { loadPhoneRules } from "../fields/phone-rules"
import { importUses, readColumns } from "./import-columns"
import { planImport } from "./plan-import"

const guid = (at: number) => `00000000-0000-4000-8000-${`${at}`.padStart(12, "0")}`
const [a, b] = [guid(1), guid(2)]
const list = findOperation(catalogue, "departments")
if (!list) throw new Error("The catalogue has no list of departments.")
const schemas = entrySchemas(catalogue)
const { split } = await loadPhoneRules()
const facts = {
  known: exportColumns(catalogue, list),
  fields: recordType(catalogue, "department").fields,
  open: new Set(Object.keys(schemas)),
  labelsOf: headsOf,
  splitPhone: split,
}

const store = (at: number, name: string, externalId: string): Row => ({
  id: guid(at),
  name,
  externalId,
  parentId: null,
  type: "Store",
  city: "Old",
  addressLine: null,
  zipCode: "0800",
  phoneNumber: { countryCode: 45, number: "12345678" },
  managerUserId: null,
})
const records = [store(1, "Aarhus C", "DK-01"), store(2, "Køge", "DK-02")]
const departments = records as unknown as readonly TreeEntry[]

/** The import preview of a file: changes by department, warnings that hold them, and errors. */
async function planOf(bytes: Uint8Array | string) {
  const blob = new Blob([typeof bytes === "string" ? bytes : new Uint8Array(bytes)])
  const read = await readFile(blob, 5000)
  const table = read.ok ? await readTable(read.source, 5000) : read
  if (!table.ok) return [`${table.fault}${"name" in table && table.name ? ` ${table.name}` : ""}`]
  const columns = readColumns(guessUses(table, importUses(facts, departments)), facts)
  if ("missing" in columns) return [`no ${columns.missing}`]
  const plan = planImport(table, columns, departments)
  const rules = { schemas, parents: new Map() }
  const basis = { records: new Map(records.map((row) => [`${row["id"]}`, row])), rules }
  const changes = planChanges(plan.desired, basis).map((item) => {
    if (item.state !== "ready") return `${item.line} ${item.state}`
    const values = item.changes.map(
      ({ path, after }) => `${path.join(".")}=${JSON.stringify(after)}`,
    )
    const held = item.warnings.map(({ kind }) => ` (${kind})`)
    return `${item.line} ${values.join(" ")}${held.join("")}`
  })
  const faults = plan.problems.map(({ line, fault }) => `${line} ${fault}`)
  return [...changes, ...faults, ...(plan.trimmed > 0 ? [`${plan.trimmed} trimmed`] : [])]
}

const latin = (text: string) => new Uint8Array(Buffer.from(text, "latin1"))
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\uFEFF${text}`, "utf16le"))
const utf16be = (text: string) => new Uint8Array(Buffer.from(`\uFEFF${text}`, "utf16le").swap16())

describe("A CSV file", () => {
  test.each<[string, string | Uint8Array, string[]]>([
    ["Danish Excel, CSV UTF-8", `\uFEFFid;By\r\n${a};Århus\r\n`, ['2 city="Århus"']],
    [
      "Danish Excel, CSV (separated by semicolon), Windows-1252",
      latin(`Eksternt id;By\r\nDK-02;Køge S\r\n`),
      ['2 city="Køge S"'],
    ],
    [
      "German Excel, Windows-1252 with the sign of the euro",
      latin(`id;Ort\r\n${a};M\xfcnchen \x80\r\n`),
      ['2 city="München €"'],
    ],
    [
      "German Excel with a line sep=;",
      latin(`sep=;\r\nid;Ort\r\n${a};K\xf6ln\r\n`),
      ['3 city="Köln"'],
    ],
    ["British Excel, CSV", `id,City\r\n${a},"London, SE1"\r\n`, ['2 city="London, SE1"']],
    ["Excel, Unicode text", utf16(`id\tBy\r\n${a}\tÅrhus\r\n`), ['2 city="Århus"']],
    ["UTF-16 of the other order", utf16be(`id;By\n${a};Århus\n`), ['2 city="Århus"']],
    [
      "LibreOffice, all texts quoted",
      `"id";"city"\n"${a}";"say ""hi"""\n`,
      ['2 city="say \\"hi\\""'],
    ],
    ["Google Sheets", `id,city,Notes\n${a},Oslo,\n,,\n`, ['2 city="Oslo"']],
    [
      "pandas with an index",
      `,externalId,city\n0,DK-01,Oslo\n1,DK-02,Moss\n`,
      ['2 city="Oslo"', '3 city="Moss"'],
    ],
    ["old Mac line ends", `id;city\r${a};Oslo\r`, ['2 city="Oslo"']],
    ["separators after the last column", `id;city;;;\n${a};Oslo;;;\n;;;;\n`, ['2 city="Oslo"']],
    ["blank lines and rows of separators", `\nid;city\n\n;\n${a};Oslo\n\n`, ['5 city="Oslo"']],
    [
      "an address in two lines of one cell",
      `id;Address\n${a};"Road 1\nGate 2"\n`,
      ['2 addressLine="Road 1\\nGate 2"'],
    ],
    [
      "names instead of ids",
      `Butik;By\nkøge;Ishøj\nNowhere;X\nAarhus C;Risskov\n`,
      ['2 city="Ishøj"', '4 city="Risskov"', "3 unknown_name"],
    ],
    ["spaces around values", `id; city \n ${a} ;  Oslo \n`, ['2 city="Oslo"', "1 trimmed"]],
    ["a postal code whose zero is gone", `id;Postal code\n${a};800\n`, ['2 zipCode="800" (zeros)']],
    [
      "a postal code with its zero",
      `id;Postal code\n${a};0800\n${b};8000\n`,
      ["2 unchanged", '3 zipCode="8000"'],
    ],
    [
      "a number that became an exponent",
      `id;externalId\n${a};4,57E+12\n`,
      ['2 externalId="4,57E+12" (exponent)'],
    ],
    [
      "a house number that became a day",
      `id;Adresse\n${a};03-mar\n`,
      ['2 addressLine="03-mar" (date)'],
    ],
    [
      "a phone number",
      `id;Phone\n${a};+45 70 20 10 11\n${b};87 65 43 21\n`,
      ['2 phoneNumber.number="70201011"', '3 phoneNumber.number="87654321"'],
    ],
    [
      "an export that was opened and saved: apostrophes before signs",
      `id;city\n${a};'=1+1\n`,
      ['2 city="=1+1"'],
    ],
    [
      "unknown ids, and a row twice",
      `id;city\n${guid(9)};X\n${a};Y\n${a.toUpperCase()};Z\nx;Y\n`,
      ['3 city="Y"', "2 unknown_id", "4 repeated_department", "5 key_no_guid"],
    ],
    ["a value that no department may have", `id;email\n${a};nobody\n`, ["2 refused"]],
    ["a quote that is not closed", `id;city\n${a};"Oslo\n`, ["bad_quote"]],
    ["only a heading of nothing known", "Foo;Bar\n1;2\n", ["no key"]],
    ["a key and nothing else", `id\n${a}\n`, ["no values"]],
    ["nothing", "", ["empty"]],
    ["a picture", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]), ["no_text"]],
  ])("as %s", async (_, bytes, plan) => {
    expect(await planOf(bytes)).toEqual(plan)
  })
})

const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
const types = "http://schemas.openxmlformats.org/package/2006/relationships"

/** A workbook with one sheet. Style 1 is a date, style 2 a four-digit number as in Danish Excel. */
function workbook(rows: string, shared: readonly string[] = []) {
  const rels = (...targets: [id: string, type: string, target: string][]) =>
    `<Relationships xmlns="${types}">${targets.map(([id, type, target]) => `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`).join("")}</Relationships>`
  const parts = {
    "_rels/.rels": rels(["rId1", "officeDocument", "xl/workbook.xml"]),
    "xl/workbook.xml": `<workbook xmlns:r="${relations}"><sheets><sheet name="Ark1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": rels(
      ["rId1", "worksheet", "worksheets/sheet1.xml"],
      ["rId2", "styles", "styles.xml"],
      ["rId3", "sharedStrings", "sharedStrings.xml"],
    ),
    "xl/styles.xml": `<styleSheet><numFmts count="1"><numFmt numFmtId="164" formatCode="[$-406]0000"/></numFmts><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    "xl/sharedStrings.xml": `<sst>${shared.map((text) => `<si><t>${text}</t></si>`).join("")}</sst>`,
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  }
  return zipSync(
    Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])),
  )
}

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const row = (...cells: string[]) => `<row>${cells.join("")}</row>`

describe("A workbook", () => {
  test.each<[string, Uint8Array, string[]]>([
    [
      "Power BI writes, without addresses",
      workbook(row(text("id"), text("By")) + row(text(a), text("Århus"))),
      ['2 city="Århus"'],
    ],
    [
      "Excel writes, with shared strings",
      workbook(
        `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row><row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2" t="s"><v>3</v></c></row>`,
        ["Externe ID", "Ort", "DK-01", "<![CDATA[Köln & Bonn]]>"],
      ),
      ['2 city="Köln &amp; Bonn"'.replace("&amp;", "&")],
    ],
    [
      "with a postal code as a number",
      workbook(row(text("id"), text("Postnummer")) + row(text(a), "<c><v>800</v></c>")),
      ['2 zipCode="800" (zeros)'],
    ],
    [
      "with a postal code shown in four digits",
      workbook(row(text("id"), text("Postnummer")) + row(text(a), '<c s="2"><v>800</v></c>')),
      ["2 unchanged"],
    ],
    [
      "with a number where a text was",
      workbook(row(text("id"), text("externalId")) + row(text(a), "<c><v>1000</v></c>")),
      ['2 externalId="1000" (number)'],
    ],
    [
      "with a formula and its saved result",
      workbook(row(text("id"), text("city")) + row(text(a), '<c t="str"><f>B9</f><v>Oslo</v></c>')),
      ['2 city="Oslo" (formula)'],
    ],
    [
      "with a formula that was never computed",
      workbook(row(text("id"), text("city")) + row(text(a), "<c><f>B9</f></c>")),
      ["no_value B2"],
    ],
    [
      "with an error",
      workbook(row(text("id"), text("city")) + row(text(a), '<c t="e"><v>#N/A</v></c>')),
      ["error_value B2"],
    ],
    [
      "with a day where an address was",
      workbook(row(text("id"), text("Adresse")) + row(text(a), '<c s="1"><v>46084</v></c>')),
      ['2 addressLine="2026-03-03" (date)'],
    ],
    [
      "with a phone number as a number",
      workbook(row(text("id"), text("Telefon")) + row(text(a), "<c><v>70201011</v></c>")),
      ['2 phoneNumber.number="70201011"'],
    ],
    ["that is no archive", new Uint8Array([0x50, 0x4b, 3, 4, 1, 2, 3]), ["damaged"]],
    [
      "of the old format",
      new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      ["old_workbook"],
    ],
  ])("%s", async (_, bytes, plan) => {
    expect(await planOf(bytes)).toEqual(plan)
  })
})
