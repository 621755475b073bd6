import { type Cell, type CellContext, type CellKind, readCell } from "./read-sheet-cell"
import { readXml, type XmlAttributes } from "./read-xml"
import { WorkbookError, workbookLimits } from "./unpack-workbook"

/** A row that is not blank. */
export interface SheetRow {
  readonly line: number
  /** Padded to the widest row. */
  readonly cells: readonly string[]
  /** By the cell's index. */
  readonly kinds?: { readonly [at: string]: CellKind }
}

const rowLimit = 1_048_576
const columnLimit = 16_384
const letters = 26
const letterBefore = 64

/** A column's index from 0: A is 0, AA is 26. */
const columnAt = (name: string) =>
  [...name].reduce((sum, letter) => sum * letters + letter.charCodeAt(0) - letterBefore, 0) - 1

const columnName = (at: number): string =>
  (at < letters ? "" : columnName(Math.floor(at / letters) - 1)) +
  String.fromCharCode(letterBefore + 1 + (at % letters))

/** Resolves the positions of rows and cells: as given, or after the previous one. */
function createPlaces() {
  let line = 0
  let column = -1
  let isFixed = false

  function readLine(text: string): number {
    const read = /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 0
    if (read < 1 || read > rowLimit) throw new WorkbookError("damaged")
    return read
  }

  return {
    row({ r }: XmlAttributes) {
      line = readLine(r ?? `${line + 1}`)
      column = -1
      isFixed = r !== undefined
    },
    cell({ r }: XmlAttributes) {
      const [, name, row] = /^([A-Z]{1,3})(\d+)$/.exec(r?.toUpperCase() ?? "") ?? []
      if (name === undefined || row === undefined) {
        if (r !== undefined) throw new WorkbookError("damaged", line, r)
        column += 1
      } else {
        if (!isFixed) line = readLine(row)
        if (readLine(row) !== line) throw new WorkbookError("damaged", line, r)
        column = columnAt(name)
      }
      isFixed = true
      if (column >= columnLimit) throw new WorkbookError("damaged", line, r)
      return { line, column, name: `${columnName(column)}${line}` }
    },
  }
}

interface GridRow {
  readonly line: number
  readonly cells: string[]
  readonly kinds: Record<string, CellKind>
  isBlank: boolean
}

/** Collects cells in any order; stops as soon as there are too many. */
function createGrid(maxRows: number) {
  const rows = new Map<number, GridRow>()
  let filled = 0
  let lastLine = 0
  let width = 0

  function rowAt(line: number): GridRow {
    const row = rows.get(line) ?? { line, cells: [], kinds: {}, isBlank: true }
    rows.set(line, row)
    return row
  }

  function spread(line: number, column: number) {
    lastLine = Math.max(lastLine, line)
    width = Math.max(width, column + 1)
    if (lastLine * width > workbookLimits.cells) throw new WorkbookError("too_spread")
  }

  return {
    put(line: number, column: number, { text, kind }: Cell) {
      if (text === "" && !kind) return
      spread(line, column)
      const row = rowAt(line)
      if (row.cells[column] !== undefined) throw new TypeError("A cell is there twice.")
      row.cells[column] = text
      if (kind) row.kinds[column] = kind
      if (!row.isBlank || text.trim() === "") return
      row.isBlank = false
      filled += 1
      if (filled > maxRows + 1) throw new WorkbookError("too_many_rows", line)
    },
    rows: (): SheetRow[] =>
      [...rows.values()]
        .filter(({ isBlank }) => !isBlank)
        .sort((one, other) => one.line - other.line)
        .map(({ line, cells, kinds }) => ({
          line,
          cells: Array.from({ length: width }, (_, at) => cells[at] ?? ""),
          ...(Object.keys(kinds).length > 0 && { kinds }),
        })),
  }
}

function atCell(error: unknown, line: number, name: string): WorkbookError {
  if (!(error instanceof WorkbookError)) return new WorkbookError("damaged", line, name)
  if (error.fault === "error_value" || error.fault === "no_value")
    return new WorkbookError(error.fault, line, name)
  return error
}

/** The non-blank rows of a sheet, at most `maxRows` after the first. */
export function readSheet(bytes: Uint8Array, context: CellContext, maxRows: number): SheetRow[] {
  const grid = createGrid(maxRows)
  const places = createPlaces()
  let isSheet = false
  readXml(bytes, {
    begin: {
      "worksheet/sheetData": () => {
        isSheet = true
      },
      "worksheet/sheetData/row": places.row,
    },
    whole: {
      "worksheet/sheetData/row/c": (element) => {
        const { line, column, name } = places.cell(element.attributes)
        try {
          grid.put(line, column, readCell(element, context))
        } catch (error) {
          throw atCell(error, line, name)
        }
      },
    },
    closed: ["worksheet/sheetData", "worksheet/sheetData/row"],
  })
  if (!isSheet) throw new WorkbookError("damaged")
  return grid.rows()
}
