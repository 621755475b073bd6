"use client"

import { SquarePen } from "lucide-react"
import Link from "next/link"
import { type ReactNode, useMemo } from "react"
import { useTranslations } from "use-intl"
import { RowSelectionContext } from "../../data-table"
import { Button, buttonVariants } from "../../ui/button"
import { useSelection } from "../selection-store"

/** Makes table rows inside selectable as departments for a bulk edit, in this tab. */
export function DepartmentChoice({ children }: { readonly children: ReactNode }) {
  const [ids, select] = useSelection()
  const selection = useMemo(() => ({ selected: new Set(ids), select }), [ids, select])
  return (
    <RowSelectionContext value={selection}>
      {children}
      {ids.length > 0 ? (
        <div className="fixed inset-x-4 bottom-4 z-20 flex justify-between gap-2 rounded-lg bg-raised px-4 py-2.5 shadow-popup sm:hidden print:hidden">
          <ChosenTools count={ids.length} onClear={() => select([])} />
        </div>
      ) : null}
    </RowSelectionContext>
  )
}

interface ChosenToolsProps {
  readonly count: number
  readonly onClear: () => void
}

export function ChosenTools({ count, onClear }: ChosenToolsProps) {
  const t = useTranslations("departments.bulk.matching")
  return (
    <>
      <Link href="/organisation/bulk" className={buttonVariants({ size: "sm" })}>
        <SquarePen aria-hidden="true" />
        {t("edit", { count })}
      </Link>
      <Button variant="ghost" size="sm" onClick={onClear}>
        {t("clear")}
      </Button>
    </>
  )
}
