import { ArrowDownUp, SlidersHorizontal } from "lucide-react"
import { type ComponentProps, type ReactNode, type RefObject, useRef, useState } from "react"
import { useTranslations } from "use-intl"
import type { Field, SortTerm } from "@/lib/catalogue"
import type { View } from "@/lib/client"
import { ColumnPicker, DensityMenu, type Find, FindField } from "../data-table"
import { Button } from "../ui/button"
import { Sheet, SheetContent, SheetTrigger } from "../ui/sheet"
import { ControlPopover } from "./control-popover"
import { FilterBar, type FilterRequest } from "./filter-bar"
import { clausesOf } from "./filter-clause"
import { PathPicker } from "./path-picker"
import { useDelayedApply, useReport } from "./report-context"
import { SortEditor } from "./sort-editor"
import { canonicalSort } from "./sort-order"
import { type ReportColumns, useLayoutChange } from "./use-report-grid"
import { TextSearch } from "./whole-list"
import { ZoneMenu } from "./zone-menu"

/**
 * The sort order by several properties, including those without a column; several changes are
 * applied as one.
 */
function SortMenu() {
  const { setup, view, setView } = useReport()
  const { sort } = view
  const t = useTranslations("reports")
  const [draft, setDraft] = useState<readonly SortTerm[]>()
  const changes = useDelayedApply((next: readonly SortTerm[]) =>
    setView({ ...view, sort: canonicalSort(setup.operation, next) }),
  )
  const change = (next: readonly SortTerm[]) => {
    setDraft(next)
    changes.later(next)
  }
  return (
    <ControlPopover
      icon={ArrowDownUp}
      label={t("sort.label")}
      text={sort.length > 0 ? t("sort.labelCount", { count: sort.length }) : undefined}
      onOpenChange={(open) => {
        if (open) return
        changes.now()
        setDraft(undefined)
      }}
      className="w-84 p-0"
    >
      <SortEditor sort={draft ?? sort} onChange={change} />
    </ControlPopover>
  )
}

interface ReportControlsProps extends ReportToolsProps {
  readonly filterFor: FilterRequest | undefined
}

/**
 * The report's controls: content, filters, order and display. Above the rows, or in a panel on
 * phones.
 */
export function ReportControls({ filterFor, ...tools }: ReportControlsProps) {
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1.5 max-[479px]:hidden print:hidden">
        <Narrowing filterFor={filterFor} opener={opener} />
        <ReportTools {...tools} />
      </div>
      <ControlsPanel {...tools} opener={opener} />
    </>
  )
}

/** Each change is a new view. */
function Narrowing(filters: Pick<ComponentProps<typeof FilterBar>, "filterFor" | "opener">) {
  const { steps } = useReport().setup
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1.5">
      {steps.length > 0 ? (
        <>
          <PathPicker />
          <span className="mx-1 h-4 border-l max-sm:hidden" />
        </>
      ) : null}
      <TextSearch />
      <FilterBar {...filters} />
      <SortMenu />
    </div>
  )
}

/** On phones: a button with the number of active conditions, and the panel of all controls. */
function ControlsPanel({
  opener,
  ...tools
}: ReportToolsProps & { readonly opener: RefObject<HTMLButtonElement | null> }) {
  const { setup, view } = useReport()
  const t = useTranslations("reports.controls")
  const count = clausesOf(setup.operation, view).length
  return (
    <div className="min-[480px]:hidden print:hidden">
      <Sheet>
        <SheetTrigger
          render={
            <Button ref={opener} className="min-h-11 w-full justify-center">
              <SlidersHorizontal aria-hidden="true" />
              {t("open", { count })}
            </Button>
          }
        />
        <SheetContent title={t("title")} className="w-full">
          <div className="grid gap-4 [&_button]:min-h-11 [&_button]:min-w-11">
            <Narrowing />
            <ReportTools {...tools} />
          </div>
        </SheetContent>
      </Sheet>
    </div>
  )
}

const withZone = ({ zone: _, ...view }: View, zone: string | undefined): View =>
  zone === undefined ? view : { ...view, zone }

const isMoment = ({ type }: Field) => type === "datetime" || type === "datetimeoffset"

interface ReportToolsProps {
  readonly columns: ReportColumns
  readonly find: Find
  /** Actions from other features. */
  readonly children?: ReactNode
}

/** Display tools: find, time zone, density, columns. */
function ReportTools({ columns, find, children }: ReportToolsProps) {
  const { setup, view, setView, ownZone } = useReport()
  const changeLayout = useLayoutChange()
  const { layout, zone } = view
  const hasMoments = Object.values(setup.fields).some(isMoment)
  return (
    <div className="flex max-w-full flex-wrap items-center justify-end gap-0.5 min-[480px]:ml-auto max-[479px]:justify-start">
      <FindField find={find} />
      {hasMoments ? (
        <ZoneMenu zone={zone} ownZone={ownZone} onZone={(next) => setView(withZone(view, next))} />
      ) : null}
      <DensityMenu
        density={layout.density ?? "normal"}
        onDensity={(density) => changeLayout(() => ({ ...layout, density }))}
      />
      <ColumnPicker
        columns={columns.all}
        shown={columns.shown}
        layout={layout}
        onLayout={(next) => changeLayout(() => next)}
      />
      {children}
    </div>
  )
}
