import { useFormatter, useTranslations } from "use-intl"
import { labelWordOf } from "@/lib/client"
import { type GridColumn, needsWidePaper, PrintedTable } from "../data-table"
import { dateTimeFormat } from "../ui/date-time-format"
import { UpdatedAt } from "../ui/updated-at"
import { useFieldLabel } from "../ui/use-field-label"
import { usePrinting } from "../ui/use-printing"
import { clauseKey, clausesOf } from "./filter-clause"
import { useClauseText } from "./filter-text"
import { usePathText } from "./path-picker"
import { useReport } from "./report-context"
import { sortInForce } from "./sort-order"
import type { ReportRows } from "./use-report-rows"

interface PrintedReportProps {
  readonly rows: ReportRows
  readonly columns: readonly GridColumn[]
}

/**
 * A report for print: its description as text, then its rows as a plain table; nothing on screen.
 */
export function PrintedReport({ rows, columns }: PrintedReportProps) {
  const { setup, format } = useReport()
  const isPrinting = usePrinting()
  if (!isPrinting) return null
  return (
    <div className={`hidden print:block ${needsWidePaper(columns) ? "print-wide" : ""}`}>
      <PrintedHead rows={rows} />
      {rows.firstPage ? (
        <PrintedTable
          label={setup.operation.title}
          columns={columns}
          rows={rows.rows}
          format={format}
        />
      ) : null}
    </div>
  )
}

function PrintedHead({ rows }: { rows: ReportRows }) {
  const { setup, ownZone } = useReport()
  const { firstPage } = rows
  const about = usePathText()
  const lines = usePrintedLines(rows)
  return (
    <header className="mb-3 grid gap-1">
      <p className="font-semibold text-lg">{setup.operation.title}</p>
      {[about, ...lines].filter(Boolean).map((line) => (
        <p key={line} className="text-xs">
          {line}
        </p>
      ))}
      <p className="text-ink-muted text-xs">
        {firstPage ? <UpdatedAt value={firstPage.asOf} timeZone={ownZone} /> : null}
      </p>
    </header>
  )
}

function useRowsText({ rows, firstPage, hasMore, total }: ReportRows): string {
  const t = useTranslations("reports")
  const table = useTranslations("table")
  if (!firstPage) return t("print.notLoaded")
  const { count, atHand } = rows
  const loaded =
    hasMore && total
      ? t("whole.loaded", { count, total: total.count })
      : table(hasMore ? "moreExist" : "allLoaded", { count })
  return atHand < count ? `${loaded} · ${t("print.some", { count: atHand })}` : loaded
}

/** The filters, the order and the number of rows, one per line. */
function usePrintedLines(rows: ReportRows): string[] {
  const { setup, view } = useReport()
  const t = useTranslations("reports")
  const rowsText = useRowsText(rows)
  const write = useFormatter()
  const labelOf = useFieldLabel()
  const { operation } = setup
  const clauseText = useClauseText()
  const filters = clausesOf(operation, view).map((clause) => {
    const { sentence, detail } = clauseText(clause)
    return { key: clauseKey(clause), text: detail ? `${sentence} (${detail})` : sentence }
  })
  const order = sortInForce(operation, view.sort).map(
    ({ property, descending }) =>
      `${labelOf(labelWordOf(operation, property))} (${t(descending ? "sort.descending" : "sort.ascending")})`,
  )
  return [
    filters.length === 0
      ? t("print.unfiltered")
      : t("print.filters", { filters: filters.map(({ text }) => text).join("; ") }),
    t("print.sort", { order: order.join(", ") }),
    `${rowsText} · ${t("print.at", { time: write.dateTime(new Date(), dateTimeFormat) })}`,
  ]
}
