import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  metaHelper,
  type ReactTable,
  type TableState,
  tableFeatures,
  useTable,
} from "@tanstack/react-table"
import { useMemo } from "react"
import type { FieldColumn, Row } from "@/lib/catalogue"
import { columnWidthRange, pinnedNames, shownNames, type ViewLayout } from "@/lib/client"
import { useFieldLabel } from "../ui/use-field-label"
import { columnLabel, columnWidth, isFlexible } from "./columns"

export interface GridColumn {
  readonly column: FieldColumn
  readonly label: string
  /** In pixels; if all columns fit, text columns share the remaining width. */
  readonly width: number
  /** Shares the remaining width, unless the person resized it. */
  readonly grows: boolean
  readonly isPinned: boolean
  /** Offset from the table's start, in pixels. */
  readonly start: number
}

interface ColumnNote {
  readonly column: FieldColumn
  readonly label: string
}

/** Features of the table model. It handles columns only: rows come in pages. */
const columnFeatures = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  columnMeta: metaHelper<ColumnNote>(),
})

const helper = createColumnHelper<typeof columnFeatures, Row>()

/** The model's column definitions, with default widths. */
const defineColumns = (columns: readonly FieldColumn[], labelOf: (name: string) => string) =>
  helper.columns(
    columns.map((column) => {
      const label = columnLabel(column, labelOf)
      return helper.display({
        id: column.name,
        size: columnWidth(column, label),
        minSize: columnWidthRange.least,
        maxSize: columnWidthRange.most,
        meta: { column, label },
      })
    }),
  )

/** Converts a layout to the model's state. */
function layoutState(
  columns: readonly FieldColumn[],
  layout: ViewLayout,
): TableState<typeof columnFeatures> {
  const shown = shownNames(columns, layout)
  return {
    columnOrder: shown,
    columnVisibility: Object.fromEntries(columns.map(({ name }) => [name, shown.includes(name)])),
    columnPinning: { start: pinnedNames(columns, layout), end: [] },
    columnSizing: { ...layout.widths },
  }
}

/** The model's visible columns, pinned ones first, with position and width. */
function gridColumnsOf(table: ReactTable<typeof columnFeatures, Row>): GridColumn[] {
  const sized = table.atoms.columnSizing.get()
  const pinnedWidth = table.getStartTotalSize()
  const shown = [...table.getStartVisibleLeafColumns(), ...table.getCenterVisibleLeafColumns()]
  return shown.flatMap((column): GridColumn[] => {
    const { meta } = column.columnDef
    if (!meta) return []
    const isPinned = column.getIsPinned() === "start"
    const grows = !Object.hasOwn(sized, column.id) && isFlexible(meta.column.field)
    const start = isPinned ? column.getStart("start") : pinnedWidth + column.getStart("center")
    return [{ ...meta, width: column.getSize(), grows, isPinned, start }]
  })
}

const noRows: Row[] = []

/** The columns of a layout with the given labels; memoized while nothing changes. */
export function useArrangedColumns(
  columns: readonly FieldColumn[],
  layout: ViewLayout,
  labelOf: (name: string) => string,
): readonly GridColumn[] {
  const text = JSON.stringify([layout.columns, layout.widths, layout.pinned])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the parts of the layout
  const state = useMemo(() => layoutState(columns, layout), [columns, text])
  const definitions = useMemo(() => defineColumns(columns, labelOf), [columns, labelOf])
  const options = useMemo(
    () => ({ features: columnFeatures, columns: definitions, data: noRows, state }),
    [definitions, state],
  )
  const table = useTable(options)
  return useMemo(() => gridColumnsOf(table), [table])
}

/** The columns of a layout, labelled in the reader's language. */
export const useGridColumns = (columns: readonly FieldColumn[], layout: ViewLayout) =>
  useArrangedColumns(columns, layout, useFieldLabel())
