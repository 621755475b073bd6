import { ArrowDownUp } from "lucide-react"
import { useState } from "react"
import { useTranslations } from "use-intl"
import type { SortTerm } from "@/lib/catalogue"
import { canonicalSort } from "@/lib/client"
import { later } from "../ui/later"
import { ControlPopover } from "./control-popover"
import { FilterBar, type FilterRequest } from "./filter-bar"
import { PathPicker } from "./path-picker"
import type { ReportPartProps } from "./report-setup"
import type { SortEditorProps } from "./sort-editor"
import { useDelayedApply } from "./use-delayed-apply"
import { useNamedChoices } from "./use-named-choices"

const SortEditor = later(() => import("./sort-editor").then((part) => part.SortEditor))

/** The order by several properties, also those that are no column; several changes are one question. */
function SortMenu({ operation, fields, sort, onChange }: SortEditorProps) {
  const t = useTranslations("reports")
  const [draft, setDraft] = useState<readonly SortTerm[]>()
  const changes = useDelayedApply(onChange)
  const shown = draft ?? sort
  const change = (next: readonly SortTerm[]) => {
    setDraft(next)
    changes.later(next)
  }
  return (
    <ControlPopover
      icon={ArrowDownUp}
      label={t("sort.label")}
      text={sort.length > 0 ? t("sort.labelCount", { count: sort.length }) : undefined}
      onOpenChange={(open) => {
        if (open) return
        changes.now()
        setDraft(undefined)
      }}
      content={SortEditor}
      className="w-84 p-0"
    >
      <SortEditor operation={operation} fields={fields} sort={shown} onChange={change} />
    </ControlPopover>
  )
}

interface ReportControlsProps extends ReportPartProps {
  readonly filterFor?: FilterRequest | undefined
}

/** What the report shows, how it is narrowed and in which order: each change is a new view. */
export function ReportControls({ filterFor, ...props }: ReportControlsProps) {
  const { setup, view, format, onView } = props
  const { operation, fields, steps, workspace } = setup
  const choices = useNamedChoices(operation)
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1.5">
      {steps.length > 0 ? (
        <>
          <PathPicker
            steps={steps}
            workspace={workspace}
            parameters={view.parameters}
            onChange={(parameters) => onView({ ...view, parameters })}
          />
          <span className="mx-1 h-4 border-l max-sm:hidden" />
        </>
      ) : null}
      <FilterBar
        operation={operation}
        fields={fields}
        choices={choices}
        view={view}
        format={format}
        filterFor={filterFor}
        onView={onView}
      />
      <SortMenu
        operation={operation}
        fields={fields}
        sort={view.sort}
        onChange={(sort) => onView({ ...view, sort: canonicalSort(operation, sort) })}
      />
    </div>
  )
}
