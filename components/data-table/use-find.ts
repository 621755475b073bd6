import { useDeferredValue, useMemo, useState } from "react"
import type { GridColumn } from "./arrange-columns"
import type { CellFormat } from "./cell-format"
import { createRowTexts, type FoundRow, findRows } from "./find-rows"
import type { RowSource } from "./row-source"

/** Looks for a text in the rows at hand, which no request leaves for: what is in sight of it, and where the reader stands among the hits. */
export function useFind(rows: RowSource, columns: readonly GridColumn[], format: CellFormat) {
  const [text, setText] = useState("")
  const [isOpen, setOpen] = useState(false)
  const [target, setTarget] = useState<FoundRow>()
  const wanted = useDeferredValue(isOpen ? text.trim() : "")
  const textsOf = useMemo(() => createRowTexts(columns, format), [columns, format])
  const found = useMemo(() => findRows(rows, wanted, textsOf), [rows, wanted, textsOf])
  const at = target ? found.findIndex(({ row }) => row === target.row) : -1

  const step = (by: 1 | -1) => {
    const from = at < 0 && by < 0 ? 0 : at
    const next = found[(from + by + found.length) % Math.max(1, found.length)]
    if (next) setTarget({ ...next })
  }
  const close = () => {
    setOpen(false)
    setTarget(undefined)
  }
  return {
    isOpen,
    open: () => setOpen(true),
    close,
    text,
    setText,
    /** What is marked in the cells. */
    wanted,
    found: found.length,
    atHand: rows.atHand,
    /** Which of the hits is gone to, from 1 on; 0 for none. */
    current: at + 1,
    target,
    next: () => step(1),
    previous: () => step(-1),
  }
}

export type Find = ReturnType<typeof useFind>
