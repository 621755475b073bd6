/** A spreadsheet date: days since 30 December 1899, with the time as a fraction. */
export interface SheetDate {
  readonly days: number
}

/** A cell's value; null leaves it empty. */
export type Cell = string | number | boolean | SheetDate | null

/** Maximum characters per cell in Excel. */
export const maxCellLength = 32_767
const cutMark = "…"

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" }
/**
 * Characters that XML cannot contain, and text that would be parsed as their escape (ISO 29500-1,
 * 22.4.2.4).
 */
const unprintable = /(?![\t\n])[\p{Cc}\p{Cs}\uFFFE\uFFFF]|_(?=x[0-9a-fA-F]{4}_)/gu
const escapeCode = (character: string) =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`

const escapeText = (text: string) =>
  text.replace(unprintable, escapeCode).replace(/[&<>]/g, (character) => entities[character] ?? "")

/** Fits a text into a cell; a text that is too long ends in "…". */
export const fitCell = (text: string): string =>
  text.length > maxCellLength ? text.slice(0, maxCellLength - 1) + cutMark : text

/** A column's letters: 0 is A, 26 is AA. */
export const columnName = (index: number): string =>
  index < 26
    ? String.fromCharCode(65 + index)
    : columnName(Math.floor(index / 26) - 1) + columnName(index % 26)

/** Indexes of the formats in the style sheet. */
const styleOf = { bold: ' s="1"', date: ' s="2"', lines: ' s="3"' } as const

function printCell(cell: Cell, cellName: string, bold: boolean): string {
  if (cell === null) return ""
  const style = bold ? styleOf.bold : ""
  if (typeof cell === "object") return `<c r="${cellName}"${styleOf.date}><v>${cell.days}</v></c>`
  if (typeof cell === "number") return `<c r="${cellName}"${style}><v>${cell}</v></c>`
  if (typeof cell === "boolean")
    return `<c r="${cellName}"${style} t="b"><v>${cell ? 1 : 0}</v></c>`
  const text = escapeText(fitCell(cell))
  const written = style === "" && text.includes("\n") ? styleOf.lines : style
  return `<c r="${cellName}"${written} t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}

/** A row of a sheet, numbered from 1; text cells stay text, whatever they start with. */
export function printRow(cells: readonly Cell[], number: number, bold = false): string {
  const printed = cells.map((cell, index) => printCell(cell, `${columnName(index)}${number}`, bold))
  return `<row r="${number}">${printed.join("")}</row>`
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
const packages = "http://schemas.openxmlformats.org/package/2006"
const types = "application/vnd.openxmlformats-officedocument.spreadsheetml"

const columnWidths = (widths: readonly number[]) =>
  widths.length === 0
    ? ""
    : `<cols>${widths.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`).join("")}</cols>`

/** Freezes the first row. Widths are in characters; without any, the program's default applies. */
export const sheetStart = (widths: readonly number[] = []): string =>
  `${declaration}<worksheet ${main}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${columnWidths(widths)}<sheetData>`
export const sheetEnd = "</sheetData></worksheet>"

const font = '<sz val="11"/><name val="Calibri"/>'
const styles = `${declaration}<styleSheet ${main}><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs></styleSheet>`

const relationship = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`
const relationList = (lines: readonly string[]) =>
  `${declaration}<Relationships xmlns="${packages}/relationships">${lines.join("")}</Relationships>`
const override = (part: string, type: string) =>
  `<Override PartName="/${part}" ContentType="${types}.${type}+xml"/>`

export const sheetPath = (index: number): string => `xl/worksheets/sheet${index + 1}.xml`

/**
 * All parts of a workbook except its sheets, by path; `sheetPath` gives a sheet's path by its
 * index.
 */
export function workbookParts(names: readonly string[]): { [path: string]: string } {
  const sheets = names.map(
    (name, index) =>
      `<sheet name="${escapeText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  const lines = names.map((_, index) =>
    relationship(`rId${index + 1}`, "worksheet", `worksheets/sheet${index + 1}.xml`),
  )
  const overrides = names.map((_, index) => override(sheetPath(index), "worksheet"))
  return {
    "[Content_Types].xml": `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override("xl/workbook.xml", "sheet.main")}${override("xl/styles.xml", "styles")}${overrides.join("")}</Types>`,
    "_rels/.rels": relationList([relationship("rId1", "officeDocument", "xl/workbook.xml")]),
    "xl/workbook.xml": `${declaration}<workbook ${main} xmlns:r="${relations}"><sheets>${sheets.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relationList([
      ...lines,
      relationship("rIdStyles", "styles", "styles.xml"),
    ]),
    "xl/styles.xml": styles,
  }
}
