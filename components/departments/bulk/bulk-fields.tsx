import { Eraser, Plus, X } from "lucide-react"
import { useId, useState } from "react"
import { useTranslations } from "use-intl"
import type { DepartmentProblem, Field, Fields } from "@/lib/catalogue"
import { Button } from "../../ui/button"
import { Card, CardHead } from "../../ui/card"
import { Combobox } from "../../ui/combobox"
import { IconButton } from "../../ui/icon-button"
import { useFieldLabel } from "../../ui/use-field-label"
import { FieldControl } from "../fields/field-control"
import { fieldGroups, groupFields } from "../fields/field-groups"
import { useFieldFault } from "../fields/use-field-fault"
import type { BulkDraft } from "./bulk-draft"
import { useDepartmentFields } from "./use-department-schemas"

export interface BulkFieldsProps {
  readonly draft: BulkDraft
  /** The fields that still need a value. */
  readonly unfilled: readonly string[]
  readonly problems: readonly DepartmentProblem[]
  readonly onDraft: (draft: BulkDraft) => void
}

const without = (names: readonly string[], name: string) => names.filter((each) => each !== name)

/** The fields that all of the departments are to be given, with their values; clearing one is a choice of its own. */
export function BulkFields({ draft, unfilled, problems, onDraft }: BulkFieldsProps) {
  const t = useTranslations("departments.bulk.fields")
  const fields = useDepartmentFields()
  const { values, cleared } = draft
  const chosen = Object.keys(values).filter((name) => Object.hasOwn(fields, name))
  const set = (name: string, value: unknown) =>
    onDraft({ values: { ...values, [name]: value }, cleared: without(cleared, name) })
  const remove = (name: string) =>
    onDraft({
      values: Object.fromEntries(Object.entries(values).filter(([each]) => each !== name)),
      cleared: without(cleared, name),
    })
  return (
    <Card aria-label={t("title")}>
      <CardHead title={t("title")} note={t("note")} />
      <ul className="divide-y empty:hidden" aria-label={t("title")}>
        {chosen.map((name) => (
          <li key={name}>
            <BulkField
              name={name}
              field={fields[name] as Field}
              value={values[name]}
              isCleared={cleared.includes(name)}
              isUnfilled={unfilled.includes(name)}
              problem={problems.find(({ place }) => place[0] === name)}
              onChange={(value) => set(name, value)}
              onClear={() => onDraft({ values, cleared: [...cleared, name] })}
              onRemove={() => remove(name)}
            />
          </li>
        ))}
      </ul>
      <AddField fields={fields} chosen={chosen} onAdd={(name) => set(name, null)} />
    </Card>
  )
}

interface BulkFieldProps {
  readonly name: string
  readonly field: Field
  readonly value: unknown
  readonly isCleared: boolean
  readonly isUnfilled: boolean
  readonly problem: DepartmentProblem | undefined
  readonly onChange: (value: unknown) => void
  readonly onClear: () => void
  readonly onRemove: () => void
}

function BulkField(props: BulkFieldProps) {
  const { name, field, value, isCleared, onChange, onClear, onRemove } = props
  const t = useTranslations("departments.bulk.fields")
  const labelOf = useFieldLabel()
  const label = labelOf(name)
  const id = useId()
  return (
    <div className="grid gap-x-4 gap-y-1 px-4 py-3 sm:grid-cols-[10rem_minmax(0,1fr)_auto] sm:items-start">
      {isCleared ? (
        <span className="font-medium text-sm sm:pt-1.5">{label}</span>
      ) : (
        <label htmlFor={id} className="font-medium text-sm sm:pt-1.5">
          {label}
        </label>
      )}
      <div className="min-w-0">
        {isCleared ? (
          <p role="status" className="rounded-md bg-critical-soft px-3 py-1.5 text-critical-ink">
            {t("cleared")}
          </p>
        ) : (
          <Entry {...props} id={id} label={label} />
        )}
      </div>
      <div className="flex items-center gap-1">
        {field.required ? null : (
          <Button
            variant={isCleared ? "danger" : "ghost"}
            aria-pressed={isCleared}
            aria-label={`${t("clear")}: ${label}`}
            className={isCleared ? undefined : "text-critical-ink! hover:bg-critical-soft!"}
            onClick={isCleared ? () => onChange(value) : onClear}
          >
            <Eraser aria-hidden="true" />
            {t("clear")}
          </Button>
        )}
        <IconButton label={t("remove", { name: label })} onClick={onRemove}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  )
}

interface EntryProps extends BulkFieldProps {
  readonly id: string
  readonly label: string
}

/** The control of a field and what is to be said about it; no choice of the control itself clears the field. */
function Entry({ name, field, value, isUnfilled, problem, onChange, id, label }: EntryProps) {
  const t = useTranslations("departments.bulk.fields")
  const say = useFieldFault()
  const [isTouched, setIsTouched] = useState(!isUnfilled)
  const noteId = `${id}-note`
  const wants = isUnfilled ? t(field.required ? "unfilled" : "unfilledOrClear") : undefined
  const fault = problem && isTouched ? say(field, value, problem) : undefined
  const isFaulty = fault !== undefined || (isUnfilled && isTouched)
  return (
    <>
      <FieldControl
        {...{ name, value, id, label }}
        field={{ ...field, required: true }}
        base={null}
        describedBy={noteId}
        isInvalid={isFaulty}
        onChange={onChange}
        onBlur={() => setIsTouched(true)}
      />
      <p
        id={noteId}
        {...(isFaulty && { role: "alert" })}
        className={isFaulty ? "mt-1 text-critical-ink text-xs" : "mt-1 text-ink-muted text-xs"}
      >
        {wants ?? fault}
      </p>
    </>
  )
}

interface AddFieldProps {
  readonly fields: Fields
  readonly chosen: readonly string[]
  readonly onAdd: (name: string) => void
}

function AddField({ fields, chosen, onAdd }: AddFieldProps) {
  const t = useTranslations("departments.bulk.fields")
  const labelOf = useFieldLabel()
  const groups = groupFields(fields)
  const options = fieldGroups.flatMap((group) =>
    Object.keys(groups.get(group) ?? {})
      .filter((name) => !chosen.includes(name))
      .map((name) => ({ value: name, label: labelOf(name) })),
  )
  return (
    <div className="flex items-center gap-2 px-4 py-3 [ul:not(:empty)+&]:border-t">
      <Plus className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
      <Combobox
        key={chosen.length}
        label={t("add")}
        options={options}
        value={null}
        onValueChange={(name) => {
          if (name !== null) onAdd(name)
        }}
        className="sm:w-72"
      />
    </div>
  )
}
