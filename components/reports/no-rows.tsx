import { Inbox } from "lucide-react"
import { useTranslations } from "use-intl"
import { isNarrowed } from "@/lib/client"
import { Button } from "../ui/button"
import { useProgressText } from "../ui/copy-progress"
import { EmptyState } from "../ui/empty-state"
import { usePathText } from "./path-picker"
import { useReport } from "./report-context"
import { ReportProblem } from "./report-problem"
import type { ReportRows } from "./use-report-rows"

/** Replaces the rows if there are none: the reason, and an action. */
export function NoRows({ rows }: { rows: ReportRows }) {
  const { setup, view, setView } = useReport()
  const about = usePathText()
  const t = useTranslations("reports")
  const progressText = useProgressText()
  if (rows.problem)
    return (
      <ReportProblem
        operation={setup.operation}
        about={about}
        dataSetId={view.parameters["dataSetId"]}
        problem={rows.problem}
        onRetry={rows.retry}
      />
    )
  const { total } = rows
  if (total && !total.coverage.isComplete)
    return (
      <EmptyState icon={Inbox} title={t("empty.soFar")}>
        {t("empty.soFarDetail")} {progressText(total.coverage)}
      </EmptyState>
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
        <Button onClick={() => setView({ ...view, filters: [], periods: [] })}>
          {t("clearFilters")}
        </Button>
      }
    >
      {t("empty.filteredDetail")}
    </EmptyState>
  )
}
