import { Inbox } from "lucide-react"
import { useCallback, useMemo } from "react"
import { useTranslations } from "use-intl"
import { nextSort, sortInForce } from "@/lib/client"
import { columnsOf, DataTable, TableFoot } from "../data-table"
import { Button } from "../ui/button"
import { EmptyState } from "../ui/empty-state"
import { QuotaWait } from "../ui/quota-wait"
import { MoreProblem, ReportProblem } from "./report-problem"
import type { ReportPartProps, ReportSetup } from "./report-setup"
import type { ReportRows } from "./use-report-rows"

interface TableProps extends ReportPartProps {
  readonly rows: ReportRows
  readonly onOpenRow: (index: number) => void
}

const loadingRows = 30
const pendingRows = 4

/** The rows of a view in their frame: loading, shown, none at all, or why not. */
export function ReportTable({ setup, view, format, rows, onView, onOpenRow }: TableProps) {
  const { operation, fields } = setup
  const { namedById } = setup
  const columns = useMemo(
    () => columnsOf(operation, fields, { namedById }),
    [operation, fields, namedById],
  )
  const sort = useMemo(
    () => ({ terms: sortInForce(operation, view.sort), isDefault: view.sort.length === 0 }),
    [operation, view.sort],
  )
  const onSort = useCallback(
    (property: string, add: boolean) =>
      onView({ ...view, sort: nextSort(operation, view.sort, property, add) }),
    [onView, view, operation],
  )
  const empty = rows.rows.length === 0
  const pending = rows.isLoading ? loadingRows : rows.hasMore ? pendingRows : 0
  return (
    <section className="relative flex min-h-72 flex-1 flex-col overflow-hidden rounded-lg border bg-surface">
      {empty && !rows.isLoading ? (
        <div className="grid flex-1 place-items-center">
          <NoRows operation={operation} view={view} rows={rows} onView={onView} />
        </div>
      ) : (
        <DataTable
          label={operation.title}
          columns={columns}
          rows={rows.rows}
          format={format}
          sort={sort}
          onSort={onSort}
          pendingRows={pending}
          onNearEnd={rows.loadMore}
          onOpenRow={onOpenRow}
          stale={rows.isStale}
          question={rows.question}
        />
      )}
      {rows.isLoading ? (
        <div className="pointer-events-none absolute inset-0 grid place-items-center p-4">
          <QuotaWait look="card" />
        </div>
      ) : null}
      <ReportFoot operation={operation} rows={rows} />
    </section>
  )
}

interface NoRowsProps extends Pick<ReportPartProps, "view" | "onView"> {
  readonly operation: ReportSetup["operation"]
  readonly rows: ReportRows
}

function NoRows({ operation, view, rows, onView }: NoRowsProps) {
  const t = useTranslations("reports")
  if (rows.problem)
    return <ReportProblem operation={operation} problem={rows.problem} onRetry={rows.retry} />
  if (view.filters.length === 0)
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
        <Button onClick={() => onView({ ...view, filters: [] })}>{t("clearFilters")}</Button>
      }
    >
      {t("empty.filteredDetail")}
    </EmptyState>
  )
}

function ReportFoot({ operation, rows }: Pick<NoRowsProps, "operation" | "rows">) {
  const t = useTranslations("reports")
  const count = rows.rows.length
  if (rows.isLoading)
    return (
      <div
        role="status"
        className="border-t bg-sunken px-3 py-2.5 text-ink-muted text-xs leading-4"
      >
        {t("loading")}
      </div>
    )
  if (count === 0) return null
  return (
    <TableFoot count={count} more={rows.hasMore} loading={rows.isLoadingMore || rows.isStale}>
      {rows.isLoadingMore || rows.isStale || rows.isRefreshing ? <QuotaWait look="line" /> : null}
      {rows.problem ? (
        <MoreProblem operation={operation} problem={rows.problem} onRetry={rows.retry} />
      ) : null}
    </TableFoot>
  )
}
