import { useTranslations } from "use-intl"
import { DataTable, type Find, type GridTarget, TableFoot } from "../data-table"
import { useProgressText } from "../ui/copy-progress"
import { QuotaWait } from "../ui/quota-wait"
import { NoRows } from "./no-rows"
import { useReport } from "./report-context"
import { MoreProblem } from "./report-problem"
import type { OpenRow } from "./use-open-row"
import { type ReportColumns, useColumnActions, useReportSort } from "./use-report-grid"
import type { ReportRows } from "./use-report-rows"

interface ReportTableProps {
  readonly rows: ReportRows
  readonly columns: ReportColumns
  readonly find: Find
  readonly open: OpenRow
  /** The table's latest scroll target. */
  readonly goTo: GridTarget | undefined
  /** Starts a filter of a property. */
  readonly onFilter: (property: string) => void
}

const loadingRows = 30
const pendingRows = 4

/** The rows of a view: loading, loaded, empty, or the problem. */
export function ReportTable(props: ReportTableProps) {
  const { rows, columns, find, open, goTo, onFilter } = props
  const { setup, view, format } = useReport()
  const { operation } = setup
  const { sort, onSort } = useReportSort()
  const actions = useColumnActions(columns.all, onFilter)
  const empty = rows.rows.count === 0
  const isLoading = rows.reading === "first"
  const isStale = rows.reading === "other"
  const pending = isLoading ? loadingRows : rows.hasMore && !isStale ? pendingRows : 0
  return (
    <section className="print:hidden relative flex min-h-72 flex-1 flex-col overflow-hidden rounded-lg border bg-surface">
      {empty && !isLoading ? (
        <div className="grid flex-1 place-items-center">
          <NoRows rows={rows} />
        </div>
      ) : (
        <DataTable
          label={operation.title}
          columns={columns.shown}
          rows={rows.rows}
          format={format}
          density={view.layout.density ?? "normal"}
          sort={sort}
          onSort={onSort}
          actions={actions}
          pendingRows={pending}
          onShow={rows.show}
          onOpenRow={open.show}
          openRow={open.index}
          stale={isStale}
          queryKey={rows.url}
          find={find.wanted}
          onFind={find.open}
          goTo={goTo}
        />
      )}
      {isLoading ? (
        <div className="pointer-events-none absolute inset-0 grid place-items-center p-4">
          <QuotaWait variant="card" />
        </div>
      ) : null}
      <ReportFoot rows={rows} />
    </section>
  )
}

function ReportFoot({ rows }: { rows: ReportRows }) {
  const { operation } = useReport().setup
  const t = useTranslations("reports")
  const { count } = rows.rows
  const { reading, total, hasMore } = rows
  if (reading === "first")
    return (
      <div
        role="status"
        className="flex min-h-9 items-center border-t bg-sunken px-3 text-ink-muted text-xs"
      >
        {t("loading")}
      </div>
    )
  if (count === 0) return null
  return (
    <TableFoot
      count={count}
      more={hasMore}
      text={hasMore && total ? t("whole.loaded", { count, total: total.count }) : undefined}
      loading={reading === "more" || reading === "other"}
    >
      {total ? <Coverage coverage={total.coverage} /> : null}
      {reading ? <QuotaWait variant="line" /> : null}
      {rows.problem ? (
        <MoreProblem operation={operation} problem={rows.problem} onRetry={rows.retry} />
      ) : null}
    </TableFoot>
  )
}

type Covered = NonNullable<ReportRows["total"]>["coverage"]

/** How much of a whole list is copied, until all of it is. */
function Coverage({ coverage }: { readonly coverage: Covered }) {
  const { whole, lists, missing, isComplete } = coverage
  const t = useTranslations("reports.whole")
  const progressText = useProgressText()
  if (!isComplete && whole < lists) {
    const copied =
      missing === undefined
        ? t("coverage", { whole, lists })
        : t("coverageNamed", { whole: whole - missing, lists })
    return (
      <span>
        {copied} · {progressText(coverage)}
      </span>
    )
  }
  return missing !== undefined && missing > 0 ? (
    <span>{t("missing", { missing, lists })}</span>
  ) : null
}
