import { Eraser, Plus, Rows3, X } from "lucide-react"
import { useEffect, useId, useRef, useState } from "react"
import { useTranslations } from "use-intl"
import type { Field, Fields } from "@/lib/catalogue"
import { useDepartmentLabel } from "../../edits/format-value"
import { Button } from "../../ui/button"
import { Card, CardHead } from "../../ui/card"
import { Combobox } from "../../ui/combobox"
import { IconButton } from "../../ui/icon-button"
import { FieldControl } from "../fields/field-control"
import { fieldGroups, groupFields } from "../fields/field-groups"
import { useFieldFault } from "../fields/use-field-fault"
import { type BulkDraft, useBulkScreen } from "./bulk-draft"
import { FillIn } from "./fill-in"
import { useDepartmentFields } from "./with-departments"

/** The draft with a value for a field, which is then no longer cleared. */
const withValue = (
  { values, cleared, rows }: BulkDraft,
  name: string,
  value: unknown,
): BulkDraft => ({
  rows,
  values: { ...values, [name]: value },
  cleared: cleared.filter((each) => each !== name),
})

const without = <T,>(record: Readonly<Record<string, T>>, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([each]) => each !== name))

const withoutField = ({ values, cleared, rows }: BulkDraft, name: string): BulkDraft => ({
  values: without(values, name),
  rows: without(rows, name),
  cleared: cleared.filter((each) => each !== name),
})

/** The fields to set, with their values; clearing a field is a separate choice. */
export function BulkFields() {
  const t = useTranslations("departments.bulk.fields")
  const fields = useDepartmentFields()
  const { draft, setDraft } = useBulkScreen()
  const { values } = draft
  const chosen = Object.keys(values).filter((name) => Object.hasOwn(fields, name))
  const [added, setAdded] = useState<string>()
  return (
    <Card aria-label={t("title")}>
      <CardHead title={t("title")} note={t("note")} />
      <ul className="divide-y empty:hidden" aria-label={t("title")}>
        {chosen.map((name) => (
          <li key={name}>
            <BulkField name={name} field={fields[name] as Field} isNew={name === added} />
          </li>
        ))}
      </ul>
      <AddField
        fields={fields}
        chosen={chosen}
        onAdd={(name) => {
          setAdded(name)
          setDraft(withValue(draft, name, null))
        }}
      />
    </Card>
  )
}

interface BulkFieldProps {
  readonly name: string
  readonly field: Field
}

function BulkField({ name, field, isNew }: BulkFieldProps & { readonly isNew: boolean }) {
  const t = useTranslations("departments.bulk.fields")
  const labelOf = useDepartmentLabel()
  const label = labelOf(name)
  const id = useId()
  const { draft, setDraft, selected } = useBulkScreen()
  const { values, cleared, rows } = draft
  const isCleared = cleared.includes(name)
  const isEach = rows[name] !== undefined
  const clear = () => setDraft({ values, cleared: [...cleared, name], rows: without(rows, name) })
  const turnEach = () =>
    setDraft({
      values,
      cleared: cleared.filter((each) => each !== name),
      rows: isEach ? without(rows, name) : { ...rows, [name]: {} },
    })
  const keep = () => setDraft(withValue(draft, name, values[name]))
  const entry = useRef<HTMLDivElement>(null)
  // Runs after the closing list has returned the focus.
  useEffect(() => {
    if (!isNew) return
    const timer = setTimeout(() =>
      entry.current?.querySelector<HTMLElement>("input, button")?.focus(),
    )
    return () => clearTimeout(timer)
  }, [isNew])
  return (
    <div className="grid gap-x-4 gap-y-1 px-4 py-3 sm:grid-cols-[10rem_minmax(0,1fr)_auto] sm:items-start">
      {isCleared || isEach ? (
        <span className="font-medium text-sm sm:pt-1.5">{label}</span>
      ) : (
        <label htmlFor={id} className="font-medium text-sm sm:pt-1.5">
          {label}
        </label>
      )}
      <div ref={entry} className="min-w-0">
        {isCleared ? (
          <p role="status" className="rounded-md bg-critical-soft px-3 py-1.5 text-critical-ink">
            {t("cleared")}
          </p>
        ) : isEach ? (
          <FillIn name={name} field={field} label={label} />
        ) : (
          <Entry name={name} field={field} id={id} label={label} />
        )}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-1">
        {selected.length > 1 ? (
          <Button
            variant="ghost"
            aria-pressed={isEach}
            aria-label={`${t("each")}: ${label}`}
            onClick={turnEach}
          >
            <Rows3 aria-hidden="true" />
            {t("each")}
          </Button>
        ) : null}
        {field.required ? null : (
          <Button
            variant={isCleared ? "danger" : "ghost"}
            aria-pressed={isCleared}
            aria-label={`${t("clear")}: ${label}`}
            className={isCleared ? undefined : "text-critical-ink! hover:bg-critical-soft!"}
            onClick={isCleared ? keep : clear}
          >
            <Eraser aria-hidden="true" />
            {t("clear")}
          </Button>
        )}
        <IconButton
          label={t("remove", { name: label })}
          onClick={() => setDraft(withoutField(draft, name))}
        >
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

/** A field's control and its error; the control's own value never clears the field. */
function Entry({ name, field, id, label }: EntryProps) {
  const t = useTranslations("departments.bulk.fields")
  const formatFault = useFieldFault()
  const { draft, setDraft, unfilled, problems } = useBulkScreen()
  const value = draft.values[name]
  const isUnfilled = unfilled.includes(name)
  const problem = problems.find(({ place }) => place[0] === name)
  const [isTouched, setIsTouched] = useState(!isUnfilled)
  const noteId = `${id}-note`
  const missing = isUnfilled ? t(field.required ? "unfilled" : "unfilledOrClear") : undefined
  const fault = problem && isTouched ? formatFault(field, value, problem) : undefined
  const isFaulty = fault !== undefined || (isUnfilled && isTouched)
  return (
    <>
      <FieldControl
        name={name}
        value={value}
        id={id}
        label={label}
        field={{ ...field, required: true }}
        base={null}
        describedBy={noteId}
        isInvalid={isFaulty}
        onChange={(next) => setDraft(withValue(draft, name, next))}
        onBlur={() => setIsTouched(true)}
      />
      <p
        id={noteId}
        {...(isFaulty && { role: "alert" })}
        className={isFaulty ? "mt-1 text-critical-ink text-xs" : "mt-1 text-ink-muted text-xs"}
      >
        {missing ?? fault}
      </p>
    </>
  )
}

interface AddFieldProps {
  readonly fields: Fields
  readonly chosen: readonly string[]
  readonly onAdd: (name: string) => void
}

/** Shortcuts for common fields; the list beside them has all others. */
const usualFields = ["managerUserId", "parentId", "timeZone", "phoneNumber", "addressLine"]

function AddField({ fields, chosen, onAdd }: AddFieldProps) {
  const t = useTranslations("departments.bulk.fields")
  const labelOf = useDepartmentLabel()
  const groups = groupFields(fields)
  const options = fieldGroups.flatMap((group) =>
    Object.keys(groups.get(group) ?? {})
      .filter((name) => !chosen.includes(name))
      .map((name) => ({ value: name, label: labelOf(name) })),
  )
  const usual = usualFields.filter((name) => Object.hasOwn(fields, name) && !chosen.includes(name))
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 py-3 [ul:not(:empty)+&]:border-t">
      {usual.map((name) => (
        <Button key={name} onClick={() => onAdd(name)}>
          <Plus aria-hidden="true" />
          {labelOf(name)}
        </Button>
      ))}
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
