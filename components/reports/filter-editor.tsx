import { useEffect, useRef, useState } from "react"
import { useTimeZone, useTranslations } from "use-intl"
import type { ListOperation } from "@/lib/catalogue"
import { isWallClock } from "@/lib/client"
import type { Clause } from "./filter-clause"
import type { FilterContext } from "./filter-context"
import {
  draftOf,
  type FilterDraft,
  filterableProperties,
  newDraft,
  readDraft,
} from "./filter-draft"
import { FilterForm } from "./filter-form"
import { PropertyMenu } from "./property-menu"
import { useDelayedApply } from "./use-delayed-apply"

export interface FilterEditorProps extends FilterContext {
  /** The clause to change; a property alone begins a new one, none lets it be chosen. */
  readonly start: { readonly clause?: Clause; readonly property?: string }
  /** Says what a clause would take the place of. */
  readonly replacesOf: (clause: Clause) => string
  readonly onApply: (clause: Clause) => void
  /** Called after a clause was asked for at once. */
  readonly onDone: (clause: Clause) => void
  /** Given what ends the editing and asks for what was written last. */
  readonly onFlush: (flush: (keep: boolean) => void) => void
}

/** Makes or changes a clause. It is asked for after a pause, when the editing ends, or at once where it is chosen outright. */
export function FilterEditor(props: FilterEditorProps) {
  const { start, replacesOf, onApply, onDone, onFlush, ...context } = props
  const { operation, fields } = context
  const t = useTranslations("reports")
  const readerZone = useTimeZone() ?? "UTC"
  const zoneOf = (name: string) => (isWallClock(operation, fields, name) ? "UTC" : readerZone)
  const [draft, setDraft] = useState(() => firstDraft(operation, start, zoneOf))
  const [settled, setSettled] = useState<FilterDraft>()
  const read = (of: FilterDraft) => readDraft(operation, of, zoneOf(of.property))
  const typing = useDelayedApply((of: FilterDraft) => {
    const result = read(of)
    if (result.ok) onApply(result.clause)
    else if (result.fault !== "missing") setSettled(of)
  })
  useEffect(() => {
    onFlush((keep) => (keep ? typing.now() : typing.drop()))
  }, [onFlush, typing])
  const form = useRef<HTMLDivElement>(null)
  const property = draft?.property
  useEffect(() => {
    if (property) form.current?.querySelector<HTMLElement>("[data-first-focus]")?.focus()
  }, [property])

  if (!draft)
    return (
      <PropertyMenu
        {...context}
        names={filterableProperties(operation)}
        label={t("filter.property")}
        placeholder={t("filter.search")}
        onChoose={(name) => setDraft(newDraft(operation, name))}
      />
    )
  const result = read(draft)
  return (
    <div ref={form}>
      <FilterForm
        {...context}
        draft={draft}
        showsFault={settled === draft}
        replaces={result.ok ? replacesOf(result.clause) : ""}
        onChange={(next) => {
          setDraft(next)
          typing.later(next)
        }}
        onDone={(clause) => {
          typing.drop()
          onApply(clause)
          onDone(clause)
        }}
        onBack={start.clause || start.property ? undefined : () => setDraft(undefined)}
      />
    </div>
  )
}

function firstDraft(
  operation: ListOperation,
  { clause, property }: FilterEditorProps["start"],
  zoneOf: (name: string) => string,
): FilterDraft | undefined {
  if (clause) return draftOf(operation, clause, zoneOf(clause.property))
  return property === undefined ? undefined : newDraft(operation, property)
}
