import { type ReactNode, useDeferredValue, useMemo, useState } from "react"
import type { Row } from "@/lib/catalogue"
import type { GridColumn } from "./arrange-columns"
import type { CellFormat } from "./cell-format"
import { columnText } from "./cell-text"
import type { GridRows } from "./grid-rows"
import type { GridTarget, GridTargetState } from "./grid-target"

const fold = (text: string) => text.toLowerCase()

/** Splits a text around the first match; case-insensitive. */
export function splitFound(text: string, find: string) {
  const at = find === "" ? -1 : fold(text).indexOf(fold(find))
  if (at < 0) return undefined
  const end = at + find.length
  return { before: text.slice(0, at), hit: text.slice(at, end), after: text.slice(end) }
}

export const foundClass = "rounded-xs bg-found text-ink"

export function markText(text: string, find: string): ReactNode {
  const found = splitFound(text, find)
  if (!found) return text
  return (
    <>
      {found.before}
      <mark className={foundClass}>{found.hit}</mark>
      {found.after}
    </>
  )
}

/** Returns the texts of a row by column, cached while the columns stay the same. */
export function createRowTexts(columns: readonly GridColumn[], format: CellFormat) {
  const known = new WeakMap<Row, readonly string[]>()
  return (row: Row): readonly string[] => {
    const texts =
      known.get(row) ?? columns.map(({ column }) => fold(columnText(column, row, format).text))
    known.set(row, texts)
    return texts
  }
}

export interface FoundRow {
  readonly row: number
  readonly column: number
}

/** Finds the loaded rows with matching cells, in order. */
export function findInRows(
  rows: GridRows,
  find: string,
  textsOf: (row: Row) => readonly string[],
): FoundRow[] {
  const wanted = fold(find)
  const found: FoundRow[] = []
  if (wanted === "") return found
  for (let index = 0; index < rows.count; index++) {
    const row = rows.at(index)
    const column = row ? textsOf(row).findIndex((text) => text.includes(wanted)) : -1
    if (column >= 0) found.push({ row: index, column })
  }
  return found
}

interface FindOptions {
  readonly rows: GridRows
  readonly columns: readonly GridColumn[]
  readonly format: CellFormat
  /**
   * The table's scroll target: steps continue from there, or from the first match after reopening.
   */
  readonly target: GridTargetState
}

/** Finds text in the loaded rows, without a request, and steps through the matches. */
export function useFind({ rows, columns, format, target }: FindOptions) {
  const [text, setText] = useState("")
  const [isOpen, setOpen] = useState(false)
  const wanted = useDeferredValue(isOpen ? text.trim() : "")
  const textsOf = useMemo(() => createRowTexts(columns, format), [columns, format])
  const found = useMemo(() => findInRows(rows, wanted, textsOf), [rows, wanted, textsOf])
  /** The target at the time the search was closed; the next search does not continue from it. */
  const [leftAt, setLeftAt] = useState<GridTarget>()
  const from = target.target === leftAt ? -1 : (target.target?.row ?? -1)
  const goTo = (hit: FoundRow | undefined) => {
    if (hit) target.goTo(hit)
  }
  return {
    isOpen,
    open: () => setOpen(true),
    close() {
      setOpen(false)
      setLeftAt(target.target)
    },
    text,
    setText,
    /** The text to highlight in the cells. */
    wanted,
    found: found.length,
    atHand: rows.atHand,
    next: () => goTo(found.find(({ row }) => row > from) ?? found[0]),
    previous: () => goTo(found.findLast(({ row }) => row < from) ?? found.at(-1)),
  }
}

export type Find = ReturnType<typeof useFind>
