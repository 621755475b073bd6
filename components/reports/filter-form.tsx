import { ChevronLeft } from "lucide-react"
import { type FormEvent, useId, useState } from "react"
import { useTranslations } from "use-intl"
import type { Fields, Filter, ListOperation } from "@/lib/catalogue"
import { sameCondition } from "@/lib/client"
import { fieldLabel } from "@/lib/client/messages"
import { Button } from "../ui/button"
import { Select } from "../ui/select"
import { useConditionLabel } from "./condition-label"
import { conditionsOf, type FilterDraft, needsValue, readDraft } from "./filter-draft"
import { FilterValue } from "./filter-value"
import { isWallClock, knownValues, labelNameOf } from "./property-field"

export interface FilterFormProps {
  readonly operation: ListOperation
  readonly fields: Fields
  readonly draft: FilterDraft
  /** The filters that stand beside this one. */
  readonly others: readonly Filter[]
  readonly onChange: (draft: FilterDraft) => void
  readonly onDone: (filter: Filter) => void
  readonly onBack?: () => void
}

/** Condition and value of one filter; what is written is asked for only when it is applied. */
export function FilterForm(props: FilterFormProps) {
  const { operation, fields, draft, others, onChange, onDone, onBack } = props
  const t = useTranslations("reports")
  const conditionLabel = useConditionLabel()
  const [shown, setShown] = useState(false)
  const errorId = useId()
  const property = operation.properties[draft.property]
  if (!property) return null
  const wallClock = isWallClock(operation, fields, draft.property)
  const result = readDraft(operation, draft, wallClock)
  const message = result.ok
    ? undefined
    : (result.message ?? t("filter.needsValue", { hasNone: t("conditions.hasNone") }))
  const replaces = result.ok && others.some((other) => sameCondition(other, result.filter))

  const apply = (candidate: FilterDraft) => {
    const read = readDraft(operation, candidate, wallClock)
    if (read.ok) onDone(read.filter)
    else setShown(true)
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
        options={conditionsOf(property).map((value) => ({
          value,
          label: conditionLabel(property, value),
        }))}
        value={draft.condition}
        onValueChange={(condition) => onChange({ ...draft, condition })}
      />
      {needsValue(draft.condition) ? (
        <FilterValue
          property={property}
          values={knownValues(operation, fields, draft.property)}
          wallClock={wallClock}
          text={draft.text}
          invalid={shown && message !== undefined}
          describedBy={errorId}
          onChange={(text) => onChange({ ...draft, text })}
          onChoose={(text) => apply({ ...draft, text })}
        />
      ) : null}
      <p id={errorId} role="alert" className="text-critical-ink text-xs empty:hidden">
        {shown ? message : null}
      </p>
      {replaces ? <p className="text-ink-muted text-xs">{t("filter.replaces")}</p> : null}
      <Button type="submit" variant="primary" className="justify-self-end">
        {t("filter.apply")}
      </Button>
    </form>
  )
}

function PropertyHeading({ name, onBack }: { name: string; onBack: (() => void) | undefined }) {
  const t = useTranslations("reports")
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
