import { useId, useMemo, useState } from "react"
import { useTranslations } from "use-intl"
import type { Fields } from "@/lib/catalogue"
import type { FieldMerge } from "@/lib/json-patch"
import type { FormatValue } from "../../edits/format-value"
import { useDepartmentLabel } from "../../edits/format-value"
import { Button } from "../../ui/button"
import { Dialog, DialogContent } from "../../ui/dialog"
import { ConflictField } from "./conflict-field"
import type { FormValues } from "./form-values"
import { type MergeChoices, mergedValues, openConflicts } from "./merge-choices"

export interface ConflictDialogProps {
  /** Undefined while it is closed. */
  readonly merges: readonly FieldMerge[] | undefined
  readonly fields: Fields
  readonly say: FormatValue
  readonly departmentId: string
  readonly onClose: () => void
  /** Called with the values to lay over the record as it is now. */
  readonly onMerge: (values: FormValues) => void
}

/** Two people's changes side by side, field by field, to be put together by hand. */
export function ConflictDialog({ merges, onClose, ...props }: ConflictDialogProps) {
  return merges ? <OpenDialog merges={merges} onClose={onClose} {...props} /> : null
}

interface OpenDialogProps extends ConflictDialogProps {
  readonly merges: readonly FieldMerge[]
}

function OpenDialog({ merges, fields, say, departmentId, onClose, onMerge }: OpenDialogProps) {
  const t = useTranslations("departments.editor.conflict")
  const formId = useId()
  const [choices, setChoices] = useState<MergeChoices>({})
  const conflicts = useMemo(() => merges.filter(({ state }) => state === "conflict"), [merges])
  const open = openConflicts(merges, choices)
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      <DialogContent
        title={t("title")}
        description={t("intro", { count: conflicts.length })}
        className="w-200"
        actions={
          <>
            <p role="status" className="mr-auto self-center text-ink-muted">
              {open.length > 0 ? t("open", { count: open.length }) : ""}
            </p>
            <Button onClick={onClose}>{t("close")}</Button>
            <Button
              variant="primary"
              disabled={open.length > 0}
              onClick={() => onMerge(mergedValues(merges, choices))}
            >
              {t("goOn")}
            </Button>
          </>
        }
      >
        <div className="space-y-5">
          {conflicts.map((merge) => {
            const field = fields[merge.field]
            return field ? (
              <ConflictField
                key={merge.field}
                merge={merge}
                field={field}
                say={say}
                id={`${formId}-${merge.field}`}
                departmentId={departmentId}
                choice={choices[merge.field]}
                onChoose={(choice) => setChoices({ ...choices, [merge.field]: choice })}
              />
            ) : null
          })}
          <Settled title={t("theirs")} merges={merges} state="theirs" say={say} />
          <Settled title={t("mine")} merges={merges} state="mine" say={say} />
          <Settled title={t("same")} merges={merges} state="same" say={say} />
        </div>
      </DialogContent>
    </Dialog>
  )
}

interface SettledProps {
  readonly title: string
  readonly merges: readonly FieldMerge[]
  readonly state: Exclude<FieldMerge["state"], "conflict">
  readonly say: FormatValue
}

/** Fields that go together by themselves. */
function Settled({ title, merges, state, say }: SettledProps) {
  const labelOf = useDepartmentLabel()
  const settled = merges.filter((merge) => merge.state === state)
  if (settled.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="mb-1.5 font-medium">{title}</h3>
      <dl className="divide-y rounded-md border px-3">
        {settled.map(({ field, mine, theirs }) => (
          <div
            key={field}
            className="grid gap-x-4 gap-y-0.5 py-1.5 sm:grid-cols-[10rem_minmax(0,1fr)]"
          >
            <dt className="text-ink-muted">{labelOf(field)}</dt>
            <dd className="whitespace-pre-wrap break-words">
              {say(field, state === "theirs" ? theirs : mine)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
