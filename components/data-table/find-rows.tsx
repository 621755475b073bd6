import type { ReactNode } from "react"
import type { Row } from "@/lib/catalogue"
import type { GridColumn } from "./arrange-columns"
import type { CellFormat } from "./cell-format"
import { columnText } from "./cell-text"
import type { RowSource } from "./row-source"

const fold = (text: string) => text.toLowerCase()

/** A cell's text with the part that was looked for marked; letter case makes no difference. */
export function markText(text: string, find: string): ReactNode {
  if (find === "") return text
  const at = fold(text).indexOf(fold(find))
  if (at < 0) return text
  const end = at + find.length
  return (
    <>
      {text.slice(0, at)}
      <mark className="rounded-xs bg-found text-ink">{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  )
}

/** Tells what each row says in each column, remembered for as long as the columns stay. */
export function createRowTexts(columns: readonly GridColumn[], format: CellFormat) {
  const known = new WeakMap<Row, readonly string[]>()
  return (row: Row): readonly string[] => {
    const texts =
      known.get(row) ?? columns.map(({ column }) => fold(columnText(column, row, format).text))
    known.set(row, texts)
    return texts
  }
}

/** A row that holds what is looked for, and the first column that shows it. */
export interface FoundRow {
  readonly row: number
  readonly column: number
}

/** The rows at hand in whose cells a text stands, in their order. */
export function findRows(
  rows: RowSource,
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
