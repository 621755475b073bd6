import { useState } from "react"
import { useTranslations } from "use-intl"
import type { ViewLayout } from "@/lib/client"
import { Button } from "../ui/button"
import { Input } from "../ui/input"
import { useFieldLabel } from "../ui/use-field-label"
import type { GridColumn } from "./arrange-columns"
import { resetColumns } from "./change-layout"
import { ColumnItem } from "./column-item"
import { type Column, columnLabel } from "./columns"

export interface ColumnListProps {
  readonly columns: readonly Column[]
  /** Those that are shown, as they are drawn. */
  readonly shown: readonly GridColumn[]
  readonly layout: ViewLayout
  readonly onLayout: (layout: ViewLayout) => void
}

/** The columns to show, hide and move, found by typing. */
export function ColumnList({ columns, shown, layout, onLayout }: ColumnListProps) {
  const t = useTranslations("table")
  const labelOf = useFieldLabel()
  const [search, setSearch] = useState("")
  const drawn = shown.map(({ column }) => column.name)
  const hidden = columns.map(({ name }) => name).filter((name) => !drawn.includes(name))
  const wanted = search.trim().toLowerCase()
  const listed = [...drawn, ...hidden].flatMap((name) => {
    const column = columns.find((candidate) => candidate.name === name)
    const fits = column && columnLabel(column, labelOf).toLowerCase().includes(wanted)
    return fits ? [column] : []
  })
  return (
    <>
      <div className="border-b p-2">
        <Input
          autoFocus
          size="sm"
          aria-label={t("columns.search")}
          placeholder={t("columns.search")}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <ul className="max-h-80 overflow-y-auto overscroll-contain p-1">
        {listed.map((column) => (
          <ColumnItem
            key={column.name}
            column={column}
            drawn={drawn}
            columns={columns}
            layout={layout}
            onLayout={onLayout}
          />
        ))}
        {listed.length === 0 ? (
          <li className="p-2 text-ink-muted text-xs">{t("columns.noMatch")}</li>
        ) : null}
      </ul>
      <div className="flex justify-end border-t p-1.5">
        <Button variant="ghost" size="sm" onClick={() => onLayout(resetColumns(layout))}>
          {t("columns.reset")}
        </Button>
      </div>
    </>
  )
}
