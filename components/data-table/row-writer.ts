import type { Row } from "@/lib/catalogue"
import type { CellFormat } from "./cell-format"
import {
  type CellPart,
  cellClassOf,
  cellPartsOf,
  makeParts,
  pendingCellClass,
  pendingParts,
} from "./cell-parts"
import { cellTitle, columnText } from "./cell-text"
import { type ColumnWindow, cellId, rowTransform, type ShownColumn } from "./grid-layout"
import type { GridPosition } from "./grid-position"
import type { GridRows } from "./grid-rows"

/** What a grid's lines show. */
export interface GridContent {
  readonly gridId: string
  readonly rows: GridRows
  readonly window: ColumnWindow
  readonly format: CellFormat
  readonly rowHeight: number
  /** How many rows there are, with those on their way. */
  readonly total: number
  /** How many lines there are to draw them into. */
  readonly lines: number
  readonly active: GridPosition | undefined
  readonly openRow: number | undefined
  /** What is looked for; cells that hold it show where. */
  readonly find: string
}

/** A cell as it was written last. */
interface WrittenCell {
  readonly element: HTMLElement
  className: string
  /** Its pieces as text, to see whether they are others; undefined for those that React drew. */
  pieces: string | undefined
  /** Its only piece where that is a plain text. */
  text: Text | undefined
  id: string
  /** It is told apart as a cell: its row is at hand. */
  isCell: boolean
  isTitled: boolean
}

interface WrittenLine {
  readonly element: HTMLElement
  readonly cells: readonly WrittenCell[]
  /** The row; -1 for none. */
  row: number
}

const textOf = (parts: readonly CellPart[]): string =>
  parts.map((part) => (typeof part === "string" ? part : textOf(part.parts))).join("")

function adoptCell(element: HTMLElement): WrittenCell {
  const { className, id, role, title, childNodes } = element
  const text = childNodes.length === 1 && childNodes[0] instanceof Text ? childNodes[0] : undefined
  const isCell = role === "gridcell"
  return { element, className, pieces: text?.data, text, id, isCell, isTitled: title !== "" }
}

function writeParts(cell: WrittenCell, parts: readonly CellPart[]): void {
  const [only] = parts
  const plain = parts.length === 1 && typeof only === "string" ? only : undefined
  const pieces = plain ?? JSON.stringify(parts)
  if (cell.pieces === pieces) return
  const { element, text } = cell
  const isDrawn = cell.pieces === undefined && element.textContent === textOf(parts)
  cell.pieces = pieces
  if (isDrawn) return
  if (plain !== undefined && text) {
    text.data = plain
    return
  }
  element.replaceChildren(...makeParts(parts))
  cell.text = plain === undefined ? undefined : (element.firstChild as Text)
}

function writeClass(cell: WrittenCell, className: string): void {
  if (cell.className === className) return
  cell.className = className
  cell.element.className = className
}

function writeTitle(cell: WrittenCell, title: string): void {
  if (cell.element.title === title) return
  if (title === "") cell.element.removeAttribute("title")
  else cell.element.title = title
  cell.isTitled = title !== ""
}

function writeId(cell: WrittenCell, id: string): void {
  if (cell.id === id) return
  cell.id = id
  if (id === "") cell.element.removeAttribute("id")
  else cell.element.id = id
}

function writeRole(cell: WrittenCell, isCell: boolean): void {
  if (cell.isCell === isCell) return
  cell.isCell = isCell
  if (isCell) cell.element.setAttribute("role", "gridcell")
  else cell.element.removeAttribute("role")
}

/** Takes a line's row away, so that nothing names it any more. */
function hideLine(line: WrittenLine): void {
  if (line.row < 0 && line.element.hidden) return
  line.row = -1
  line.element.hidden = true
  for (const name of rowAttributeNames) line.element.removeAttribute(name)
  for (const cell of line.cells) writeId(cell, "")
}

/** Whether a line is told apart as a row, or stands for one that is on its way. */
function writeRowAttributes(element: HTMLElement, index: number, isThere: boolean) {
  if (isThere) {
    element.setAttribute("aria-rowindex", `${index + 2}`)
    element.setAttribute("data-row", `${index}`)
  }
  if (isThere === (element.role === "row")) return
  if (isThere) {
    element.setAttribute("role", "row")
    element.removeAttribute("aria-hidden")
    return
  }
  for (const name of ["role", ...rowAttributeNames]) element.removeAttribute(name)
  element.setAttribute("aria-hidden", "true")
}

function writePending(cell: WrittenCell, shown: ShownColumn, index: number): void {
  writeRole(cell, false)
  writeClass(cell, pendingCellClass)
  writeParts(cell, pendingParts(index, shown))
  writeId(cell, "")
  writeTitle(cell, "")
}

const rowAttributeNames = ["aria-rowindex", "data-row", "data-marked"]
const restMs = 300

/** Rows beside those in sight, on the side to which the grid scrolls and on the other. */
const rowsAhead = 3
const rowsBehind = 1
export const rowsBeside = rowsAhead + rowsBehind

/**
 * Writes rows into a grid's lines while it scrolls. React makes the lines and their cells, and draws their
 * first content; from then on what they say is written here, as drawing hundreds of cells anew by React takes
 * a frame longer than the browser has. Line `row % lines` shows a row; one line more keeps the active row.
 */
export class RowWriter {
  private readonly body: HTMLElement
  private content: GridContent
  private lines: readonly WrittenLine[] = []
  private readonly cells = new WeakMap<Element, WrittenCell>()
  /** The first row in sight. */
  first = 0
  private ahead = true
  private titles: ReturnType<typeof setTimeout> | undefined
  /** Whether a row in sight is still on its way. */
  isPending = false

  constructor(body: HTMLElement, content: GridContent) {
    this.body = body
    this.content = content
  }

  /** Takes over what React has made and writes all that differs. */
  update(content: GridContent, top: number): void {
    this.content = content
    this.lines = Array.from(this.body.children, (line): WrittenLine => {
      const cells = Array.from(line.children, (cell) => this.cellOf(cell as HTMLElement))
      return { element: line as HTMLElement, cells, row: -1 }
    })
    const rests = this.titles === undefined
    this.show(top)
    if (rests) this.writeTitles()
  }

  /** Writes what is in sight so far from the top, in pixels: only lines that show other rows than before. */
  show(top: number): void {
    const { lines, total, active, rows, rowHeight } = this.content
    const first = Math.max(0, Math.floor(top / rowHeight))
    if (first !== this.first) this.ahead = first > this.first
    this.first = first
    const from = Math.max(0, Math.min(first - (this.ahead ? rowsBehind : rowsAhead), total - lines))
    this.isPending = false
    let hasWritten = false
    for (let row = from; row < from + lines; row++) {
      const line = this.lines[row % lines]
      if (line && line.row !== row) {
        this.writeLine(line, row)
        hasWritten = true
      }
      if (row >= first && !rows.at(row)) this.isPending = true
    }
    const spare = this.lines[lines]
    if (spare && active) {
      const isAway = active.row < from || active.row >= from + lines
      if (isAway && rows.at(active.row)) this.writeLine(spare, active.row)
      else hideLine(spare)
    }
    if (!hasWritten) return
    clearTimeout(this.titles)
    this.titles = setTimeout(() => this.writeTitles(), restMs)
  }

  stop(): void {
    clearTimeout(this.titles)
    this.titles = undefined
  }

  private cellOf(element: HTMLElement): WrittenCell {
    const cell = this.cells.get(element) ?? adoptCell(element)
    this.cells.set(element, cell)
    return cell
  }

  private writeLine(line: WrittenLine, index: number): void {
    const { rows, rowHeight, active, openRow, window } = this.content
    const { element } = line
    const row = rows.at(index)
    line.row = index
    if (element.hidden) element.hidden = false
    element.style.transform = rowTransform(index, rowHeight)
    writeRowAttributes(element, index, row !== undefined)
    const isMarked = row !== undefined && (active?.row === index || openRow === index)
    element.toggleAttribute("data-marked", isMarked)
    for (const [at, shown] of window.items.entries()) {
      const cell = line.cells[at]
      if (cell && row) this.writeCell(cell, shown, row, index)
      else if (cell) writePending(cell, shown, index)
    }
  }

  private writeCell(cell: WrittenCell, shown: ShownColumn, row: Row, index: number): void {
    const { gridId, active, format, find } = this.content
    const { column } = shown.grid
    const text = columnText(column, row, format)
    const isActive = active?.row === index && active.column === shown.index
    writeRole(cell, true)
    writeClass(cell, cellClassOf(shown, text, isActive))
    writeParts(cell, cellPartsOf(text, find))
    writeId(cell, isActive ? cellId(gridId, index, shown.index) : "")
    if (!isActive && !cell.isTitled) return
    const title = cellTitle(column, row, format)
    writeTitle(cell, isActive || cell.element.title === title ? title : "")
  }

  /** Names the exact values once the grid rests: to set them costs more than the texts that they explain. */
  private writeTitles(): void {
    this.stop()
    const { rows, window, format } = this.content
    for (const line of this.lines) {
      const row = rows.at(line.row)
      if (!row) continue
      for (const [at, { grid }] of window.items.entries()) {
        const cell = line.cells[at]
        if (cell) writeTitle(cell, cellTitle(grid.column, row, format))
      }
    }
  }
}
