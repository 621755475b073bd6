import { useCallback, useMemo } from "react"
import { parseFilter, type SortTerm } from "@/lib/catalogue"
import { canonicalSort, nextSort, sameCondition, sortInForce, type ViewLayout } from "@/lib/client"
import {
  type Column,
  type ColumnActions,
  columnsOf,
  exactText,
  hideColumn,
  moveColumn,
  pinColumn,
  resetColumns,
  resizeColumn,
  useGridColumns,
} from "../data-table"
import type { ReportPartProps } from "./report-setup"

type Change = (layout: ViewLayout) => ViewLayout

/** A change of the table's layout is a new view; what is dragged leaves no step in the history. */
function useLayoutChange({ view, onView }: ReportPartProps) {
  return useCallback(
    (change: Change) => onView({ ...view, layout: change(view.layout) }, { replace: true }),
    [view, onView],
  )
}

export interface ReportGridProps extends ReportPartProps {
  /** Begins a filter of a property. */
  readonly onFilter: (property: string) => void
}

function useColumnActions(props: ReportGridProps, columns: readonly Column[]): ColumnActions {
  const { setup, view, onView, onFilter } = props
  const { operation } = setup
  const change = useLayoutChange(props)
  return useMemo(() => {
    const sortBy = (sort: readonly SortTerm[]) =>
      onView({ ...view, sort: canonicalSort(operation, sort) })
    return {
      sort: (property, descending, add) => {
        const others = add ? sortInForce(operation, view.sort) : []
        sortBy([...others.filter((term) => term.property !== property), { property, descending }])
      },
      filter: onFilter,
      filterBy: (property, value) => {
        const filter = parseFilter(operation, property, exactText(value))
        if ("message" in filter) return
        const others = view.filters.filter((other) => !sameCondition(other, filter))
        onView({ ...view, filters: [...others, filter] })
      },
      hide: (name) => change((layout) => hideColumn(columns, layout, name)),
      pin: (name, isPinned) => change((layout) => pinColumn(layout, name, isPinned)),
      moveTo: (name, to) => change((layout) => moveColumn(columns, layout, name, to)),
      resize: (name, width) => change((layout) => resizeColumn(layout, name, width)),
      reset: () => change(resetColumns),
    }
  }, [operation, columns, view, onView, onFilter, change])
}

/** The table of a report as its view lays it out: columns, order, and what can be done with them. */
export function useReportGrid(props: ReportGridProps) {
  const { setup, view, onView } = props
  const { operation, fields } = setup
  const columns = useMemo(() => columnsOf(operation, fields), [operation, fields])
  const sort = useMemo(
    () => ({ terms: sortInForce(operation, view.sort), isDefault: view.sort.length === 0 }),
    [operation, view.sort],
  )
  const onSort = useCallback(
    (property: string, add: boolean) =>
      onView({ ...view, sort: nextSort(operation, view.sort, property, add) }),
    [onView, view, operation],
  )
  const change = useLayoutChange(props)
  return {
    columns,
    gridColumns: useGridColumns(columns, view.layout),
    sort,
    onSort,
    actions: useColumnActions(props, columns),
    onLayout: useCallback((layout: ViewLayout) => change(() => layout), [change]),
  }
}

export type ReportGrid = ReturnType<typeof useReportGrid>
