import { Undo2 } from "lucide-react"
import type { ReactNode } from "react"
import { useController } from "react-hook-form"
import { useTranslations } from "use-intl"
import type { Field } from "@/lib/catalogue"
import { equalJson } from "@/lib/json-patch"
import { useDepartmentLabel } from "../../edits/format-value"
import { Badge } from "../../ui/badge"
import { Button } from "../../ui/button"
import { cn } from "../../ui/class-names"
import { FieldControl } from "../fields/field-control"
import { kindOfField } from "../fields/field-kind"
import { controlId } from "./use-department-form"
import { useEditorScreen } from "./use-editor"

export interface FieldRowProps {
  readonly name: string
  readonly field: Field
  /** The problem of the original value. */
  readonly doubt: string | undefined
}

/** These have no single element that a label could reference. */
const unlabelled: readonly string[] = ["answer", "cultures", "descriptions", "department", "other"]

/** A form field: its control, its error, and its original value if changed. */
export function FieldRow({ name, field, doubt }: FieldRowProps) {
  const { setup, department, formatValue } = useEditorScreen()
  const { form, formId } = department
  const base = department.base[name]
  const labelOf = useDepartmentLabel()
  const { field: input, fieldState } = useController({ name, control: form.control })
  const id = controlId(formId, name)
  const isChanged = !equalJson(input.value ?? null, base ?? null)
  const fault = fieldState.error?.message
  const kind = kindOfField(name, field)
  return (
    <div
      className={cn(
        "relative min-w-0",
        kind === "answer" && "sm:grid sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:gap-x-4",
        isChanged &&
          "before:-left-4 before:absolute before:inset-y-0 before:w-0.5 before:bg-accent",
      )}
    >
      <FieldLabel
        id={unlabelled.includes(kind) ? undefined : id}
        label={labelOf(name)}
        isChanged={isChanged}
      />
      <FieldControl
        name={name}
        field={field}
        label={labelOf(name)}
        value={input.value}
        base={base}
        onChange={input.onChange}
        onBlur={input.onBlur}
        id={id}
        describedBy={`${id}-note`}
        isInvalid={fault !== undefined}
        departmentId={setup.id}
      />
      <div id={`${id}-note`} className="col-span-full text-xs">
        <p
          role="status"
          className={cn("empty:hidden", fault ? "mt-1 text-critical-ink" : "mt-1 text-caution-ink")}
        >
          {fault ?? (isChanged ? null : doubt)}
        </p>
        {isChanged ? (
          <OldValue text={formatValue(name, base)} onRevert={() => input.onChange(base ?? null)} />
        ) : null}
      </div>
    </div>
  )
}

interface FieldLabelProps {
  /** Of the control, if it has a single element. */
  readonly id: string | undefined
  readonly label: string
  readonly isChanged: boolean
}

function FieldLabel({ id, label, isChanged }: FieldLabelProps): ReactNode {
  const t = useTranslations("departments.editor")
  const changed = isChanged ? <Badge tone="accent">{t("changed")}</Badge> : null
  const className = "mb-1 flex min-h-5 items-center gap-2 font-medium text-sm"
  return id === undefined ? (
    <div className={className}>
      <span aria-hidden="true">{label}</span>
      {changed}
    </div>
  ) : (
    <div className={className}>
      <label htmlFor={id}>{label}</label>
      {changed}
    </div>
  )
}

function OldValue({ text, onRevert }: { text: string; onRevert: () => void }) {
  const t = useTranslations("departments.editor")
  return (
    <div className="mt-1 flex items-start gap-2 text-ink-muted">
      <p className="min-w-0 flex-1 whitespace-pre-wrap break-words">{t("was", { value: text })}</p>
      <Button size="sm" variant="ghost" className="-my-1" onClick={onRevert}>
        <Undo2 aria-hidden="true" />
        {t("revert")}
      </Button>
    </div>
  )
}
