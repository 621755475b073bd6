import { useCallback, useState } from "react"
import type { GridTarget } from "./reveal-cell"

interface Told {
  readonly question: string
  readonly target: GridTarget
}

/** Where a table was last told to go, by whichever part of the page; a new question forgets it. */
export function useGridTarget(question: string) {
  const [told, setTold] = useState<Told>()
  if (told && told.question !== question) setTold(undefined)
  const goTo = useCallback(
    (target: GridTarget) => setTold({ question, target: { ...target } }),
    [question],
  )
  return { target: told?.target, goTo }
}

export type GridPlace = ReturnType<typeof useGridTarget>
