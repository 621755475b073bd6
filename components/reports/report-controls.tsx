import { canonicalSort } from "@/lib/client"
import { FilterBar } from "./filter-bar"
import { PathPicker } from "./path-picker"
import type { ReportPartProps } from "./report-setup"
import { SortMenu } from "./sort-menu"

/** What the report shows, how it is narrowed and in which order: each change is a new view. */
export function ReportControls({ setup, view, format, onView }: ReportPartProps) {
  const { operation, fields, steps, workspace } = setup
  return (
    <div className="flex flex-wrap items-center gap-1.5">
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
        filters={view.filters}
        format={format}
        onChange={(filters) => onView({ ...view, filters })}
      />
      <SortMenu
        operation={operation}
        sort={view.sort}
        onChange={(sort) => onView({ ...view, sort: canonicalSort(operation, sort) })}
      />
    </div>
  )
}
