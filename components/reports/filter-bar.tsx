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

/** A filter that is being made or changed. */
interface Editing {
  /** Tells one editing from the next. */
  readonly id: number
  readonly start: FilterEditorProps["start"]
  readonly anchor: { readonly getBoundingClientRect: () => DOMRect }
  /** The clause in force that the editor changes. */
  readonly current?: Clause
  readonly applied: boolean
}

/** What editors stand beside where what opened them is not in sight: the first that is. */
type Substitutes = readonly (RefObject<HTMLElement | null> | undefined)[]

/** Where an element was, while chips come and go around it; in a window of another width where it is, or what stands for it there. */
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
  /** On a phone, what opens the panel in which the bar is. */
  readonly panelButton: RefObject<HTMLElement | null> | undefined
}

/** One editor for all chips, so that it stays while what it writes becomes another chip. */
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
  /** Opens an editor, or closes it where it is this one that is open. */
  const toggle = (start: Editing["start"], element: HTMLElement) => {
    if (!editing || keyOf(start.clause) !== keyOf(editing.current)) return open(start, element)
    flush.current?.(true)
    close()
  }
  const onOpenChange = (isOpen: boolean, change: PopoverChange) => {
    if (isOpen || !editing) return
    // What opens editors closes them too.
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

/** Begins a filter of a property. */
export interface FilterRequest {
  readonly property: string
}

/** Draws what lets an administrator name the one id of a clause, where it has no name yet. */
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
  /** A filter begun elsewhere on the page; a new object begins another. */
  readonly filterFor?: FilterRequest | undefined
  /** It is one condition that is always there: another one takes its place. */
  readonly isCondition?: boolean
  /** Beside what a filter begun elsewhere opens where this bar is not in sight. */
  readonly opener?: RefObject<HTMLElement | null> | undefined
}

/** The filters in force as chips, each to change or take away, and the way to add one. */
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
