"use client"

import { type ReactNode, useCallback, useState } from "react"
import { useTranslations } from "use-intl"
import { type DroppedPart, missingParameters } from "@/lib/client"
import { useFind, useGridTarget } from "../data-table"
import type { FilterRequest } from "./filter-bar"
import { DroppedParts, Notice } from "./notices"
import { ChoosePath } from "./path-picker"
import { PrintedReport } from "./printed-report"
import { ReportProvider, useReport, useReportAddress } from "./report-context"
import { ReportControls } from "./report-controls"
import { ReportHead } from "./report-head"
import type { FirstPageProblem, HostPage, ReportSetup } from "./report-setup"
import { ReportTable } from "./report-table"
import { RowSheet } from "./row-sheet"
import { SavedViewsControl } from "./saved-views"
import { useOpenRow } from "./use-open-row"
import { usePrintedRows } from "./use-printed-rows"
import { useReportColumns } from "./use-report-grid"
import { useReportRows } from "./use-report-rows"
import { useViewQuery } from "./use-view-query"

interface PageProps {
  /** The page that hosts the report, if not its own. */
  readonly host?: HostPage | undefined
  readonly firstProblem?: FirstPageProblem | undefined
  /** Actions from other features. */
  readonly tools?: ReactNode
}

interface ReportScreenProps extends PageProps {
  readonly setup: ReportSetup
}

/** A report whose state is the URL: each change adds a history entry, and back works. */
export function ReportScreen({ setup, ...page }: ReportScreenProps) {
  const { view, setView, dropped } = useReportAddress(setup, page.host?.path)
  return (
    <ReportProvider setup={setup} view={view} setView={setView}>
      <Report {...page} dropped={dropped} />
    </ReportProvider>
  )
}

interface ReportProps extends PageProps {
  /** Invalid parts of the address. */
  readonly dropped: readonly DroppedPart[]
}

/** A list operation as a page, derived from the catalogue's entry and the view. */
export function Report(props: ReportProps) {
  const { setup, view } = useReport()
  const isChosen = missingParameters(setup.operation, view).length === 0
  return (
    <div className="page-fill flex flex-col gap-3 p-4 lg:px-6 print:block print:p-0">
      {isChosen ? <ReportWithRows {...props} /> : <ReportToChoose {...props} />}
    </div>
  )
}

function ReportToChoose({ host, dropped }: ReportProps) {
  return (
    <>
      <ReportHead host={host}>
        <SavedViewsControl />
      </ReportHead>
      <DroppedParts parts={dropped} />
      <div className="grid flex-1 place-items-center rounded-lg border bg-surface">
        <ChoosePath />
      </div>
    </>
  )
}

function ReportWithRows({ host, dropped, firstProblem, tools }: ReportProps) {
  const { setup, view, format } = useReport()
  const t = useTranslations("reports")
  const query = useViewQuery(setup, view)
  const rows = useReportRows(setup, view.parameters, query, firstProblem)
  const printed = usePrintedRows(setup, view.parameters, query, rows)
  const paper = printed ? { ...rows, rows: printed.rows, hasMore: printed.hasMore } : rows
  const [filterFor, setFilterFor] = useState<FilterRequest>()
  const onFilter = useCallback((property: string) => setFilterFor({ property }), [])
  const columns = useReportColumns()
  const target = useGridTarget(rows.url)
  const find = useFind({ rows: rows.rows, columns: columns.shown, format, target })
  const open = useOpenRow(rows.rows, rows.url, target.goTo)
  return (
    <>
      <PrintedReport rows={paper} columns={columns.shown} />
      <ReportHead host={host} rows={rows}>
        <SavedViewsControl />
      </ReportHead>
      <DroppedParts parts={dropped} />
      {rows.wasRestored ? <Notice>{t("notice.restored")}</Notice> : null}
      <ReportControls filterFor={filterFor} columns={columns} find={find}>
        {tools}
      </ReportControls>
      <ReportTable
        rows={rows}
        columns={columns}
        find={find}
        open={open}
        goTo={target.target}
        onFilter={onFilter}
      />
      <RowSheet open={open} columns={columns.shown} />
    </>
  )
}
