import { Inbox } from "lucide-react"
import { useTranslations } from "use-intl"
import type { ListOperation } from "@/lib/catalogue"
import { isNarrowed } from "@/lib/client"
import { Button } from "../ui/button"
import { EmptyState } from "../ui/empty-state"
import { ReportProblem } from "./report-problem"
import type { ReportPartProps } from "./report-setup"
import type { ReportRows } from "./use-report-rows"

export interface NoRowsProps extends Pick<ReportPartProps, "view" | "onView"> {
  readonly operation: ListOperation
  /** What the report is about, in words. */
  readonly about: string
  readonly rows: ReportRows
}

/** In the place of the rows where there are none: why, and a way on. */
export function NoRows({ operation, about, view, rows, onView }: NoRowsProps) {
  const t = useTranslations("reports")
  if (rows.problem)
    return (
      <ReportProblem
        operation={operation}
        about={about}
        dataSetId={view.parameters["dataSetId"]}
        problem={rows.problem}
        onRetry={rows.retry}
      />
    )
  if (!isNarrowed(view))
    return (
      <EmptyState icon={Inbox} title={t("empty.title")}>
        {t("empty.detail")}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={Inbox}
      title={t("empty.filtered")}
      actions={
        <Button onClick={() => onView({ ...view, filters: [], periods: [] })}>
          {t("clearFilters")}
        </Button>
      }
    >
      {t("empty.filteredDetail")}
    </EmptyState>
  )
}
