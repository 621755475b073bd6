import { ListFilter } from "lucide-react"
import { useEffect, useRef } from "react"
import { useTranslations } from "use-intl"
import type { View } from "@/lib/client"
import type { CellFormat } from "../data-table"
import { Button } from "../ui/button"
import { later } from "../ui/later"
import { Popover, PopoverContent } from "../ui/popover"
import { FilterChip } from "./filter-chip"
import { type Clause, clauseKey, clausesOf, removeClause, replacedBy } from "./filter-clause"
import type { FilterContext } from "./filter-context"
import { useClauseText } from "./filter-text"
import type { ViewChange } from "./report-setup"
import { useFilterEditing, useOpenerFocus } from "./use-filter-editing"

const FilterEditor = later(() => import("./filter-editor").then((part) => part.FilterEditor))

/** Begins a filter of a property. */
export interface FilterRequest {
  readonly property: string
}

export interface FilterBarProps extends FilterContext {
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
