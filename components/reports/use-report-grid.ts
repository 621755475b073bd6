import { useCallback, useMemo } from "react"
import { type FieldColumn, parseFilter, type SortTerm } from "@/lib/catalogue"
import { sameCondition, type ViewLayout, viewColumns } from "@/lib/client"
import {
  type ColumnActions,
  exactText,
  type GridColumn,
  hideColumn,
  moveColumn,
  pinColumn,
  resetColumns,
  resizeColumn,
  type SortState,
  useGridColumns,
} from "../data-table"
import { useReport } from "./report-context"
import { canonicalSort, nextSort, sortInForce } from "./sort-order"

export interface ReportColumns {
  readonly all: readonly FieldColumn[]
  /** The view's visible columns, in order. */
  readonly shown: readonly GridColumn[]
}

export function useReportColumns(): ReportColumns {
  const { setup, view } = useReport()
  const { operation, fields } = setup
  const { filters, sort } = view
  const all = useMemo(
    () => viewColumns(operation, fields, { filters, sort }),
    [operation, fields, filters, sort],
  )
  return { all, shown: useGridColumns(all, view.layout) }
}

type LayoutChange = (layout: ViewLayout) => ViewLayout

/** Changes the table's layout; dragging adds no history entries. */
export function useLayoutChange(): (change: LayoutChange) => void {
  const { view, setView } = useReport()
  return useCallback(
    (change) => setView({ ...view, layout: change(view.layout) }, { replace: true }),
    [view, setView],
  )
}

interface ReportSort {
  readonly sort: SortState
  /** Called with a clicked column; `add` adds it to the order. */
  readonly onSort: (property: string, add: boolean) => void
}

/** The effective order, and its changes by clicks on columns. */
export function useReportSort(): ReportSort {
  const { setup, view, setView } = useReport()
  const { operation } = setup
  const sort = useMemo(
    () => ({
      terms: sortInForce(operation, view.sort),
      isDefault: view.sort.length === 0,
      beginsEmpty: operation.wholeOf === undefined,
    }),
    [operation, view.sort],
  )
  const onSort = useCallback(
    (property: string, add: boolean) =>
      setView({ ...view, sort: nextSort(operation, view.sort, property, add) }),
    [setView, view, operation],
  )
  return { sort, onSort }
}

/** Actions on a column; `onFilter` starts a filter of a property. */
export function useColumnActions(
  columns: readonly FieldColumn[],
  onFilter: (property: string) => void,
): ColumnActions {
  const { setup, view, setView } = useReport()
  const { operation } = setup
  const change = useLayoutChange()
  return useMemo(() => {
    const sortBy = (sort: readonly SortTerm[]) =>
      setView({ ...view, sort: canonicalSort(operation, sort) })
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
        setView({ ...view, filters: [...others, filter] })
      },
      hide: (name) => change((layout) => hideColumn(columns, layout, name)),
      pin: (name, isPinned) => change((layout) => pinColumn(columns, layout, name, isPinned)),
      moveTo: (name, to) => change((layout) => moveColumn(columns, layout, name, to)),
      resize: (name, width) => change((layout) => resizeColumn(layout, name, width)),
      reset: () => change(resetColumns),
    }
  }, [operation, columns, view, setView, onFilter, change])
}
