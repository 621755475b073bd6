import { ChevronLeft } from "lucide-react"
import { type FormEvent, useId, useState } from "react"
import { useTimeZone, useTranslations } from "use-intl"
import { ownValue } from "@/lib/catalogue"
import { isWallClock } from "@/lib/client"
import { Button } from "../ui/button"
import { Select } from "../ui/select"
import { useFieldLabel } from "../ui/use-field-label"
import { useValueLabel } from "../ui/use-value-label"
import { useConditionLabel } from "./condition-label"
import type { Clause } from "./filter-clause"
import type { FilterContext } from "./filter-context"
import {
  conditionsOf,
  type DraftResult,
  type FilterDraft,
  needsValue,
  readDraft,
} from "./filter-draft"
import { FilterValue } from "./filter-value"
import { labelNameOf, optionsFor } from "./property-field"

export interface FilterFormProps extends FilterContext {
  readonly draft: FilterDraft
  /** A fault is shown once a person has paused or asked for the filter. */
  readonly showsFault: boolean
  /** What stands in the way, in words. */
  readonly replaces: string
  readonly onChange: (draft: FilterDraft) => void
  /** Asks for the clause and ends the editing. */
  readonly onDone: (clause: Clause) => void
  readonly onBack?: (() => void) | undefined
}

/** Condition and value of one clause. */
export function FilterForm(props: FilterFormProps) {
  const { operation, fields, choices = {}, draft, replaces, onChange, onDone, onBack } = props
  const t = useTranslations("reports")
  const filters = useTranslations("filters")
  const conditionLabel = useConditionLabel()
  const faultText = useFaultText()
  const valueLabel = useValueLabel()
  const readerZone = useTimeZone() ?? "UTC"
  const [asked, setAsked] = useState<FilterDraft>()
  const errorId = useId()
  const property = ownValue(operation.properties, draft.property)
  if (!property) return null
  const zone = isWallClock(operation, fields, draft.property) ? undefined : readerZone
  const options = optionsFor(operation, fields, draft.property, choices, valueLabel)
  // A value from a list is applied by choosing it.
  const isList = needsValue(draft.condition) && (property.type === "boolean" || options.length > 0)
  const read = (of: FilterDraft) => readDraft(operation, of, zone ?? "UTC")
  const shown = props.showsFault || asked === draft
  const fault = shown ? faultText(read(draft)) : undefined
  const apply = (of: FilterDraft) => {
    const result = read(of)
    if (result.ok) onDone(result.clause)
    else setAsked(of)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    apply(draft)
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-2.5 p-3">
      <PropertyHeading name={labelNameOf(operation, draft.property)} onBack={onBack} />
      <Select
        label={t("filter.condition")}
        options={conditionsOf(operation, draft.property).map((value) => ({
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
          zone={zone}
          draft={draft}
          invalid={fault !== undefined}
          describedBy={errorId}
          onChange={onChange}
          onChoose={apply}
        />
      ) : null}
      <p id={errorId} role="alert" className="text-critical-ink text-xs empty:hidden">
        {fault}
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

/** The draft with another condition; a period's text is no value of the other conditions, nor theirs a period. */
function withCondition(draft: FilterDraft, condition: FilterDraft["condition"]): FilterDraft {
  const keeps = draft.condition !== "during" && condition !== "during"
  return { ...draft, condition, ...(!keeps && { text: "", upTo: "" }) }
}

function useFaultText(): (result: DraftResult) => string | undefined {
  const t = useTranslations("filters")
  const reports = useTranslations("reports")
  const hasNone = reports("conditions.hasNone")
  return (result) => {
    if (result.ok) return undefined
    if (result.fault === "missing") return reports("filter.needsValue", { hasNone })
    return t(`faults.${result.fault}`)
  }
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
