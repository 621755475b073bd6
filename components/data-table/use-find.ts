import { useDeferredValue, useMemo, useState } from "react"
import type { GridColumn } from "./arrange-columns"
import type { CellFormat } from "./cell-format"
import { createRowTexts, type FoundRow, findRows } from "./find-rows"
import type { GridTarget } from "./reveal-cell"
import type { RowSource } from "./row-source"
import type { GridPlace } from "./use-grid-target"

export interface FindOptions {
  readonly rows: RowSource
  readonly columns: readonly GridColumn[]
  readonly format: CellFormat
  /** Where the table was told to go: hits are gone to from there, and from the first one when it is opened anew. */
  readonly place: GridPlace
}

/** Looks for a text in the rows at hand, which no request leaves for, and leads from hit to hit. */
export function useFind({ rows, columns, format, place }: FindOptions) {
  const [text, setText] = useState("")
  const [isOpen, setOpen] = useState(false)
  const wanted = useDeferredValue(isOpen ? text.trim() : "")
  const textsOf = useMemo(() => createRowTexts(columns, format), [columns, format])
  const found = useMemo(() => findRows(rows, wanted, textsOf), [rows, wanted, textsOf])
  /** Where the table had been told to go when the search was closed, from where the next one does not go on. */
  const [leftAt, setLeftAt] = useState<GridTarget>()
  const from = place.target === leftAt ? -1 : (place.target?.row ?? -1)
  const goTo = (hit: FoundRow | undefined) => {
    if (hit) place.goTo(hit)
  }
  return {
    isOpen,
    open: () => setOpen(true),
    close() {
      setOpen(false)
      setLeftAt(place.target)
    },
    text,
    setText,
    /** What is marked in the cells. */
    wanted,
    found: found.length,
    atHand: rows.atHand,
    next: () => goTo(found.find(({ row }) => row > from) ?? found[0]),
    previous: () => goTo(found.findLast(({ row }) => row < from) ?? found.at(-1)),
  }
}

export type Find = ReturnType<typeof useFind>
