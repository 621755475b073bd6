import { ListFilter, X } from "lucide-react"
import { type KeyboardEvent, useEffect, useRef } from "react"
import { useTranslations } from "use-intl"
import type { View } from "@/lib/client"
import type { CellFormat } from "../data-table"
import { Button } from "../ui/button"
import { later } from "../ui/later"
import { Popover, PopoverContent } from "../ui/popover"
import { Tooltip } from "../ui/tooltip"
import { type Clause, clauseKey, clausesOf, removeClause, replacedBy } from "./filter-clause"
import type { FilterContext } from "./filter-context"
import { type ClauseText, useClauseText } from "./filter-text"
import type { ViewChange } from "./report-setup"
import { useFilterEditing, useOpenerFocus } from "./use-filter-editing"

interface FilterChipProps {
  /** Its name among what opens editors. */
  readonly id: string
  readonly text: ClauseText
  /** True while its editor is open. */
  readonly editing: boolean
  readonly onEdit: (chip: HTMLElement) => void
  readonly onRemove: () => void
}

/** A filter in force: a click changes it, its cross or Backspace takes it away. */
function FilterChip({ id, text, editing, onEdit, onRemove }: FilterChipProps) {
  const t = useTranslations("reports")
  const { label, condition, value, detail, sentence } = text
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Backspace" && event.key !== "Delete") return
    event.preventDefault()
    onRemove()
  }
  const edit = (
    <button
      type="button"
      data-opens-filter={id}
      aria-haspopup="dialog"
      aria-expanded={editing}
      aria-label={t("filter.edit", { filter: detail ? `${sentence}, ${detail}` : sentence })}
      aria-keyshortcuts="Backspace"
      onKeyDown={onKeyDown}
      onClick={(event) => onEdit(event.currentTarget)}
      className="flex min-w-0 items-center gap-1 px-2 hover:bg-hover focus-visible:-outline-offset-2 aria-expanded:bg-hover"
    >
      <span className="shrink-0 text-ink-muted">{condition ? label : `${label}:`}</span>
      {condition ? <span className="shrink-0 text-ink-faint">{condition}</span> : null}
      {value ? <span className="truncate font-medium">{value}</span> : null}
    </button>
  )
  return (
    <span className="inline-flex h-7 max-w-full items-stretch overflow-hidden rounded-md border border-line-strong bg-surface text-xs shadow-xs">
      {detail ? <Tooltip content={detail}>{edit}</Tooltip> : edit}
      <button
        type="button"
        aria-label={t("filter.remove", { filter: sentence })}
        onClick={onRemove}
        className="grid w-6 shrink-0 place-items-center border-l text-ink-faint hover:bg-hover hover:text-ink focus-visible:-outline-offset-2"
      >
        <X className="size-3.5" aria-hidden="true" />
      </button>
    </span>
  )
}

const FilterEditor = later(() => import("./filter-editor").then((part) => part.FilterEditor))

/** Begins a filter of a property. */
export interface FilterRequest {
  readonly property: string
}

interface FilterBarProps extends FilterContext {
  readonly view: View
  readonly format: CellFormat
  /** A filter asked for elsewhere on the page; a new object asks again. */
  readonly filterFor?: FilterRequest | undefined
  readonly onView: (view: View, change?: ViewChange) => void
}

/** The filters in force as chips, each to change or take away, and the way to add one. */
export function FilterBar(props: FilterBarProps) {
  const { view, format, filterFor, onView, ...context } = props
  const { operation } = context
  const t = useTranslations("reports")
  const bar = useRef<HTMLFieldSetElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const clauseText = useClauseText({ ...context, format })
  const focusOpener = useOpenerFocus(bar)
  const editor = useFilterEditing(props, focusOpener)
  const { editing, open } = editor
  useEffect(() => {
    if (filterFor && addButton.current) open({ property: filterFor.property }, addButton.current)
  }, [filterFor, open])
  const clauses = clausesOf(operation, view)
  const currentKey = editing?.current && clauseKey(editing.current)
  const remove = (clause: Clause, next: Clause | undefined) => {
    onView(removeClause(operation, view, clause))
    focusOpener(next ? clauseKey(next) : "")
  }
  return (
    <fieldset ref={bar} aria-label={t("filter.label")} className="contents">
      {clauses.map((clause, index) => (
        <FilterChip
          key={clauseKey(clause)}
          id={clauseKey(clause)}
          text={clauseText(clause)}
          editing={clauseKey(clause) === currentKey}
          onEdit={(chip) => editor.toggle({ clause }, chip)}
          onRemove={() => remove(clause, clauses[index + 1])}
        />
      ))}
      <Button
        ref={addButton}
        variant="ghost"
        size="sm"
        data-opens-filter=""
        aria-haspopup="dialog"
        aria-expanded={editing !== undefined && !editing.current}
        onPointerEnter={FilterEditor.near}
        onFocus={FilterEditor.near}
        onClick={(event) => editor.toggle({}, event.currentTarget)}
      >
        <ListFilter aria-hidden="true" />
        {t("filter.add")}
      </Button>
      {clauses.length > 1 ? (
        <Button
          variant="ghost"
          size="sm"
          onClick={() => onView({ ...view, filters: [], periods: [] })}
        >
          {t("clearFilters")}
        </Button>
      ) : null}
      <FilterPopover {...props} editor={editor} textOf={(clause) => clauseText(clause).sentence} />
    </fieldset>
  )
}

interface FilterPopoverProps extends FilterBarProps {
  readonly editor: ReturnType<typeof useFilterEditing>
  readonly textOf: (clause: Clause) => string
}

function FilterPopover({ view, editor, textOf, ...context }: FilterPopoverProps) {
  const { operation, fields, choices } = context
  const t = useTranslations("reports")
  const { editing } = editor
  const start = editing?.start.clause
  const replacesOf = (clause: Clause) =>
    replacedBy(operation, view, clause, editing?.current).map(textOf).join(", ")
  return (
    <Popover open={editing !== undefined} onOpenChange={editor.onOpenChange}>
      {editing ? (
        <PopoverContent
          label={start ? t("filter.edit", { filter: textOf(start) }) : t("filter.add")}
          anchor={editing.anchor}
          finalFocus={false}
          className="max-h-(--available-height) w-auto min-w-72 overflow-y-auto p-0"
        >
          <FilterEditor
            key={editing.id}
            operation={operation}
            fields={fields}
            choices={choices}
            start={editing.start}
            replacesOf={replacesOf}
            onApply={editor.apply}
            onDone={editor.done}
            onFlush={editor.onFlush}
          />
        </PopoverContent>
      ) : null}
    </Popover>
  )
}
