import { ListFilter } from "lucide-react"
import { type RefObject, useCallback, useEffect, useRef, useState } from "react"
import { useTranslations } from "use-intl"
import { ownValue } from "@/lib/catalogue"
import { holdersOf, NameId } from "../data-table"
import { Button } from "../ui/button"
import { Popover, type PopoverChange, PopoverContent } from "../ui/popover"
import { FilterChip, isAtOpener, useOpenerFocus } from "./filter-chip"
import { type Choices, namedProperties, useNamedChoices } from "./filter-choices"
import {
  type Clause,
  clauseKey,
  clausesOf,
  putClause,
  removeClause,
  replacedBy,
} from "./filter-clause"
import { FilterEditor, type FilterEditorProps } from "./filter-editor"
import { useClauseText } from "./filter-text"
import { useReport } from "./report-context"
import { textSearchOf } from "./whole-views"

/** A filter that is being added or edited. */
interface Editing {
  /** Distinguishes consecutive edits. */
  readonly id: number
  readonly start: FilterEditorProps["start"]
  readonly anchor: { readonly getBoundingClientRect: () => DOMRect }
  /** The active clause that the editor changes. */
  readonly current?: Clause
  readonly applied: boolean
}

/** Anchors for the editor if its opener is hidden; the first visible one is used. */
type Substitutes = readonly (RefObject<HTMLElement | null> | undefined)[]

/**
 * The element's original position, unaffected by chips that come and go; after a change of the
 * window's width, the current position of the element or its substitute.
 */
function anchorAt(element: HTMLElement, substitutes: Substitutes): Editing["anchor"] {
  const measure = (of: HTMLElement) => ({
    rect: of.getBoundingClientRect(),
    width: window.innerWidth,
  })
  let measured = measure(element)
  return {
    getBoundingClientRect: () => {
      if (measured.width === window.innerWidth) return measured.rect
      const all = [element, ...substitutes.map((each) => each?.current)]
      const shown = all.find((each) => each?.checkVisibility())
      if (shown) measured = measure(shown)
      return measured.rect
    },
  }
}

let editings = 0

function begin(start: Editing["start"], element: HTMLElement, substitutes: Substitutes): Editing {
  editings += 1
  const current = start.clause && { current: start.clause }
  return { id: editings, start, anchor: anchorAt(element, substitutes), applied: false, ...current }
}

const keyOf = (clause: Clause | undefined) => (clause ? clauseKey(clause) : "")

interface EditorButtons {
  readonly addButton: RefObject<HTMLElement | null>
  /** On phones, the button of the panel with the bar. */
  readonly panelButton: RefObject<HTMLElement | null> | undefined
}

/** A single editor for all chips, so that it stays open while its clause becomes another chip. */
function useFilterEditing(
  focusOpener: (id: string) => void,
  { addButton, panelButton }: EditorButtons,
) {
  const { setup, view, setView } = useReport()
  const [editing, setEditing] = useState<Editing>()
  const flush = useRef<(keep: boolean) => void>(undefined)
  const onFlush = useCallback((next: (keep: boolean) => void) => {
    flush.current = next
  }, [])
  const open = useCallback(
    (start: Editing["start"], element: HTMLElement) => {
      flush.current?.(true)
      setEditing(begin(start, element, [addButton, panelButton]))
    },
    [addButton, panelButton],
  )
  const close = () => {
    flush.current = undefined
    setEditing(undefined)
  }
  /** Opens an editor, or closes it if it is already open. */
  const toggle = (start: Editing["start"], element: HTMLElement) => {
    if (!editing || keyOf(start.clause) !== keyOf(editing.current)) return open(start, element)
    flush.current?.(true)
    close()
  }
  const onOpenChange = (isOpen: boolean, change: PopoverChange) => {
    if (isOpen || !editing) return
    // Openers also close the editor.
    if (isAtOpener(change.event)) return change.cancel()
    const escaped = change.reason === "escape-key"
    flush.current?.(!escaped)
    close()
    if (escaped) focusOpener(keyOf(editing.current))
  }
  const onApply = (clause: Clause) => {
    if (!editing) return
    const next = putClause(setup.operation, view, clause, editing.current)
    setView(next, { replace: editing.applied })
    setEditing((now) => now && { ...now, current: clause, applied: true })
  }
  const onDone = (clause: Clause) => {
    close()
    focusOpener(clauseKey(clause))
  }
  return { editing, open, toggle, onOpenChange, handlers: { onApply, onDone, onFlush } }
}

export interface FilterRequest {
  readonly property: string
}

/**
 * Renders the naming of a clause's single id, if it has no name yet and the person is an
 * administrator.
 */
function useClauseNaming(choices: Choices) {
  const { setup, view, format } = useReport()
  const { operation, steps, within, sharing } = setup
  const kinds = new Map([
    ...namedProperties(operation),
    ...within.map(({ parameter, kind }) => [parameter, kind] as const),
  ])
  const filtered = view.filters.flatMap(({ property, operator, value }) =>
    operator === "eq" && typeof value === "string" ? [[property, value] as const] : [],
  )
  const parameters = { ...Object.fromEntries(filtered), ...view.parameters }
  return ({ property, filters: [filter, ...others] }: Clause) => {
    const kind = kinds.get(property)
    const id = filter?.value
    if (!(sharing.isAdministrator && kind) || typeof id !== "string" || others.length > 0)
      return undefined
    const isChoice = ownValue(choices, property)?.some((choice) => choice.id === id)
    const holders = holdersOf(kind, [...steps, ...within], parameters)
    const isNamed = isChoice || format.nameOf(id, property) !== undefined
    return holders && !isNamed ? <NameId kind={kind} id={id} holders={holders} isIcon /> : undefined
  }
}

interface FilterBarProps {
  /** A filter started elsewhere on the page; each new object starts another. */
  readonly filterFor?: FilterRequest | undefined
  /** Always a single condition, which a new one replaces. */
  readonly isCondition?: boolean
  /** The editor's anchor for a filter started elsewhere while this bar is hidden. */
  readonly opener?: RefObject<HTMLElement | null> | undefined
}

/** The active filters as chips, each editable and removable, and a button to add one. */
export function FilterBar({ filterFor, isCondition = false, opener }: FilterBarProps) {
  const { setup, view, setView } = useReport()
  const { operation } = setup
  const searched = textSearchOf(operation)
  const t = useTranslations("reports")
  const bar = useRef<HTMLFieldSetElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const choices = useNamedChoices(setup, view)
  const clauseText = useClauseText(choices)
  const nameClause = useClauseNaming(choices)
  const focusOpener = useOpenerFocus(bar)
  const editor = useFilterEditing(focusOpener, { addButton, panelButton: opener })
  const { editing, open, toggle } = editor
  useEffect(() => {
    const button = addButton.current
    if (!filterFor || !button) return
    const isInSight = button.checkVisibility()
    open({ property: filterFor.property }, (isInSight ? null : opener?.current) ?? button)
  }, [filterFor, open, opener])
  const clauses = clausesOf(operation, view).filter(({ property }) => property !== searched)
  const remove = (clause: Clause, next: Clause | undefined) => {
    setView(removeClause(operation, view, clause))
    focusOpener(keyOf(next))
  }
  return (
    <fieldset ref={bar} aria-label={t("filter.label")} className="contents">
      {clauses.map((clause, index) => (
        <FilterChip
          key={clauseKey(clause)}
          id={clauseKey(clause)}
          text={clauseText(clause)}
          naming={nameClause(clause)}
          editing={clauseKey(clause) === keyOf(editing?.current)}
          onEdit={(chip) => toggle({ clause }, chip)}
          onRemove={isCondition ? undefined : () => remove(clause, clauses[index + 1])}
        />
      ))}
      <Button
        ref={addButton}
        variant="ghost"
        size="sm"
        data-opens-filter=""
        aria-haspopup="dialog"
        aria-expanded={editing !== undefined && !editing.current}
        onClick={(event) => toggle({}, event.currentTarget)}
      >
        <ListFilter aria-hidden="true" />
        {t(isCondition ? "filter.replace" : "filter.add")}
      </Button>
      {clauses.length > 1 ? (
        <Button
          variant="ghost"
          size="sm"
          onClick={() => setView({ ...view, filters: [], periods: [] })}
        >
          {t("clearFilters")}
        </Button>
      ) : null}
      <FilterPopover
        editor={editor}
        choices={choices}
        textOf={(clause) => clauseText(clause).sentence}
      />
    </fieldset>
  )
}

interface FilterPopoverProps {
  readonly editor: ReturnType<typeof useFilterEditing>
  readonly choices: FilterEditorProps["choices"]
  readonly textOf: (clause: Clause) => string
}

function FilterPopover({ editor, choices, textOf }: FilterPopoverProps) {
  const { setup, view } = useReport()
  const t = useTranslations("reports")
  const { editing, handlers, onOpenChange } = editor
  const start = editing?.start.clause
  const replacesOf = (clause: Clause) =>
    replacedBy(setup.operation, view, clause, editing?.current).map(textOf).join(", ")
  return (
    <Popover open={editing !== undefined} onOpenChange={onOpenChange}>
      {editing ? (
        <PopoverContent
          label={start ? t("filter.edit", { filter: textOf(start) }) : t("filter.add")}
          anchor={editing.anchor}
          finalFocus={false}
          className="max-h-(--available-height) w-auto min-w-72 overflow-y-auto p-0"
        >
          <FilterEditor
            key={editing.id}
            start={editing.start}
            choices={choices}
            replacesOf={replacesOf}
            {...handlers}
          />
        </PopoverContent>
      ) : null}
    </Popover>
  )
}
