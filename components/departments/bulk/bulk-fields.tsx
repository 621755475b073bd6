import { Plus, X } from "lucide-react"
import { useId, useState } from "react"
import { useTranslations } from "use-intl"
import type { DepartmentProblem, Field, Fields, Row } from "@/lib/catalogue"
import { Card, CardHead } from "../../ui/card"
import { Combobox } from "../../ui/combobox"
import { IconButton } from "../../ui/icon-button"
import { useFieldLabel } from "../../ui/use-field-label"
import { FieldControl } from "../fields/field-control"
import { fieldGroups, groupFields } from "../fields/field-groups"
import { useFieldFault } from "../fields/use-field-fault"
import { useDepartmentFields } from "./use-department-schemas"

export interface BulkFieldsProps {
  /** The fields that are to be set, with their values. */
  readonly values: Row
  readonly problems: readonly DepartmentProblem[]
  readonly onValues: (values: Row) => void
}

/** The fields that all of the departments are to be given, and their values. */
export function BulkFields({ values, problems, onValues }: BulkFieldsProps) {
  const t = useTranslations("departments.bulk.fields")
  const fields = useDepartmentFields()
  const chosen = Object.keys(values).filter((name) => Object.hasOwn(fields, name))
  const remove = (name: string) =>
    onValues(Object.fromEntries(Object.entries(values).filter(([each]) => each !== name)))
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
              problem={problems.find(({ place }) => place[0] === name)}
              onChange={(value) => onValues({ ...values, [name]: value })}
              onRemove={() => remove(name)}
            />
          </li>
        ))}
      </ul>
      <AddField
        fields={fields}
        chosen={chosen}
        onAdd={(name) => onValues({ ...values, [name]: null })}
      />
    </Card>
  )
}

interface BulkFieldProps {
  readonly name: string
  readonly field: Field
  readonly value: unknown
  readonly problem: DepartmentProblem | undefined
  readonly onChange: (value: unknown) => void
  readonly onRemove: () => void
}

function BulkField({ name, field, value, problem, onChange, onRemove }: BulkFieldProps) {
  const t = useTranslations("departments.bulk.fields")
  const labelOf = useFieldLabel()
  const say = useFieldFault()
  const [isTouched, setIsTouched] = useState(value !== null)
  const id = useId()
  const noteId = `${id}-note`
  const fault = problem && isTouched ? say(field, value, problem) : undefined
  const note = value === null && !field.required ? t("emptied") : undefined
  return (
    <div className="grid gap-x-4 gap-y-1 px-4 py-3 sm:grid-cols-[10rem_minmax(0,1fr)_auto] sm:items-start">
      <label htmlFor={id} className="font-medium text-sm sm:pt-1.5">
        {labelOf(name)}
      </label>
      <div className="min-w-0">
        <FieldControl
          {...{ name, field, value, id }}
          label={labelOf(name)}
          base={null}
          describedBy={noteId}
          isInvalid={fault !== undefined}
          onChange={onChange}
          onBlur={() => setIsTouched(true)}
        />
        <p
          id={noteId}
          {...(fault && { role: "alert" })}
          className={fault ? "mt-1 text-critical-ink text-xs" : "mt-1 text-ink-muted text-xs"}
        >
          {fault ?? note}
        </p>
      </div>
      <IconButton label={t("remove", { name: labelOf(name) })} onClick={onRemove}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
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
