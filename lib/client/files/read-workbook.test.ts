import { strToU8, Zip, ZipDeflate, type Zippable, zipSync } from "fflate"
import { describe, expect, test } from "vitest"
import { xlsxFile } from "@/lib/server/files/xlsx-file"
import { readWorkbook } from "./read-workbook"
import { workbookLimits } from "./unpack-workbook"

type Parts = { readonly [path: string]: string | Uint8Array }

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
const packageRelations = "http://schemas.openxmlformats.org/package/2006/relationships"
const strictMain = "http://purl.oclc.org/ooxml/spreadsheetml/main"
const strictRelations = "http://purl.oclc.org/ooxml/officeDocument/relationships"

const rels = (targets: { readonly [type: string]: string }, base = relations) =>
  `${declaration}<Relationships xmlns="${packageRelations}">${Object.entries(targets)
    .map(([type, target], at) => {
      return `<Relationship Id="rId${at + 1}" Type="${base}/${type}" Target="${target}"/>`
    })
    .join("")}</Relationships>`

const bookXml = (properties = "") =>
  `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}">${properties}<sheets><sheet name="Ark1" sheetId="1" r:id="rId1"/></sheets></workbook>`
const sheetXml = (rows: string, after = "") =>
  `${declaration}<worksheet xmlns="${main}" xmlns:r="${relations}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="x14ac" xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac"><dimension ref="A1:B2"/><cols><col min="1" max="2" width="9" customWidth="1"/></cols><sheetData>${rows}</sheetData>${after}</worksheet>`
const sharedXml = (items: readonly string[]) =>
  `${declaration}<sst xmlns="${main}" count="${items.length}" uniqueCount="${items.length}">${items.map((item) => `<si>${item}</si>`).join("")}</sst>`

/** Styles by index: each is a built-in format id or a custom format code. */
const stylesXml = (formats: readonly (number | string)[]) => {
  const own = formats.map((format, at) =>
    typeof format === "string"
      ? `<numFmt numFmtId="${164 + at}" formatCode="${format.replaceAll('"', "&quot;")}"/>`
      : "",
  )
  const uses = formats.map(
    (format, at) =>
      `<xf numFmtId="${typeof format === "string" ? 164 + at : format}" fontId="0" xfId="0" applyNumberFormat="1"/>`,
  )
  return `${declaration}<styleSheet xmlns="${main}"><numFmts count="1">${own.join("")}</numFmts><cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs><cellXfs count="1">${uses.join("")}</cellXfs><dxfs count="1"><dxf><numFmt numFmtId="164" formatCode="yyyy"/></dxf></dxfs></styleSheet>`
}

interface Book {
  readonly rows: string
  readonly after?: string
  readonly shared?: readonly string[]
  readonly formats?: readonly (number | string)[]
  readonly properties?: string
}

/** A workbook with the parts that Excel writes. */
const excel = ({ rows, after, shared = [], formats = [0], properties }: Book): Parts => ({
  "[Content_Types].xml": `${declaration}<Types/>`,
  "_rels/.rels": rels({ officeDocument: "xl/workbook.xml" }),
  "xl/workbook.xml": bookXml(properties),
  "xl/_rels/workbook.xml.rels": rels({
    worksheet: "worksheets/sheet1.xml",
    styles: "styles.xml",
    sharedStrings: "sharedStrings.xml",
  }),
  "xl/worksheets/sheet1.xml": sheetXml(rows, after),
  "xl/styles.xml": stylesXml(formats),
  "xl/sharedStrings.xml": sharedXml(shared),
})

/** A workbook without shared strings or styles. */
const plain = (rows: string): Parts => ({
  "_rels/.rels": rels({ officeDocument: "xl/workbook.xml" }),
  "xl/workbook.xml": bookXml(),
  "xl/_rels/workbook.xml.rels": rels({ worksheet: "worksheets/sheet1.xml" }),
  "xl/worksheets/sheet1.xml": sheetXml(rows),
})

const inline = (text: string, reference = "") =>
  `<c${reference && ` r="${reference}"`} t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
const head = `<row r="1">${inline("id", "A1")}${inline("city", "B1")}</row>`
const row2 = (...cells: string[]) => `${head}<row r="2">${cells.join("")}</row>`
const withHead = (...cells: string[]) => plain(row2(...cells))

const zip = (parts: Parts, options?: { readonly level: 0 }) => {
  const files: Zippable = {}
  for (const [path, part] of Object.entries(parts))
    files[path] = typeof part === "string" ? strToU8(part) : part
  return zipSync(files, options)
}

const utf16 = (text: string) =>
  new Uint8Array(Buffer.from(`\ufeff${text.replace("UTF-8", "UTF-16")}`, "utf16le"))

/** The rows with line numbers and cell kinds, or the fault. */
function read(bytes: Uint8Array, maxRows = 5000) {
  const result = readWorkbook(bytes, { maxRows })
  if (!result.ok) return [result.fault, ...(result.name === undefined ? [] : [result.name])]
  return result.rows.map(({ line, cells, kinds = {} }) => [
    line,
    ...cells.map((text, at) => (kinds[at] ? `${text} (${kinds[at]})` : text)),
  ])
}

const headRow = [1, "id", "city"]

describe("workbooks as different programs write them", () => {
  test.each<[string, Parts, (string | number)[][]]>([
    [
      "Excel, Danish: shared strings, a locale's zeros, a day, a decimal number",
      excel({
        shared: [
          "<t>Butik</t>",
          "<t>Åbnet</t>",
          '<t xml:space="preserve"> Århus &amp; omegn &lt;Ø&gt; </t>',
        ],
        formats: [0, "[$-406]0000", 14],
        rows: '<row r="1" spans="1:4" x14ac:dyDescent="0.25"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row><row r="2"><c r="A2" s="1"><v>800</v></c><c r="B2" s="2"><v>46331</v></c><c r="C2"><v>0.30000000000000004</v></c><c r="D2" t="s"><v>2</v></c></row>',
      }),
      [
        [1, "Butik", "Åbnet", "", ""],
        [2, "0800", "2026-11-05 (date)", "0.3 (number)", " Århus & omegn <Ø> "],
      ],
    ],
    [
      "Excel, German: zeros with a text section, with literals around them, long days and euros",
      excel({
        formats: [
          0,
          "00000;@",
          '"D-"00000\\ ',
          "[$-407]dddd\\,\\ d/\\ mmmm\\ yyyy;@",
          '#,##0.00\\ "€";[Red]\\-#,##0.00\\ "€"',
        ],
        rows: row2(
          '<c r="A2" s="1"><v>1067</v></c><c r="B2" s="2"><v>1067</v></c><c r="C2" s="3"><v>46331</v></c><c r="D2" s="4"><v>-1234.5</v></c>',
        ),
      }),
      [
        [1, "id", "city", "", ""],
        [2, "01067", "01067", "2026-11-05 (date)", "-1234.5 (number)"],
      ],
    ],
    [
      "Excel, British: percent, currency, a time in a day, true and false",
      excel({
        formats: [0, 9, "[$£-809]#,##0.00", "dd/mm/yyyy\\ hh:mm", 22],
        rows: row2(
          '<c r="A2" s="1"><v>0.15</v></c><c r="B2" s="2"><v>1250</v></c><c r="C2" s="3"><v>46331.5625</v></c><c r="D2" s="4"><v>46331.562500000007</v></c><c r="E2" t="b"><v>1</v></c><c r="F2" t="b"><v>0</v></c>',
        ),
      }),
      [
        [1, "id", "city", "", "", "", ""],
        [
          2,
          "0.15 (number)",
          "1250 (number)",
          "2026-11-05T13:30:00.000Z (date)",
          "2026-11-05T13:30:00.000Z (date)",
          "true",
          "false",
        ],
      ],
    ],
    [
      "Excel for Mac: days since 1904",
      excel({
        formats: [0, 14],
        properties: '<workbookPr date1904="1" defaultThemeVersion="124226"/>',
        rows: row2(
          '<c r="A2" s="1"><v>44869</v></c><c r="B2" s="1"><v>0</v></c><c r="C2" s="1"><v>-1</v></c>',
        ),
      }),
      [
        [...headRow, ""],
        [2, "2026-11-05 (date)", "1904-01-01 (date)", "-1 (number)"],
      ],
    ],
    [
      "Excel: the first days of 1900 with one that never was, and numbers that are no day",
      excel({
        formats: [0, 14],
        rows: row2(
          ...["1", "59", "60", "61", "2958465", "2958466", "-1"].map(
            (value) => `<c s="1"><v>${value}</v></c>`,
          ),
        ),
      }),
      [
        [...headRow, "", "", "", "", ""],
        [
          2,
          "1900-01-01 (date)",
          "1900-02-28 (date)",
          "1900-02-29 (date)",
          "1900-03-01 (date)",
          "9999-12-31 (date)",
          "2958466 (number)",
          "-1 (number)",
        ],
      ],
    ],
    [
      "Excel, Japanese: rich text is joined, how it is pronounced is left out",
      excel({
        shared: [
          "<t>東京</t><rPh sb='0' eb='2'><t>トウキョウ</t></rPh><phoneticPr fontId='1'/>",
          '<r><rPr><b/><sz val="11"/></rPr><t xml:space="preserve">Ny </t></r><r><t>York</t></r>',
        ],
        rows: row2('<c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c>'),
      }),
      [headRow, [2, "東京", "Ny York"]],
    ],
    [
      "CDATA and comments in shared and inline strings and in results of formulas",
      excel({
        shared: ["<t>A<![CDATA[<b> & ]]>c<!-- no -->d</t>"],
        rows: row2(
          '<c r="A2" t="s"><v>0</v></c><c r="B2" t="inlineStr"><is><t><![CDATA[R&D]]></t></is></c><c r="C2" t="str"><f>A1</f><v><![CDATA[x<y]]></v></c>',
        ),
      }),
      [
        [...headRow, ""],
        [2, "A<b> & cd", "R&D", "x<y (formula)"],
      ],
    ],
    [
      "Excel: a hidden sheet and a chart's sheet stand before the one that is shown",
      {
        ...excel({ rows: head }),
        "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Old" sheetId="7" state="veryHidden" r:id="rId3"/><sheet name="Chart" sheetId="8" r:id="rId2"/><sheet name="Stores" sheetId="9" r:id="rId1"/></sheets></workbook>`,
        "xl/_rels/workbook.xml.rels": rels({
          worksheet: "worksheets/sheet1.xml",
          chartsheet: "chartsheets/sheet1.xml",
          "extra/worksheet": "worksheets/sheet2.xml",
        }),
        "xl/chartsheets/sheet1.xml": "<chartsheet/>",
        "xl/worksheets/sheet2.xml": sheetXml(row2('<c r="A2" t="e"><v>#N/A</v></c>')),
      },
      [headRow],
    ],
    [
      "Excel: merged cells, hidden rows and columns, cells that are only coloured",
      excel({
        formats: [0, 0],
        rows: `${head}<row r="2" hidden="1">${inline("1", "A2")}<c r="B2" s="1"/></row><row r="4">${inline("2", "A4")}</row><row r="1048576"><c r="XFD1048576" s="1"/></row>`,
        after: '<mergeCells count="1"><mergeCell ref="A2:B2"/></mergeCells>',
      }),
      [headRow, [2, "1", ""], [4, "2", ""]],
    ],
    [
      "Excel: a number as a text by its apostrophe, and one in a cell of texts",
      excel({
        shared: ["<t>0045</t>", "<t>=1+1</t>"],
        formats: [0, 49],
        rows: row2(
          '<c r="A2" s="1" t="s" quotePrefix="1"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="C2" s="1"><v>45</v></c>',
        ),
      }),
      [
        [...headRow, ""],
        [2, "0045", "=1+1", "45 (number)"],
      ],
    ],
    [
      "Excel: formulas with their results, shared ones too",
      excel({
        formats: [0, 14, "0000"],
        rows: row2(
          '<c r="A2"><f t="shared" ref="A2:A9" si="0">B2*2</f><v>4</v></c><c r="B2" t="str"><f t="shared" si="0"/><v/></c><c r="C2" s="1"><f>TODAY()</f><v>46331</v></c><c r="D2" s="2"><f>7</f><v>7</v></c><c r="E2" t="b"><f>1=1</f><v>1</v></c>',
        ),
      }),
      [
        [...headRow, "", "", ""],
        [
          2,
          "4 (formula)",
          " (formula)",
          "2026-11-05 (formula)",
          "0007 (formula)",
          "true (formula)",
        ],
      ],
    ],
    [
      "Excel: characters that XML cannot hold, their escape itself, and those beyond 16 bits",
      excel({
        shared: [
          "<t>a_x000D_\nb</t>",
          "<t>_x005F_x000D_</t>",
          "<t>&#128512;&#x1F600;&apos;&quot;_xyz_</t>",
        ],
        rows: row2(
          '<c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="C2" t="s"><v>2</v></c>',
        ),
      }),
      [
        [...headRow, ""],
        [2, "a\r\nb", "_x000D_", "😀😀'\"_xyz_"],
      ],
    ],
    [
      "Excel: formats whose letters are no date, and dates whose formats are unusual",
      excel({
        formats: [
          0,
          '0 "days"',
          "0\\d",
          "[Red]0.0",
          "_-* #,##0_-",
          "0.00E+00",
          "mmm/yy",
          "[h]:mm:ss",
          "ss.000",
          '"d" 0',
        ],
        rows: row2(...Array.from({ length: 9 }, (_, at) => `<c s="${at + 1}"><v>46331</v></c>`)),
      }),
      [
        [...headRow, "", "", "", "", "", "", ""],
        [
          2,
          ...Array.from({ length: 5 }, () => "46331 (number)"),
          ...Array.from({ length: 3 }, () => "2026-11-05 (date)"),
          "46331 (number)",
        ],
      ],
    ],
    [
      "Excel: numbers of a department's telephone, of a Danish person, below zero and with fractions in formats of zeros",
      excel({
        formats: [0, "00\\ 00\\ 00\\ 00", "000000\\-0000", "0000", "0"],
        rows: row2(
          '<c s="1"><v>1234567</v></c><c s="2"><v>101901234</v></c><c s="3"><v>-5</v></c><c s="3"><v>800.5</v></c><c s="3"><v>12345</v></c><c s="4"><v>7</v></c>',
        ),
      }),
      [
        [...headRow, "", "", "", ""],
        [2, "01234567", "0101901234", "-0005", "800.5 (number)", "12345", "7 (number)"],
      ],
    ],
    [
      "numbers that are written with exponents, up to where they have too many digits",
      withHead(
        ...[
          "1E+3",
          "1.5e-7",
          "-2.5E-10",
          "12345678901234567890",
          "1e21",
          "4.9406564584124654e-300",
        ].map((value) => `<c><v>${value}</v></c>`),
      ),
      [
        [...headRow, "", "", "", ""],
        [
          2,
          "1000 (number)",
          "0.00000015 (number)",
          "-0.00000000025 (number)",
          "12345678901234600000 (number)",
          "1e+21 (number)",
          `0.${"0".repeat(299)}494065645841247 (number)`,
        ],
      ],
    ],
    [
      "Excel, strict: other namespaces, days and times as ISO texts",
      {
        "_rels/.rels": rels({ officeDocument: "xl/workbook.xml" }, strictRelations),
        "xl/workbook.xml": `<workbook xmlns="${strictMain}" xmlns:r="${strictRelations}" conformance="strict"><sheets><sheet name="Ark1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
        "xl/_rels/workbook.xml.rels": rels({ worksheet: "worksheets/sheet1.xml" }, strictRelations),
        "xl/worksheets/sheet1.xml": `<worksheet xmlns="${strictMain}"><sheetData>${row2(...["2026-11-05", "2026-11-05T13:30:00", "2026-11-05T13:30:00.5000000Z", "13:45:30", "PT0H11M0.000S", "PT24H0M0.000S"].map((value) => `<c t="d"><v>${value}</v></c>`))}</sheetData></worksheet>`,
      },
      [
        [...headRow, "", "", "", ""],
        [
          2,
          "2026-11-05 (date)",
          "2026-11-05T13:30:00.000Z (date)",
          "2026-11-05T13:30:00.500Z (date)",
          "1899-12-31T13:45:30.000Z (date)",
          "1899-12-31T00:11:00.000Z (date)",
          "1900-01-01 (date)",
        ],
      ],
    ],
    [
      "LibreOffice: formulas' texts, sections of zeros, upper-case formats, a last row of nothing",
      excel({
        shared: ['<t xml:space="preserve">Odense</t>'],
        formats: ["General", "DD\\.MM\\.YYYY", "00000"],
        rows: `${head}<row r="2" customFormat="false" ht="12.8" hidden="false"><c r="A2" s="0" t="str"><f aca="false">A1&amp;"x"</f><v>idx</v></c><c r="B2" s="0" t="s"><v>0</v></c><c r="C2" s="1" t="n"><v>46331</v></c><c r="D2" s="2" t="n"><v>99</v></c></row><row r="1048576" customFormat="false" ht="12.8" hidden="false"/>`,
      }),
      [
        [...headRow, "", ""],
        [2, "idx (formula)", "Odense", "2026-11-05 (date)", "00099"],
      ],
    ],
    [
      "Google Sheets: targets from the archive's root, strings with empty ones between them",
      {
        ...excel({
          shared: ["<t>id</t>", "<t/>", "", "<t>city</t>"],
          rows: '<row r="1"><c r="A1" s="0" t="s"><v>0</v></c><c r="B1" t="s"><v>3</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" t="s"><v>2</v></c></row><row r="3"><c r="A3"><v>7.0</v></c></row>',
        }),
        "_rels/.rels": rels({ officeDocument: "/xl/workbook.xml" }),
        "xl/_rels/workbook.xml.rels": rels({
          worksheet: "/xl/worksheets/sheet1.xml",
          styles: "./styles.xml",
          sharedStrings: "../xl/sharedStrings.xml",
        }),
      },
      [headRow, [3, "7 (number)", ""]],
    ],
    [
      "pandas with openpyxl: inline strings, neither shared strings nor styles",
      plain(
        '<row r="1"><c r="A1" t="inlineStr"><is><t>id</t></is></c><c r="B1" t="inlineStr"><is><t>city</t></is></c></row><row r="2"><c r="A2" t="n"><v>1</v></c><c r="B2" t="inlineStr"><is><t>Aarhus</t></is></c></row><row r="3"><c r="A3" t="n"/><c r="B3" t="inlineStr"><is><t/></is></c></row>',
      ),
      [headRow, [2, "1 (number)", "Aarhus"]],
    ],
    [
      "SheetJS: texts without a formula, days as ISO texts",
      plain(
        '<row r="1"><c r="A1" t="str"><v>id</v></c><c r="B1" t="str"><v>city</v></c></row><row r="2"><c r="A2" t="d"><v>2026-11-05T00:00:00.000Z</v></c><c r="B2" t="str"><v>Århus</v></c></row>',
      ),
      [headRow, [2, "2026-11-05 (date)", "Århus"]],
    ],
    [
      "Power BI and Dynamics: neither rows nor cells have a place, some cells have one",
      plain(
        `<row>${inline("id")}${inline("city")}</row><row/><row><c t="inlineStr"/>${inline("Aarhus")}</row><row>${inline("x", "B9")}${inline("y")}</row><row>${inline("z")}</row>`,
      ),
      [
        [...headRow, ""],
        [3, "", "Aarhus", ""],
        [9, "", "x", "y"],
        [10, "z", "", ""],
      ],
    ],
    [
      "ClosedXML, EPPlus and SAP: all names have a prefix, attributes have single quotes, texts are padded",
      {
        "_rels/.rels": `<p:Relationships xmlns:p='${packageRelations}'><p:Relationship Type='${relations}/officeDocument' Target='/xl/workbook.xml' Id='R1'/></p:Relationships>`,
        "xl/workbook.xml": `<x:workbook xmlns:rel='${relations}' xmlns:x='${main}'><x:sheets><x:sheet name='R&amp;D > "x"' sheetId='1' rel:id='R7'/></x:sheets></x:workbook>`,
        "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Type='${relations}/worksheet' Target='/xl/worksheets/sheet.xml' Id='R7'/></Relationships>`,
        "xl/worksheets/sheet.xml": `<x:worksheet xmlns:x='${main}'><x:sheetData><x:row r='1'><x:c r='A1' t='str'><x:v>id</x:v></x:c><x:c r='B1' t='inlineStr'><x:is><x:r><x:t>ci</x:t></x:r><x:r><x:t>ty</x:t></x:r></x:is></x:c></x:row><x:row r='2'><x:c r='A2' t='str'><x:v>M3X16     </x:v></x:c></x:row></x:sheetData></x:worksheet>`,
      },
      [headRow, [2, "M3X16", ""]],
    ],
    [
      "Apache POI, streaming: indented parts with a byte order mark and Windows line ends",
      {
        ...plain(""),
        "xl/worksheets/sheet1.xml": `\ufeff${declaration}<worksheet>\r\n <sheetData>\r\n  <row r="1">\r\n   <c r="A1" t="inlineStr">\r\n    <is>\r\n     <t>id</t>\r\n    </is>\r\n   </c>\r\n   <c r="B1" t="inlineStr"><is><t>city</t></is></c>\r\n  </row>\r\n  <row r="2"><c r="A2"><v>\r\n 5 </v></c><c r="B2" t="inlineStr"><is><t>a\r\nb</t></is></c></row>\r\n </sheetData>\r\n</worksheet>\r\n`,
      },
      [headRow, [2, "5 (number)", "a\nb"]],
    ],
    [
      "a main part of another name in another folder",
      {
        "_rels/.rels": rels({
          "extended-properties": "docProps/app.xml",
          officeDocument: "book/main.xml",
        }),
        "book/main.xml": bookXml(),
        "book/_rels/main.xml.rels": rels({ worksheet: "one.xml" }),
        "book/one.xml": sheetXml(head),
        "xl/workbook.xml": "<workbook><sheets/></workbook>",
      },
      [headRow],
    ],
    [
      "old .NET programs: names with backslashes and other capitals than those that refer to them",
      {
        "_rels\\.rels": rels({ officeDocument: "xl/workbook.xml" }),
        "xl\\workbook.xml": bookXml(),
        "xl\\_rels\\workbook.xml.rels": rels({
          worksheet: "worksheets/sheet1.xml",
          sharedStrings: "sharedStrings.xml",
        }),
        "xl\\Worksheets\\Sheet1.xml": sheetXml(row2('<c r="A2" t="s"><v>0</v></c>')),
        "xl\\SharedStrings.xml": sharedXml(["<t>x</t>"]),
      },
      [headRow, [2, "x", ""]],
    ],
    [
      "parts in UTF-16, and one that only says so",
      {
        ...plain(""),
        "xl/workbook.xml": utf16(bookXml()),
        "xl/worksheets/sheet1.xml": utf16(sheetXml(row2(inline("Ærø 😀")))),
        "xl/_rels/workbook.xml.rels": rels({ worksheet: "worksheets/sheet1.xml" }).replace(
          "UTF-8",
          "utf-16",
        ),
      },
      [headRow, [2, "Ærø 😀", ""]],
    ],
    [
      "extensions within rows and cells, and inline text that stands where a value does",
      withHead(
        '<c r="A2"><v>1</v><extLst><ext uri="x"><y:f xmlns:y="u">2</y:f></ext></extLst></c><c r="B2" t="inlineStr"><v>x</v></c><c r="C2" t="inlineStr"><v>1.0</v><is><t>1.</t></is></c><extLst><ext>3</ext></extLst>',
      ),
      [
        [...headRow, ""],
        [2, "1 (number)", "x", "1."],
      ],
    ],
    [
      "cells and rows in any order, a row in two pieces",
      plain(
        `<row r="3">${inline("3", "A3")}</row><row r="1">${inline("city", "B1")}${inline("id", "A1")}</row><row r="3">${inline("x", "B3")}</row>`,
      ),
      [headRow, [3, "3", "x"]],
    ],
    [
      "Hancom Office: styles of which programs choose those that they know",
      {
        ...excel({ rows: row2('<c r="A2" s="1"><v>46331</v></c><c r="B2" s="2"><v>7</v></c>') }),
        "xl/styles.xml": `<x:styleSheet xmlns:x="${main}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><x:cellXfs><x:xf numFmtId="0"/><mc:AlternateContent><mc:Choice Requires="hs"><x:xf numFmtId="0"/></mc:Choice><mc:Fallback><x:xf numFmtId="14"/></mc:Fallback></mc:AlternateContent><x:xf numFmtId="0"/></x:cellXfs></x:styleSheet>`,
      },
      [headRow, [2, "2026-11-05 (date)", "7 (number)"]],
    ],
    [
      "spaces around a text that nothing asks to keep, and those that are no space in XML",
      withHead(
        '<c t="inlineStr"><is><t> \t a b\n </t></is></c><c t="inlineStr"><is><t>\u3000東京\u00a0</t></is></c>',
      ),
      [headRow, [2, "a b", "\u3000東京\u00a0"]],
    ],
    [
      "a text as long as Excel lets it be, and longer",
      withHead(inline("ø".repeat(32_767)), inline("x".repeat(500_000))),
      [headRow, [2, "ø".repeat(32_767), "x".repeat(500_000)]],
    ],
    ["an empty sheet", plain(""), []],
    [
      "an empty sheet without an end tag of its own",
      { ...plain(""), "xl/worksheets/sheet1.xml": "<worksheet><sheetData/></worksheet>" },
      [],
    ],
    ["only the heading", plain(head), [headRow]],
    ["rows of blanks are none", withHead(inline("  "), inline("\u00a0")), [headRow]],
  ])("%s", (_, parts, rows) => {
    expect(read(zip(parts))).toEqual(rows)
  })
})

const doctype = '<!DOCTYPE a [<!ENTITY b "boom"><!ENTITY c "&b;&b;">]>'

describe("an unreadable workbook is refused with the reason and the cell", () => {
  test.each<[string, Parts, string[]]>([
    ["a formula without a result", withHead('<c r="B2"><f>A2</f></c>'), ["no_value", "B2"]],
    ["a formula with an empty result", withHead("<c><f>A2</f><v/></c>"), ["no_value", "A2"]],
    ["a formula's text without a result", withHead('<c t="str"><f>A2</f></c>'), ["no_value", "A2"]],
    ["an error", withHead('<c r="AB2" t="e"><v>#N/A</v></c>'), ["error_value", "AB2"]],
    ["a formula's error", withHead("<c/>", '<c t="e"><f>1/0</f></c>'), ["error_value", "B2"]],
    ["a shared string that is not there", withHead('<c t="s"><v>0</v></c>'), ["damaged", "A2"]],
    ["a shared string without a number", withHead('<c t="s"><v>x</v></c>'), ["damaged", "A2"]],
    ["a style that is not there", withHead('<c s="3"><v>1</v></c>'), ["damaged", "A2"]],
    ["a number that is none", withHead("<c><v>NaN</v></c>"), ["damaged", "A2"]],
    ["a number with a comma", withHead("<c><v>1,5</v></c>"), ["damaged", "A2"]],
    ["a number without bounds", withHead("<c><v>1e999</v></c>"), ["damaged", "A2"]],
    ["neither true nor false", withHead('<c t="b"><v>2</v></c>'), ["damaged", "A2"]],
    ["a day that is none", withHead('<c t="d"><v>2026-02-30</v></c>'), ["damaged", "A2"]],
    ["a date in words", withHead('<c t="d"><v>5 Nov</v></c>'), ["damaged", "A2"]],
    ["a type that is not known", withHead('<c t="x"><v>1</v></c>'), ["damaged", "A2"]],
    ["a text in a number", withHead("<c><is><t>x</t></is></c>"), ["damaged", "A2"]],
    ["a text beside its cell's value", withHead("<c>x<v>1</v></c>"), ["damaged", "A2"]],
    ["two values", withHead("<c><v>1</v><v>2</v></c>"), ["damaged", "A2"]],
    ["an element within a value", withHead("<c><v><b>1</b></v></c>"), ["damaged", "A2"]],
    [
      "another element within a string",
      withHead('<c t="inlineStr"><is><x>1</x></is></c>'),
      ["damaged", "A2"],
    ],
    [
      "a cell that is there twice",
      withHead(inline("1", "A2"), inline("2", "A2")),
      ["damaged", "A2"],
    ],
    ["a cell in another row", withHead(inline("1", "A3")), ["damaged", "A3"]],
    ["a cell beyond the last column", withHead(inline("1", "XFE2")), ["damaged", "XFE2"]],
    ["a cell without a number", withHead(inline("1", "A")), ["damaged", "A"]],
    ["a row beyond the last one", plain('<row r="1048577"/>'), ["damaged"]],
    ["a row zero", plain('<row r="0"/>'), ["damaged"]],
    ["a cell without a row", plain(inline("1", "A1")), ["damaged"]],
    ["a text without a cell", plain("<row>1</row>"), ["damaged"]],
    [
      "cells for other programs only",
      withHead(`<AlternateContent><Choice>${inline("1")}</Choice></AlternateContent>`),
      ["damaged"],
    ],
    ["an element that is no cell", withHead("<d/>"), ["damaged"]],
    [
      "cells too far from each other",
      plain(`<row r="1">${inline("1", "XFD1")}</row><row r="900">${inline("1", "A900")}</row>`),
      ["too_spread"],
    ],
    [
      "a sheet of something else",
      { ...plain(""), "xl/worksheets/sheet1.xml": "<html/>" },
      ["damaged"],
    ],
    [
      "a sheet that is not there",
      { ...plain(""), "xl/_rels/workbook.xml.rels": rels({ worksheet: "gone.xml" }) },
      ["damaged"],
    ],
    [
      "a sheet that nothing refers to",
      { ...plain(""), "xl/_rels/workbook.xml.rels": rels({}) },
      ["damaged"],
    ],
    [
      "strings that are not there",
      {
        ...plain(""),
        "xl/_rels/workbook.xml.rels": rels({
          worksheet: "worksheets/sheet1.xml",
          sharedStrings: "gone.xml",
        }),
      },
      ["damaged"],
    ],
    [
      "something else among the strings",
      { ...excel({ rows: head }), "xl/sharedStrings.xml": "<sst><x/></sst>" },
      ["damaged"],
    ],
    [
      "a document type",
      { ...plain(head), "xl/worksheets/sheet1.xml": `${doctype}${sheetXml(head)}` },
      ["damaged"],
    ],
    [
      "a document type before the strings",
      {
        ...excel({ rows: head }),
        "xl/sharedStrings.xml": `${doctype}<sst><si><t>&c;</t></si></sst>`,
      },
      ["damaged"],
    ],
    ["an entity that is not known", withHead(inline("&nbsp;")), ["damaged"]],
    ["a stray ampersand", withHead(inline("R & D")), ["damaged"]],
    ["an attribute without quotes", withHead("<c r=A2><v>1</v></c>"), ["damaged"]],
    ["elements that end in another order", withHead("<c><v>1</c></v>"), ["damaged"]],
    [
      "a document that ends too early",
      { ...plain(""), "xl/worksheets/sheet1.xml": "<worksheet><sheetData>" },
      ["damaged"],
    ],
    ["an empty document", { ...plain(""), "xl/worksheets/sheet1.xml": "" }, ["damaged"]],
    [
      "bytes that are no UTF-8",
      { ...plain(""), "xl/worksheets/sheet1.xml": Uint8Array.of(0x3c, 0xff, 0x3e) },
      ["damaged"],
    ],
    [
      "a string of too many pieces",
      withHead(`<c t="inlineStr"><is>${"<t/>".repeat(200_001)}</is></c>`),
      ["damaged"],
    ],
    ["another archive", { "content.xml": "<a/>" }, ["no_workbook"]],
    [
      "a binary workbook",
      { "_rels/.rels": rels({ officeDocument: "xl/workbook.bin" }), "xl/workbook.bin": "x" },
      ["no_workbook"],
    ],
    [
      "a document of a word processor",
      {
        "_rels/.rels": rels({ officeDocument: "word/document.xml" }),
        "word/document.xml": "<document/>",
        "word/_rels/document.xml.rels": rels({}),
      },
      ["no_workbook"],
    ],
    [
      "a workbook whose sheets are all hidden",
      { ...plain(head), "xl/workbook.xml": bookXml().replace("<sheet ", '<sheet state="hidden" ') },
      ["no_workbook"],
    ],
  ])("%s", (_, parts, fault) => {
    expect(read(zip(parts))).toEqual(fault)
  })

  test("a fault reports its line", () => {
    const result = readWorkbook(zip(withHead('<c t="e"><v>#N/A</v></c>')), { maxRows: 5 })
    expect(result).toEqual({ ok: false, fault: "error_value", line: 2, name: "A2" })
  })
})

test("a result has the sheet's name, the number of sheets, and kinds only on rows that have some", () => {
  const bytes = zip(withHead(inline("x"), "<c><v>1</v></c>"))
  expect(readWorkbook(bytes, { maxRows: 1 })).toEqual({
    ok: true,
    sheet: "Ark1",
    sheets: 1,
    rows: [
      { line: 1, cells: ["id", "city"] },
      { line: 2, cells: ["x", "1"], kinds: { 1: "number" } },
    ],
  })
})

test("maxRows limits the rows, not counting the first and blank ones", () => {
  const bytes = zip(plain(`${head}<row/><row>${inline("1")}</row><row/><row>${inline("2")}</row>`))
  expect(read(bytes, 2)).toHaveLength(3)
  expect(readWorkbook(bytes, { maxRows: 1 })).toEqual({
    ok: false,
    fault: "too_many_rows",
    line: 5,
  })
})

describe("archives", () => {
  const parts = withHead(inline("x"))
  const rows = [headRow, [2, "x", ""]]

  test("without compression are read", () => {
    expect(read(zip(parts, { level: 0 }))).toEqual(rows)
  })

  test("with file sizes after the content, as streams are written, are read", () => {
    const chunks: Uint8Array[] = []
    const stream = new Zip((error, chunk) => {
      if (error) throw error
      chunks.push(chunk)
    })
    for (const [path, part] of Object.entries(parts)) {
      const file = new ZipDeflate(path)
      stream.add(file)
      file.push(typeof part === "string" ? strToU8(part) : part, true)
    }
    stream.end()
    expect(read(new Uint8Array(Buffer.concat(chunks)))).toEqual(rows)
  })

  test("with 64-bit sizes are read", () => {
    const [[path = "", text = ""] = [], ...others] = Object.entries(parts)
    const content = typeof text === "string" ? strToU8(text) : text
    const sizes = new BigUint64Array([BigInt(content.length), BigInt(content.length)])
    const extra = { 1: new Uint8Array(sizes.buffer) }
    const files = Object.fromEntries(others.map(([name, part]) => [name, strToU8(`${part}`)]))
    const bytes = zipSync({ [path]: [content, { level: 0, extra }], ...files })
    new DataView(bytes.buffer, bytes.byteOffset).setBigUint64(18, 0xffff_ffff_ffff_ffffn, true)
    expect(read(bytes)).toEqual(rows)
  })

  test("truncated at any length are refused", () => {
    const whole = zip(parts)
    for (let length = 0; length < whole.length; length += 7)
      expect(read(whole.subarray(0, length))).toEqual(["damaged"])
  })

  test("with a duplicate file or a wrong file count are refused", () => {
    const twice = { ...parts, "XL/workbook.xml": bookXml() }
    expect(read(zip(twice))).toEqual(["damaged"])
    const fewer = zip(parts)
    const countAt = fewer.length - 12
    fewer[countAt] = (fewer[countAt] ?? 0) + 1
    expect(read(fewer)).toEqual(["damaged"])
  })

  test("that exceed the size limit when unpacked are refused, whatever size they declare", () => {
    const bomb = zip({ "xl/a.xml": new Uint8Array(workbookLimits.bytes + 1), ...parts })
    const originalSizeAt = 22
    new DataView(bomb.buffer, bomb.byteOffset).setUint32(originalSizeAt, 10, true)
    expect(read(bomb)).toEqual(["too_large_unpacked"])
  })

  test("with too many files are refused", () => {
    const many = Array.from({ length: workbookLimits.files + 1 }, (_, at) => [`xl/${at}.xml`, ""])
    expect(read(zip(Object.fromEntries(many)))).toEqual(["too_large_unpacked"])
  })
})

test("a workbook exported from a report is read back unchanged", async () => {
  const headers = ["id", "city"]
  const rows = Array.from({ length: 2000 }, (_, at) => [`${at}`, `=SUM(A${at}) "ø" _x000D_ & `])
  const pages = (async function* () {
    yield rows
  })()
  const parts: Uint8Array[] = []
  for await (const part of xlsxFile({ headers, pages, count: rows.length, about: [] }))
    parts.push(part.slice())
  expect(read(new Uint8Array(Buffer.concat(parts)))).toEqual([
    [1, ...headers],
    ...rows.map((row, at) => [at + 2, ...row]),
  ])
})
