import { canonicalSort } from "@/lib/client"
import { FilterBar, type FilterRequest } from "./filter-bar"
import { PathPicker } from "./path-picker"
import type { ReportPartProps } from "./report-setup"
import { SortMenu } from "./sort-menu"
import { useNamedChoices } from "./use-named-choices"

export interface ReportControlsProps extends ReportPartProps {
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
