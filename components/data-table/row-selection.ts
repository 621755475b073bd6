import { createContext, useCallback, useContext, useEffect, useRef } from "react"
import type { Row } from "@/lib/catalogue"
import type { GridRows } from "./grid-rows"

/** The ids of the rows that somebody has chosen, shown or not, and how to choose others in their place. */
export interface RowSelection {
  readonly selected: ReadonlySet<string>
  readonly select: (ids: readonly string[]) => void
}

/** Rows of tables in it can be chosen. */
export const RowSelectionContext = createContext<RowSelection | undefined>(undefined)

const idOf = (row: Row | undefined): string | undefined => {
  const id = row?.["id"]
  return typeof id === "string" ? id : undefined
}

/** Which rows of a table are ticked, and how; undefined where none can be. */
export function useRowTicks(rows: GridRows) {
  const selection = useContext(RowSelectionContext)
  const latest = useRef({ rows, selection })
  useEffect(() => {
    latest.current = { rows, selection }
  })
  const last = useRef<number>(undefined)
  /** Ticks a row or takes the tick off; as a range all from the one that was ticked last. */
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
