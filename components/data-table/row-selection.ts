import { createContext, useCallback, useContext, useEffect, useRef } from "react"
import type { Row } from "@/lib/catalogue"
import type { GridRows } from "./grid-rows"

/** The ids of the selected rows, visible or not, and their setter. */
export interface RowSelection {
  readonly selected: ReadonlySet<string>
  readonly select: (ids: readonly string[]) => void
}

/** Makes the rows of the tables inside selectable. */
export const RowSelectionContext = createContext<RowSelection | undefined>(undefined)

const idOf = (row: Row | undefined): string | undefined => {
  const id = row?.["id"]
  return typeof id === "string" ? id : undefined
}

/** The selected rows of a table and their setter; undefined if rows cannot be selected. */
export function useRowTicks(rows: GridRows) {
  const selection = useContext(RowSelectionContext)
  const latest = useRef({ rows, selection })
  useEffect(() => {
    latest.current = { rows, selection }
  })
  const last = useRef<number>(undefined)
  /** Toggles a row; a range selects everything from the row that was toggled last. */
  const toggle = useCallback((index: number, isRange: boolean) => {
    const { rows: all, selection: chosen } = latest.current
    const id = idOf(all.at(index))
    if (!chosen || id === undefined) return
    const { selected, select } = chosen
    if (isRange && last.current !== undefined) {
      const [start, end] = [last.current, index].toSorted((one, other) => one - other)
      const indexes = Array.from(
        { length: (end ?? 0) - (start ?? 0) + 1 },
        (_, at) => at + (start ?? 0),
      )
      select([...new Set([...selected, ...indexes.flatMap((at) => idOf(all.at(at)) ?? [])])])
    } else if (selected.has(id)) select([...selected].filter((other) => other !== id))
    else select([...selected, id])
    last.current = index
  }, [])
  const selected = selection?.selected
  const isTicked = useCallback(
    (row: Row | undefined) => (selected && row ? selected.has(idOf(row) ?? "") : undefined),
    [selected],
  )
  return { toggle: selection ? toggle : undefined, isTicked }
}

export type RowTicks = ReturnType<typeof useRowTicks>
