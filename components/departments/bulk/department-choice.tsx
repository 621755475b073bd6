"use client"

import { type ReactNode, useMemo } from "react"
import { RowSelectionContext } from "../../data-table"
import { useSelection } from "../selection-store"

/** Rows of the tables in it are departments that are chosen for an edit of several, in this tab. */
export function DepartmentChoice({ children }: { readonly children: ReactNode }) {
  const [ids, select] = useSelection()
  const selection = useMemo(() => ({ selected: new Set(ids), select }), [ids, select])
  return <RowSelectionContext value={selection}>{children}</RowSelectionContext>
}
