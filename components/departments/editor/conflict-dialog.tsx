import { useId, useMemo, useState } from "react"
import { useTranslations } from "use-intl"
import type { FieldMerge } from "@/lib/json-patch"
import { useDepartmentLabel } from "../../edits/format-value"
import { Button } from "../../ui/button"
import { ControlledDialog, DialogContent } from "../../ui/dialog"
import { ConflictField } from "./conflict-field"
import { type MergeChoices, mergedValues, openConflicts } from "./form-values"
import { useEditorScreen } from "./use-editor"

interface ConflictDialogProps {
  readonly merges: readonly FieldMerge[]
}

/** Shows two people's changes side by side to merge by hand, field by field. */
export function ConflictDialog({ merges }: ConflictDialogProps) {
  const { setup, merging } = useEditorScreen()
  const t = useTranslations("departments.editor.conflict")
  const formId = useId()
  const [choices, setChoices] = useState<MergeChoices>({})
  const conflicts = useMemo(() => merges.filter(({ state }) => state === "conflict"), [merges])
  const open = openConflicts(merges, choices)
  return (
    <ControlledDialog isOpen onClose={merging.close}>
      <DialogContent
        title={t("title")}
        description={t("intro", { count: conflicts.length })}
        className="w-200"
        actions={
          <>
            <p role="status" className="mr-auto self-center text-ink-muted">
              {open.length > 0 ? t("open", { count: open.length }) : ""}
            </p>
            <Button onClick={merging.close}>{t("close")}</Button>
            <Button
              variant="primary"
              disabled={open.length > 0}
              onClick={() => merging.finish(mergedValues(merges, choices))}
            >
              {t("goOn")}
            </Button>
          </>
        }
      >
        <div className="space-y-5">
          {conflicts.map((merge) => {
            const field = setup.fields[merge.field]
            return field ? (
              <ConflictField
                key={merge.field}
                merge={merge}
                field={field}
                id={`${formId}-${merge.field}`}
                choice={choices[merge.field]}
                onChoose={(choice) => setChoices({ ...choices, [merge.field]: choice })}
              />
            ) : null
          })}
          <MergedFields title={t("theirs")} merges={merges} state="theirs" />
          <MergedFields title={t("mine")} merges={merges} state="mine" />
          <MergedFields title={t("same")} merges={merges} state="same" />
        </div>
      </DialogContent>
    </ControlledDialog>
  )
}

interface MergedFieldsProps {
  readonly title: string
  readonly merges: readonly FieldMerge[]
  readonly state: Exclude<FieldMerge["state"], "conflict">
}

/** Fields that merge automatically. */
function MergedFields({ title, merges, state }: MergedFieldsProps) {
  const { formatValue } = useEditorScreen()
  const labelOf = useDepartmentLabel()
  const merged = merges.filter((merge) => merge.state === state)
  if (merged.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="mb-1.5 font-medium">{title}</h3>
      <dl className="divide-y rounded-md border px-3">
        {merged.map(({ field, mine, theirs }) => (
          <div
            key={field}
            className="grid gap-x-4 gap-y-0.5 py-1.5 sm:grid-cols-[10rem_minmax(0,1fr)]"
          >
            <dt className="text-ink-muted">{labelOf(field)}</dt>
            <dd className="whitespace-pre-wrap break-words">
              {formatValue(field, state === "theirs" ? theirs : mine)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
