import { useMemo, useState } from "react"
import { useTranslations } from "use-intl"
import type { Problem } from "@/lib/catalogue"
import { missingParameters } from "@/lib/client"
import { useCellFormat } from "../data-table"
import { ChoosePath } from "./choose-path"
import { DroppedParts, Notice } from "./notices"
import { ReportControls } from "./report-controls"
import { ReportHead } from "./report-head"
import type { FirstPageProblem, ReportPartProps } from "./report-setup"
import { ReportTable } from "./report-table"
import { RowSheet } from "./row-sheet"
import { useReportRows } from "./use-report-rows"
import { nameLookup } from "./workspace-names"

export interface ReportProps extends Omit<ReportPartProps, "format"> {
  /** What of the address could not be meant. */
  readonly notices: readonly Problem[]
  readonly firstProblem?: FirstPageProblem | undefined
}

type PartProps = ReportProps & ReportPartProps

/** A list operation as a page: everything it shows follows from the catalogue's entry and the view. */
export function Report(props: ReportProps) {
  const { setup, view } = props
  const nameOf = useMemo(() => nameLookup(setup.workspace), [setup.workspace])
  const format = useCellFormat(nameOf)
  const complete = missingParameters(setup.operation, view).length === 0
  return (
    <div className="page-fill flex flex-col gap-3 p-4 lg:px-6">
      {complete ? (
        <ReportWithRows {...props} format={format} />
      ) : (
        <ReportToChoose {...props} format={format} />
      )}
    </div>
  )
}

function ReportToChoose({ setup, view, notices, format, onView }: PartProps) {
  const { operation, steps, workspace } = setup
  return (
    <>
      <ReportHead
        operation={operation}
        format={format}
        page={undefined}
        refreshing={false}
        onRefresh={undefined}
      />
      <DroppedParts notices={notices} />
      <div className="grid flex-1 place-items-center rounded-lg border bg-surface">
        <ChoosePath
          operation={operation}
          view={view}
          steps={steps}
          workspace={workspace}
          onChange={(parameters) => onView({ ...view, parameters })}
        />
      </div>
    </>
  )
}

function ReportWithRows(props: PartProps) {
  const { setup, view, notices, firstProblem, format } = props
  const t = useTranslations("reports")
  const { operation } = setup
  const rows = useReportRows(operation, view, firstProblem)
  const [openRow, setOpenRow] = useState<number>()
  return (
    <>
      <ReportHead
        operation={operation}
        format={format}
        page={rows.firstPage}
        refreshing={rows.isRefreshing}
        onRefresh={rows.refresh}
      />
      <DroppedParts notices={notices} />
      {rows.wasRestarted ? <Notice>{t("notice.restarted")}</Notice> : null}
      <ReportControls {...props} />
      <ReportTable {...props} rows={rows} onOpenRow={setOpenRow} />
      <RowSheet
        setup={setup}
        parameters={view.parameters}
        rows={rows.rows}
        index={openRow}
        format={format}
        onOpen={setOpenRow}
      />
    </>
  )
}
