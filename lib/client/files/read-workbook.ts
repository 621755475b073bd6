import { builtinFormat, type NumberFormat, readFormat } from "./print-number"
import { readSheet, type SheetRow } from "./read-sheet"
import { readString } from "./read-sheet-cell"
import { readXml, type XmlAttributes } from "./read-xml"
import {
  type Parts,
  partPath,
  unpackWorkbook,
  WorkbookError,
  type WorkbookFault,
} from "./unpack-workbook"

export type { SheetRow } from "./read-sheet"
export type { CellKind } from "./read-sheet-cell"
export type { WorkbookFault } from "./unpack-workbook"

interface Relation {
  readonly id: string | undefined
  readonly type: string
  readonly path: string
}

function partAt(parts: Parts, path: string): Uint8Array {
  const part = parts.get(path)
  if (!part) throw new WorkbookError("damaged")
  return part
}

/** A part's relations within the archive; the archive itself has no path. */
function readRelations(parts: Parts, from: string): Relation[] {
  const folder = from.slice(0, from.lastIndexOf("/") + 1)
  const part = parts.get(`${folder}_rels/${from.slice(folder.length)}.rels`)
  if (!part) throw new WorkbookError("no_workbook")
  const relations: Relation[] = []
  const add = ({ Id, Type = "", Target, TargetMode }: XmlAttributes) => {
    if (TargetMode === "External" || Target === undefined) return
    relations.push({ id: Id, type: Type, path: partPath(Target, from) })
  }
  readXml(part, {
    whole: { "Relationships/Relationship": ({ attributes }) => add(attributes) },
    closed: ["Relationships"],
  })
  return relations
}

const pathOf = (relations: readonly Relation[], type: string) =>
  relations.find((relation) => relation.type.endsWith(`/${type}`))?.path

function readBook(bytes: Uint8Array) {
  const sheets: XmlAttributes[] = []
  let is1904 = false
  readXml(bytes, {
    whole: {
      "workbook/sheets/sheet": ({ attributes }) => sheets.push(attributes),
      "workbook/workbookPr": ({ attributes }) => {
        is1904 = ["1", "true", "on"].includes(attributes["date1904"] ?? "")
      },
    },
    closed: ["workbook/sheets"],
  })
  return { sheets, is1904 }
}

/** The first visible worksheet; charts and macros have sheets of other types. */
function findSheet(sheets: readonly XmlAttributes[], relations: readonly Relation[]) {
  for (const { id, name, state = "visible" } of sheets) {
    if (state !== "visible") continue
    const relation = relations.find((each) => each.id === id)
    if (name === undefined || !relation) throw new WorkbookError("damaged")
    if (relation.type.endsWith("/worksheet")) return { name, path: relation.path }
  }
  throw new WorkbookError("no_workbook")
}

function readStrings(bytes: Uint8Array | undefined): string[] {
  const strings: string[] = []
  if (bytes)
    readXml(bytes, {
      whole: { "sst/si": (element) => strings.push(readString(element)) },
      closed: ["sst"],
    })
  return strings
}

/** By style number; without styles, every cell has the first format. */
function readFormats(bytes: Uint8Array | undefined): NumberFormat[] {
  if (!bytes) return [builtinFormat(0)]
  const own = new Map<number, NumberFormat>()
  const ids: number[] = []
  readXml(bytes, {
    whole: {
      "styleSheet/numFmts/numFmt": ({ attributes: { numFmtId, formatCode = "" } }) =>
        own.set(Number(numFmtId), readFormat(formatCode)),
      "styleSheet/cellXfs/xf": ({ attributes: { numFmtId = "0" } }) => ids.push(Number(numFmtId)),
    },
    closed: ["styleSheet/numFmts", "styleSheet/cellXfs"],
  })
  return ids.length === 0 ? [builtinFormat(0)] : ids.map((id) => own.get(id) ?? builtinFormat(id))
}

function readFirstSheet(bytes: Uint8Array, maxRows: number) {
  const parts = unpackWorkbook(bytes)
  const main = pathOf(readRelations(parts, ""), "officeDocument")
  const book = main === undefined ? undefined : parts.get(main)
  if (main === undefined || !book) throw new WorkbookError("no_workbook")
  const { sheets, is1904 } = readBook(book)
  const relations = readRelations(parts, main)
  const { name, path } = findSheet(sheets, relations)
  const partOf = (type: string) => {
    const found = pathOf(relations, type)
    return found === undefined ? undefined : partAt(parts, found)
  }
  const strings = readStrings(partOf("sharedStrings"))
  const formats = readFormats(partOf("styles"))
  const rows = readSheet(partAt(parts, path), { strings, formats, is1904 }, maxRows)
  return { sheet: name, sheets: sheets.length, rows }
}

type ReadWorkbook =
  | {
      readonly ok: true
      /** The sheet that was read, and the number of sheets. */
      readonly sheet: string
      readonly sheets: number
      /** Blank rows are omitted. */
      readonly rows: readonly SheetRow[]
    }
  | {
      readonly ok: false
      readonly fault: WorkbookFault
      readonly line: number
      /** The cell with the fault, such as B7. */
      readonly name?: string
    }

/**
 * Reads the first visible sheet of an XLSX workbook, at most `maxRows` rows after the header.
 * Anything too large, without a value or unsupported refuses the whole file: no text is omitted
 * silently.
 */
export function readWorkbook(
  bytes: Uint8Array,
  { maxRows }: { readonly maxRows: number },
): ReadWorkbook {
  try {
    return { ok: true, ...readFirstSheet(bytes, maxRows) }
  } catch (error) {
    if (!(error instanceof WorkbookError)) return { ok: false, fault: "damaged", line: 1 }
    const { fault, line, cell } = error
    return { ok: false, fault, line, ...(cell !== undefined && { name: cell }) }
  }
}
