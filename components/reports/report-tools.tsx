import type { ReactNode } from "react"
import type { Field } from "@/lib/catalogue"
import type { View } from "@/lib/client"
import { ColumnPicker, DensityMenu, type Find, FindField } from "../data-table"
import type { ReportPartProps } from "./report-setup"
import type { ReportGrid } from "./use-report-grid"
import { ZoneMenu } from "./zone-menu"

export interface ReportToolsProps extends Pick<ReportPartProps, "setup" | "view" | "onView"> {
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
export function ReportTools(props: ReportToolsProps) {
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
