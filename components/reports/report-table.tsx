import { Inbox } from "lucide-react"
import { useTranslations } from "use-intl"
import { isNarrowed } from "@/lib/client"
import { DataTable, type Find, type GridTarget, TableFoot } from "../data-table"
import { Button } from "../ui/button"
import { EmptyState } from "../ui/empty-state"
import { QuotaWait } from "../ui/quota-wait"
import { pathInWords } from "./path-in-words"
import { MoreProblem, ReportProblem } from "./report-problem"
import type { ReportPartProps, ReportSetup } from "./report-setup"
import type { OpenRow } from "./use-open-row"
import type { ReportGrid } from "./use-report-grid"
import type { ReportRows } from "./use-report-rows"

interface TableProps extends ReportPartProps {
  readonly rows: ReportRows
  readonly grid: ReportGrid
  readonly find: Find
  readonly open: OpenRow
  /** Where the table was last told to go. */
  readonly goTo: GridTarget | undefined
}

const loadingRows = 30
const pendingRows = 4

/** The rows of a view in their frame: loading, shown, none at all, or why not. */
export function ReportTable(props: TableProps) {
  const { setup, view, format, rows, grid, find, open, onView } = props
  const { operation } = setup
  const empty = rows.rows.count === 0
  const pending = rows.isLoading ? loadingRows : rows.hasMore && !rows.isStale ? pendingRows : 0
  return (
    <section className="print:hidden relative flex min-h-72 flex-1 flex-col overflow-hidden rounded-lg border bg-surface">
      {empty && !rows.isLoading ? (
        <div className="grid flex-1 place-items-center">
          <NoRows
            operation={operation}
            about={pathInWords(setup, view, format)}
            view={view}
            rows={rows}
            onView={onView}
          />
        </div>
      ) : (
        <DataTable
          label={operation.title}
          columns={grid.gridColumns}
          rows={rows.rows}
          format={format}
          density={view.layout.density ?? "normal"}
          sort={grid.sort}
          onSort={grid.onSort}
          actions={grid.actions}
          pendingRows={pending}
          onShow={rows.show}
          onOpenRow={open.show}
          openRow={open.index}
          stale={rows.isStale}
          question={rows.question}
          find={find.wanted}
          onFind={find.open}
          goTo={props.goTo}
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
  readonly about: string
  readonly rows: ReportRows
}

function NoRows({ operation, about, view, rows, onView }: NoRowsProps) {
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

function ReportFoot({ operation, rows }: Pick<NoRowsProps, "operation" | "rows">) {
  const t = useTranslations("reports")
  const { count } = rows.rows
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
