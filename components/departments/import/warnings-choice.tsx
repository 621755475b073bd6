import { useId } from "react"
import { useTranslations } from "use-intl"
import { useDepartmentLabel } from "../../edits/format-value"
import type { PlannedChange } from "../../edits/plan-changes"
import { usePlan } from "../../edits/use-plan"
import { Checkbox } from "../../ui/checkbox"
import { type WarningKind, warningKinds } from "./find-warnings"
import { useImportScreen } from "./import-draft"

const warningsIn = (items: readonly PlannedChange[]) =>
  items.flatMap((item) =>
    item.state === "ready" || item.state === "held"
      ? item.warnings.map((warning) => ({ ...warning, line: item.line ?? 0 }))
      : [],
  )

/**
 * Possible spreadsheet damage, each kind with its count and an example; these rows are only sent
 * once accepted.
 */
export function WarningsChoice() {
  const t = useTranslations("departments.import.warnings")
  const labelOf = useDepartmentLabel()
  const { state } = usePlan()
  const { draft, change } = useImportScreen()
  const id = useId()
  if (state.step !== "ready" || !draft) return null
  const warnings = warningsIn(state.items)
  const accept = (kind: WarningKind, isAccepted: boolean) =>
    change({
      ...draft,
      accepted: isAccepted
        ? [...draft.accepted, kind]
        : draft.accepted.filter((other) => other !== kind),
    })
  return warningKinds.map((kind) => {
    const found = warnings.filter((warning) => warning.kind === kind)
    const [first] = found
    if (!first) return null
    const { line, column, before, after } = first
    const field = column.split(".").map(labelOf).join(" · ")
    return (
      <div key={kind} className="flex items-start gap-2 text-caution-ink">
        <Checkbox
          className="mt-0.5"
          aria-labelledby={`${id}-${kind}`}
          checked={draft.accepted.includes(kind)}
          onCheckedChange={(isAccepted) => accept(kind, isAccepted)}
        />
        <span id={`${id}-${kind}`} className="min-w-0 break-words">
          {t(kind, { count: found.length })}{" "}
          {t("example", { line, field, before: before || "–", after })}
        </span>
      </div>
    )
  })
}
