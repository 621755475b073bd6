import { ArrowDown, ArrowUp, Columns3, Pin } from "lucide-react"
import { type ReactNode, useId, useState } from "react"
import { useTranslations } from "use-intl"
import type { FieldColumn } from "@/lib/catalogue"
import { pinnedNames, type ViewLayout } from "@/lib/client"
import { Button } from "../ui/button"
import { Checkbox } from "../ui/checkbox"
import { cn } from "../ui/class-names"
import { Input } from "../ui/input"
import { Popover, PopoverContent, PopoverTrigger } from "../ui/popover"
import { useFieldLabel } from "../ui/use-field-label"
import type { GridColumn } from "./arrange-columns"
import { hideColumn, moveColumn, pinColumn, resetColumns, showColumn } from "./change-layout"
import { columnLabel } from "./columns"
import { TypeIcon } from "./type-icon"

interface ColumnPickerProps {
  readonly columns: readonly FieldColumn[]
  /** Visible columns in display order. */
  readonly shown: readonly GridColumn[]
  readonly layout: ViewLayout
  readonly onLayout: (layout: ViewLayout) => void
}

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

/** A searchable list to show, hide and move columns. */
function ColumnList({ columns, shown, layout, onLayout }: ColumnPickerProps) {
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

interface ColumnItemProps {
  readonly columns: readonly FieldColumn[]
  readonly layout: ViewLayout
  readonly onLayout: (layout: ViewLayout) => void
  readonly column: FieldColumn
  /** Names of the visible columns in display order. */
  readonly drawn: readonly string[]
}

function ColumnItem({ column, drawn, columns, layout, onLayout }: ColumnItemProps) {
  const t = useTranslations("table")
  const label = columnLabel(column, useFieldLabel())
  const id = useId()
  const { name } = column
  const at = drawn.indexOf(name)
  const isShown = at >= 0
  const isPinned = pinnedNames(columns, layout).includes(name)
  const move = (to: number) => onLayout(moveColumn(columns, layout, name, to))
  return (
    <li className="group/item flex min-h-8 items-center gap-1 rounded-md px-2 focus-within:bg-hover hover:bg-hover">
      <Checkbox
        id={id}
        checked={isShown}
        disabled={isShown && drawn.length === 1}
        onCheckedChange={(checked) =>
          onLayout((checked ? showColumn : hideColumn)(columns, layout, name))
        }
      />
      <label htmlFor={id} className="flex min-w-0 flex-1 items-center gap-2 px-1.5">
        <TypeIcon field={column.field} className="size-3.5 shrink-0 text-ink-faint" />
        <span className={cn("min-w-0 py-0.5", isShown || "text-ink-muted")}>{label}</span>
      </label>
      {isShown ? (
        <span className="flex items-center">
          <ItemButton label={t("columns.up", { column: label })} onClick={() => move(at - 1)}>
            <ArrowUp aria-hidden="true" />
          </ItemButton>
          <ItemButton label={t("columns.down", { column: label })} onClick={() => move(at + 1)}>
            <ArrowDown aria-hidden="true" />
          </ItemButton>
          <ItemButton
            label={t("columns.pin", { column: label })}
            isPressed={isPinned}
            onClick={() => onLayout(pinColumn(columns, layout, name, !isPinned))}
          >
            <Pin aria-hidden="true" />
          </ItemButton>
        </span>
      ) : null}
    </li>
  )
}

interface ItemButtonProps {
  readonly label: string
  readonly isPressed?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

function ItemButton({ label, isPressed, onClick, children }: ItemButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isPressed}
      title={label}
      onClick={onClick}
      className={cn(
        "grid size-6 place-items-center rounded-sm hover:bg-hover hover:text-ink focus-visible:opacity-100 group-focus-within/item:opacity-100 group-hover/item:opacity-100 pointer-coarse:opacity-100 [&>svg]:size-3.5",
        isPressed ? "text-accent-ink opacity-100" : "text-ink-faint opacity-0",
      )}
    >
      {children}
    </button>
  )
}
