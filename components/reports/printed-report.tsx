import { useFormatter, useTranslations } from "use-intl"
import { sortInForce } from "@/lib/client"
import { needsWidePaper, PrintedTable } from "../data-table"
import { dateTimeFormat } from "../ui/date-time-format"
import { useFieldLabel } from "../ui/use-field-label"
import { usePrinting } from "../ui/use-printing"
import { clauseKey, clausesOf } from "./filter-clause"
import { useClauseText } from "./filter-text"
import { pathInWords } from "./path-in-words"
import { labelNameOf } from "./property-field"
import type { ReportPartProps } from "./report-setup"
import type { ReportGrid } from "./use-report-grid"
import type { ReportRows } from "./use-report-rows"

export interface PrintedReportProps extends ReportPartProps {
  readonly rows: ReportRows
  readonly grid: ReportGrid
}

/** A report on paper: what it shows in words, then its loaded rows as a plain table, none of another question; nothing on the screen. */
export function PrintedReport(props: PrintedReportProps) {
  const isPrinting = usePrinting()
  if (!isPrinting) return null
  const { setup, rows, grid, format } = props
  const columns = grid.gridColumns
  return (
    <div className={`hidden print:block ${needsWidePaper(columns) ? "print-wide" : ""}`}>
      <PrintedHead {...props} />
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

function PrintedHead(props: PrintedReportProps) {
  const { setup, view, rows, format } = props
  const t = useTranslations("reports")
  const { firstPage } = rows
  const lines = usePrintedLines(props)
  return (
    <header className="mb-3 grid gap-1">
      <p className="font-semibold text-lg">{setup.operation.title}</p>
      {[pathInWords(setup, view, format), ...lines].filter(Boolean).map((line) => (
        <p key={line} className="text-xs">
          {line}
        </p>
      ))}
      <p className="text-ink-muted text-xs">
        {firstPage ? t(`source.${firstPage.source}`) : null}
        {firstPage?.asOf
          ? `, ${t("asOf", { time: format.moment(firstPage.asOf) ?? firstPage.asOf })}`
          : null}
      </p>
    </header>
  )
}

/** How many rows are loaded and printed, in words. */
function useRowsText({ rows, firstPage, hasMore }: ReportRows): string {
  const t = useTranslations("reports")
  const table = useTranslations("table")
  if (!firstPage) return t("print.notLoaded")
  const { count, atHand } = rows
  const loaded = table(hasMore ? "moreExist" : "allLoaded", { count })
  return atHand < count ? `${loaded} · ${t("print.some", { count: atHand })}` : loaded
}

/** The filters, the order and the number of rows, each in words. */
function usePrintedLines({ setup, view, rows, format }: PrintedReportProps): string[] {
  const t = useTranslations("reports")
  const rowsText = useRowsText(rows)
  const write = useFormatter()
  const labelOf = useFieldLabel()
  const { operation, fields } = setup
  const clauseText = useClauseText({ operation, fields, format })
  const filters = clausesOf(operation, view).map((clause) => {
    const { sentence, detail } = clauseText(clause)
    return { key: clauseKey(clause), text: detail ? `${sentence} (${detail})` : sentence }
  })
  const order = sortInForce(operation, view.sort).map(
    ({ property, descending }) =>
      `${labelOf(labelNameOf(operation, property))} (${t(descending ? "sort.descending" : "sort.ascending")})`,
  )
  return [
    filters.length === 0
      ? t("print.unfiltered")
      : t("print.filters", { filters: filters.map(({ text }) => text).join("; ") }),
    t("print.sort", { order: order.join(", ") }),
    `${rowsText} · ${t("print.at", { time: write.dateTime(new Date(), dateTimeFormat) })}`,
  ]
}
