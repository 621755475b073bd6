import { Waypoints } from "lucide-react"
import { type ReactNode, useCallback, useMemo, useState } from "react"
import { useLocale, useTranslations } from "use-intl"
import type { Field, ListOperation, Workspace, WorkspaceEntry } from "@/lib/catalogue"
import { type DroppedPart, missingParameters, type View, workspaceChoices } from "@/lib/client"
import { inSentence } from "@/lib/client/messages"
import {
  ColumnPicker,
  DensityMenu,
  type Find,
  FindField,
  type NameOf,
  useCellFormat,
  useFind,
  useGridTarget,
  useNames,
} from "../data-table"
import { EmptyState } from "../ui/empty-state"
import { later } from "../ui/later"
import { SettingsLink } from "../ui/settings-link"
import type { FilterRequest } from "./filter-bar"
import { PathPicker, type PathPickerProps } from "./path-picker"
import { PrintedReport } from "./printed-report"
import { ReportControls } from "./report-controls"
import { ReportHead } from "./report-head"
import type { FirstPageProblem, ReportPartProps, ReportPlace } from "./report-setup"
import { ReportTable } from "./report-table"
import { SavedViewsControl } from "./saved-views"
import { useOpenRow } from "./use-open-row"
import { type ReportGrid, useReportGrid } from "./use-report-grid"
import { useReportRows } from "./use-report-rows"
import { useViewQuery } from "./use-view-query"
import { ZoneMenu } from "./zone-menu"

interface ChoosePathProps extends Omit<PathPickerProps, "parameters"> {
  readonly operation: ListOperation
  readonly view: View
  /** Somebody who may name things in the workspace. */
  readonly editsWorkspace: boolean
}

/** Asks what the report should be about, where its address does not say it yet. */
function ChoosePath({ operation, view, editsWorkspace, ...picker }: ChoosePathProps) {
  const t = useTranslations("reports")
  const { steps, workspace } = picker
  const missing = missingParameters(operation, view)[0]
  const step = steps.find(({ parameter }) => parameter === missing)
  const thing = inSentence(useLocale(), step?.title ?? "")
  const index = steps.findIndex(({ parameter }) => parameter === missing)
  const unnamed =
    step?.listedBy === undefined &&
    workspaceChoices(workspace, steps, index, view.parameters).length === 0
  return (
    <EmptyState
      icon={Waypoints}
      title={t("path.title")}
      actions={
        <>
          <PathPicker {...picker} parameters={view.parameters} size="md" />
          {unnamed && editsWorkspace ? <SettingsLink /> : null}
        </>
      }
    >
      <p>{t("path.needs", { report: operation.title, thing })}</p>
      {unnamed ? <p className="mt-2">{t("path.emptyWorkspace")}</p> : null}
    </EmptyState>
  )
}

function collect(entries: readonly WorkspaceEntry[], names: Map<string, string>) {
  for (const entry of entries) {
    names.set(entry.id, entry.name)
    collect(entry.children, names)
  }
}

/** Looks ids up in the workspace. */
function nameLookup(workspace: Workspace): NameOf {
  const names = new Map<string, string>()
  collect(workspace.entries, names)
  return (id) => names.get(id)
}

interface ReportToolsProps extends Pick<ReportPartProps, "setup" | "view" | "onView"> {
  readonly grid: ReportGrid
  readonly find: Find
  /** The reader's own time zone. */
  readonly ownZone: string
  /** What another feature can do with the report. */
  readonly children?: ReactNode
}

const withZone = ({ zone: _, ...view }: View, zone: string | undefined): View =>
  zone === undefined ? view : { ...view, zone }

const isMoment = ({ type }: Field) => type === "datetime" || type === "datetimeoffset"

/** How the rows are looked at: find, time zone, density, columns. */
function ReportTools(props: ReportToolsProps) {
  const { setup, view, grid, find, ownZone, onView, children } = props
  const { layout, zone } = view
  const hasMoments = Object.values(setup.fields).some(isMoment)
  return (
    <div className="ml-auto flex max-w-full flex-wrap items-center justify-end gap-0.5">
      <FindField find={find} />
      {hasMoments ? (
        <ZoneMenu zone={zone} ownZone={ownZone} onZone={(next) => onView(withZone(view, next))} />
      ) : null}
      <DensityMenu
        density={layout.density ?? "normal"}
        onDensity={(density) => grid.onLayout({ ...layout, density })}
      />
      <ColumnPicker
        columns={grid.columns}
        shown={grid.gridColumns}
        layout={layout}
        onLayout={grid.onLayout}
      />
      {children}
    </div>
  )
}

const DroppedParts = later(() => import("./notices").then((part) => part.DroppedParts))
const Notice = later(() => import("./notices").then((part) => part.Notice))
const RowSheet = later(() => import("./row-sheet").then((part) => part.RowSheet))

interface ReportProps extends Omit<ReportPartProps, "format"> {
  /** What of the address could not be meant. */
  readonly dropped: readonly DroppedPart[]
  readonly firstProblem?: FirstPageProblem | undefined
  /** The zone in which the reader has times written, unless the view has one of its own. */
  readonly ownZone: string
  /** What another feature can do with the report. */
  readonly tools?: ReactNode
  /** The page that shows the report, where that is not its own. */
  readonly place?: ReportPlace | undefined
}

type PartProps = ReportProps & ReportPartProps

/** A list operation as a page: everything it shows follows from the catalogue's entry and the view. */
export function Report(props: ReportProps) {
  const { setup, view } = props
  const inWorkspace = useMemo(() => nameLookup(setup.workspace), [setup.workspace])
  const nameOf = useNames(setup.operation.record, setup.fields, inWorkspace)
  const format = useCellFormat(nameOf)
  const complete = missingParameters(setup.operation, view).length === 0
  return (
    <div className="page-fill flex flex-col gap-3 p-4 lg:px-6 print:block print:p-0">
      {complete ? (
        <ReportWithRows {...props} format={format} />
      ) : (
        <ReportToChoose {...props} format={format} />
      )}
    </div>
  )
}

function ReportToChoose(props: PartProps) {
  const { setup, view, dropped, format, onView } = props
  const { operation, steps, workspace } = setup
  return (
    <>
      <ReportHead
        operation={operation}
        place={props.place}
        format={format}
        page={undefined}
        refreshing={false}
        onRefresh={undefined}
      >
        <SavedViewsControl {...props} />
      </ReportHead>
      {dropped.length > 0 ? <DroppedParts parts={dropped} /> : null}
      <div className="grid flex-1 place-items-center rounded-lg border bg-surface">
        <ChoosePath
          operation={operation}
          view={view}
          steps={steps}
          workspace={workspace}
          editsWorkspace={setup.sharing.isAdministrator}
          onChange={(parameters) => onView({ ...view, parameters })}
        />
      </div>
    </>
  )
}

function ReportWithRows(props: PartProps) {
  const { setup, view, dropped, firstProblem, format } = props
  const t = useTranslations("reports")
  const query = useViewQuery(setup, view)
  const rows = useReportRows(setup, view.parameters, query, firstProblem)
  const [filterFor, setFilterFor] = useState<FilterRequest>()
  const onFilter = useCallback((property: string) => setFilterFor({ property }), [])
  const grid = useReportGrid({ ...props, onFilter })
  const place = useGridTarget(rows.question)
  const find = useFind({ rows: rows.rows, columns: grid.gridColumns, format, place })
  const open = useOpenRow(rows.rows, rows.question, place.goTo)
  return (
    <>
      <PrintedReport {...props} rows={rows} grid={grid} />
      <ReportHead
        operation={setup.operation}
        place={props.place}
        format={format}
        page={rows.firstPage}
        pending={rows.isLoading || rows.isStale}
        refreshing={rows.isRefreshing}
        onRefresh={rows.refresh}
      >
        <SavedViewsControl {...props} />
      </ReportHead>
      {dropped.length > 0 ? <DroppedParts parts={dropped} /> : null}
      {rows.wasRestored ? <Notice>{t("notice.restored")}</Notice> : null}
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1.5 print:hidden">
        <ReportControls {...props} filterFor={filterFor} />
        <ReportTools {...props} grid={grid} find={find}>
          {props.tools}
        </ReportTools>
      </div>
      <ReportTable {...props} rows={rows} grid={grid} find={find} open={open} goTo={place.target} />
      {open.wasOpened ? (
        <RowSheet
          setup={setup}
          parameters={view.parameters}
          open={open}
          columns={grid.gridColumns}
          format={format}
        />
      ) : null}
    </>
  )
}
