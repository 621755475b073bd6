import { ChevronLeft } from "lucide-react"
import { type FormEvent, type Ref, useEffect, useId, useRef, useState } from "react"
import { useLocale, useTimeZone, useTranslations } from "use-intl"
import { type Fields, type ListOperation, ownValue } from "@/lib/catalogue"
import { fieldOf, isWallClock, labelWordOf } from "@/lib/client"
import type { WrittenLocale } from "@/lib/client/messages"
import { cultureName } from "../data-table"
import { Button } from "../ui/button"
import { Select } from "../ui/select"
import { useFieldLabel } from "../ui/use-field-label"
import { useValueLabel } from "../ui/use-value-label"
import { type Choices, namedProperties } from "./filter-choices"
import {
  type Clause,
  conditionsOf,
  type DraftFault,
  draftOf,
  type FilterDraft,
  filterableProperties,
  needsValue,
  newDraft,
  readDraft,
  withCondition,
} from "./filter-clause"
import { optionsFor } from "./filter-options"
import { useConditionLabel } from "./filter-text"
import { FilterValue } from "./filter-value"
import { useOccurringValues } from "./occurring-values"
import { PropertyMenu } from "./property-menu"
import { useDelayedApply, useReport } from "./report-context"

export interface FilterEditorProps {
  /** The clause to edit; a property alone starts a new one, and none lets the person choose. */
  readonly start: { readonly clause?: Clause; readonly property?: string }
  readonly choices: Choices
  /** Describes the clause that would be replaced. */
  readonly replacesOf: (clause: Clause) => string
  readonly onApply: (clause: Clause) => void
  /** Called after a clause was applied at once. */
  readonly onDone: (clause: Clause) => void
  /** Receives a function that ends editing and applies the last input. */
  readonly onFlush: (flush: (keep: boolean) => void) => void
}

/**
 * Adds or edits a clause. Input is applied after a pause or when editing ends; a choice from a list
 * is applied at once.
 */
export function FilterEditor(props: FilterEditorProps) {
  const { start, choices, replacesOf, onApply, onDone, onFlush } = props
  const { operation, fields } = useReport().setup
  const t = useTranslations("reports")
  const zoneOf = useZoneOf()
  const [draft, setDraft] = useState(() => firstDraft({ operation, fields }, start, zoneOf))
  /** The draft whose fault is shown, after a pause or an attempt to apply it. */
  const [faulty, setFaulty] = useState<FilterDraft>()
  const read = (of: FilterDraft) => readDraft(operation, of, zoneOf(of.property) ?? "UTC")
  const typing = useDelayedApply((of: FilterDraft) => {
    const result = read(of)
    if (result.ok) onApply(result.clause)
    else if (result.fault !== "missing") setFaulty(of)
  })
  useEffect(() => {
    onFlush((keep) => (keep ? typing.now() : typing.drop()))
  }, [onFlush, typing])
  const form = useRef<HTMLFormElement>(null)
  const property = draft?.property
  /** The property whose id is typed instead of chosen by name. */
  const [pasted, setPasted] = useState<string>()
  const isPasting = pasted !== undefined && pasted === property
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has the focus first is another control while an id is pasted
  useEffect(() => {
    if (property) form.current?.querySelector<HTMLElement>("[data-first-focus]")?.focus()
  }, [property, isPasting])

  if (!draft)
    return (
      <PropertyMenu
        names={filterableProperties(operation)}
        label={t("filter.property")}
        placeholder={t("filter.search")}
        onChoose={(name) => setDraft(newDraft(operation, name, fields))}
      />
    )
  const applyNow = (of: FilterDraft) => {
    const result = read(of)
    if (!result.ok) return setFaulty(of)
    typing.drop()
    onApply(result.clause)
    onDone(result.clause)
  }
  const result = read(draft)
  return (
    <FilterForm
      ref={form}
      draft={draft}
      zone={zoneOf(draft.property)}
      choices={choices}
      isPasting={isPasting}
      onPasteId={() => setPasted(property)}
      fault={faulty === draft && !result.ok ? result.fault : undefined}
      replaces={result.ok ? replacesOf(result.clause) : ""}
      onChange={(next) => {
        setDraft(next)
        typing.later(next)
      }}
      onApply={applyNow}
      onBack={start.clause || start.property ? undefined : () => setDraft(undefined)}
    />
  )
}

/** The time zone of a property's times; undefined if it has none. */
function useZoneOf(): (property: string) => string | undefined {
  const { operation, fields } = useReport().setup
  const zone = useTimeZone() ?? "UTC"
  return (property) => (isWallClock(operation, fields, property) ? undefined : zone)
}

function firstDraft(
  { operation, fields }: { readonly operation: ListOperation; readonly fields: Fields },
  { clause, property }: FilterEditorProps["start"],
  zoneOf: (name: string) => string | undefined,
): FilterDraft | undefined {
  if (clause) return draftOf(operation, clause, zoneOf(clause.property) ?? "UTC")
  return property === undefined ? undefined : newDraft(operation, property, fields)
}

interface FilterFormProps {
  readonly ref: Ref<HTMLFormElement>
  readonly draft: FilterDraft
  readonly zone: string | undefined
  readonly choices: Choices
  readonly isPasting: boolean
  readonly onPasteId: () => void
  /** Why it cannot be applied, if that is to be shown. */
  readonly fault: DraftFault | undefined
  /** What it would replace, as text. */
  readonly replaces: string
  readonly onChange: (draft: FilterDraft) => void
  /** Applies a draft at once. */
  readonly onApply: (draft: FilterDraft) => void
  readonly onBack: (() => void) | undefined
}

/** Conditions for values with names, which have no text order. */
const namedConditions: readonly string[] = ["eq", "ne", "hasValue", "hasNone"]

function FilterForm(props: FilterFormProps) {
  const { draft, zone, choices, isPasting, fault, replaces, onChange, onApply, onBack } = props
  const { setup } = useReport()
  const { operation, fields, sharing } = setup
  const t = useTranslations("reports")
  const filters = useTranslations("filters")
  const conditionLabel = useConditionLabel()
  const faultText = useFaultText()
  const valueLabel = useValueLabel()
  const errorId = useId()
  const property = ownValue(operation.properties, draft.property)
  const occurring = useOccurringValues(setup, draft.property)
  const locale = useLocale() as WrittenLocale
  if (!property) return null
  const isNamed = fieldOf(operation, fields, draft.property)?.values !== undefined
  const labelOf = property.elementOf
    ? (_: string, code: string) => cultureName(locale, code)
    : valueLabel
  const known = optionsFor(operation, fields, draft.property, choices, labelOf, occurring)
  const conditions = conditionsOf(operation, draft.property).filter(
    (condition) => condition === draft.condition || !isNamed || namedConditions.includes(condition),
  )
  const options = isPasting ? [] : known
  const kind = namedProperties(operation).get(draft.property)
  const isUser = kind === "user" && sharing.findsUsers === true && !isPasting
  // A choice from a list applies itself.
  const isChosen = property.type === "boolean" || options.length > 0 || isUser
  const isList = needsValue(draft.condition) && isChosen
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onApply(draft)
  }
  return (
    <form ref={props.ref} onSubmit={submit} noValidate className="grid gap-2.5 p-3">
      <PropertyHeading name={labelWordOf(operation, draft.property)} onBack={onBack} />
      <Select
        label={t("filter.condition")}
        options={conditions.map((value) => ({
          value,
          label: conditionLabel(property, value),
        }))}
        value={draft.condition}
        onValueChange={(condition) => onChange(withCondition(draft, condition))}
      />
      {needsValue(draft.condition) ? (
        <FilterValue
          property={property}
          options={options}
          isUser={isUser}
          onPasteId={props.onPasteId}
          zone={zone}
          draft={draft}
          invalid={fault !== undefined}
          describedBy={errorId}
          onChange={onChange}
          onChoose={onApply}
        />
      ) : null}
      <p id={errorId} role="alert" className="text-critical-ink text-xs empty:hidden">
        {fault ? faultText(fault) : null}
      </p>
      {replaces ? (
        <p className="text-ink-muted text-xs">{filters("replaces", { filters: replaces })}</p>
      ) : null}
      {isList ? null : (
        <Button type="submit" variant="primary" className="justify-self-end">
          {t("filter.apply")}
        </Button>
      )}
    </form>
  )
}

function useFaultText(): (fault: DraftFault) => string {
  const t = useTranslations("filters")
  const reports = useTranslations("reports")
  const hasNone = reports("conditions.hasNone")
  return (fault) =>
    fault === "missing" ? reports("filter.needsValue", { hasNone }) : t(`faults.${fault}`)
}

interface PropertyHeadingProps {
  readonly name: string
  readonly onBack: (() => void) | undefined
}

function PropertyHeading({ name, onBack }: PropertyHeadingProps) {
  const t = useTranslations("reports")
  const fieldLabel = useFieldLabel()
  return (
    <div className="flex items-center gap-1">
      {onBack ? (
        <button
          type="button"
          onClick={onBack}
          aria-label={t("filter.back")}
          className="-ml-1 grid size-6 place-items-center rounded-sm text-ink-muted hover:bg-hover hover:text-ink"
        >
          <ChevronLeft className="size-4" aria-hidden="true" />
        </button>
      ) : null}
      <span className="truncate font-medium">{fieldLabel(name)}</span>
    </div>
  )
}
