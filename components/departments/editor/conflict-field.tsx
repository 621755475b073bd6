import type { ReactNode } from "react"
import { useTranslations } from "use-intl"
import type { Field } from "@/lib/catalogue"
import type { FieldMerge } from "@/lib/json-patch"
import { useDepartmentLabel } from "../../edits/format-value"
import { cn } from "../../ui/class-names"
import { FieldControl } from "../fields/field-control"
import type { MergeChoice } from "./form-values"
import { useEditorScreen } from "./use-editor"

export interface ConflictFieldProps {
  readonly merge: FieldMerge
  readonly field: Field
  readonly id: string
  readonly choice: MergeChoice | undefined
  readonly onChoose: (choice: MergeChoice) => void
}

const nothing = () => {}

/** A field that two people changed: the old value, both new values, and a custom one. */
export function ConflictField({ merge, field, id, choice, onChoose }: ConflictFieldProps) {
  const { setup, formatValue } = useEditorScreen()
  const t = useTranslations("departments.editor.conflict")
  const labelOf = useDepartmentLabel()
  const name = merge.field
  const label = labelOf(name)
  const option = (kind: MergeChoice["kind"], pick: MergeChoice, value?: unknown) => ({
    id,
    label: t(`choose.${kind}`),
    text: value === undefined ? undefined : formatValue(name, value),
    isChosen: choice?.kind === kind,
    onChoose: () => onChoose(pick),
  })
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium">{label}</legend>
      <p id={`${id}-base`} className="mb-2 whitespace-pre-wrap break-words text-ink-muted">
        {t("base", { value: formatValue(name, merge.base) })}
      </p>
      <div className="grid gap-2 sm:grid-cols-2">
        <Option {...option("theirs", { kind: "theirs" }, merge.theirs ?? null)} />
        <Option {...option("mine", { kind: "mine" }, merge.mine ?? null)} />
      </div>
      <div className="mt-2">
        <Option {...option("other", { kind: "other", value: merge.mine })}>
          {choice?.kind === "other" ? (
            <div className="px-3 pb-3">
              <label htmlFor={`${id}-control`} className="sr-only">
                {label}
              </label>
              <FieldControl
                name={name}
                field={field}
                label={label}
                value={choice.value}
                base={merge.theirs}
                onChange={(value) => onChoose({ kind: "other", value })}
                onBlur={nothing}
                id={`${id}-control`}
                describedBy={`${id}-base`}
                isInvalid={false}
                departmentId={setup.id}
              />
            </div>
          ) : null}
        </Option>
      </div>
    </fieldset>
  )
}

interface OptionProps {
  readonly id: string
  readonly label: string
  /** The value of this option. */
  readonly text?: string | undefined
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly children?: ReactNode
}

/** One option; all of it is clickable except for custom input. */
function Option({ id, label, text, isChosen, onChoose, children }: OptionProps) {
  return (
    <div
      className={cn(
        "flex h-full flex-col rounded-md border",
        isChosen ? "border-accent bg-accent-soft" : "border-line-strong hover:border-ink-faint",
      )}
    >
      <label className="flex flex-1 cursor-default items-start gap-2 px-3 py-2">
        <input
          type="radio"
          name={id}
          className="mt-0.5 size-4 shrink-0 accent-accent"
          checked={isChosen}
          onChange={onChoose}
        />
        <span className="min-w-0">
          <span className="text-ink-muted text-xs">{label}</span>
          {text === undefined ? null : (
            <span className="mt-0.5 block whitespace-pre-wrap break-words">{text}</span>
          )}
        </span>
      </label>
      {children}
    </div>
  )
}
