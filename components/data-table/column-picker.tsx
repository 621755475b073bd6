import { Columns3 } from "lucide-react"
import { useState } from "react"
import { useTranslations } from "use-intl"
import type { ViewLayout } from "@/lib/client"
import { Button } from "../ui/button"
import { Input } from "../ui/input"
import { Popover, PopoverContent, PopoverTrigger } from "../ui/popover"
import { useFieldLabel } from "../ui/use-field-label"
import type { GridColumn } from "./arrange-columns"
import { resetColumns } from "./change-layout"
import { ColumnItem } from "./column-item"
import type { Column } from "./columns"

export interface ColumnPickerProps {
  readonly columns: readonly Column[]
  /** Those that are shown, as they are drawn. */
  readonly shown: readonly GridColumn[]
  readonly layout: ViewLayout
  readonly onLayout: (layout: ViewLayout) => void
}

/** Which columns are shown, and in which order. */
export function ColumnPicker(props: ColumnPickerProps) {
  const t = useTranslations("table")
  const shown = props.shown.length
  const hidden = props.columns.length - shown
  return (
    <Popover>
      <PopoverTrigger
        render={
          <Button variant="ghost" size="sm">
            <Columns3 aria-hidden="true" />
            {hidden > 0
              ? t("columns.some", { shown, all: props.columns.length })
              : t("columns.label")}
          </Button>
        }
      />
      <PopoverContent label={t("columns.label")} align="end" className="flex w-80 flex-col p-0">
        <ColumnList {...props} />
      </PopoverContent>
    </Popover>
  )
}

function ColumnList({ columns, shown, layout, onLayout }: ColumnPickerProps) {
  const t = useTranslations("table")
  const labelOf = useFieldLabel()
  const [search, setSearch] = useState("")
  const drawn = shown.map(({ column }) => column.name)
  const hidden = columns.map(({ name }) => name).filter((name) => !drawn.includes(name))
  const wanted = search.trim().toLowerCase()
  const listed = [...drawn, ...hidden].flatMap((name) => {
    const column = columns.find((candidate) => candidate.name === name)
    const fits = labelOf(name).toLowerCase().includes(wanted)
    return column && fits ? [column] : []
  })
  return (
    <>
      <div className="border-b p-2">
        <Input
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
