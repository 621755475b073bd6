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

/** One column as the grid draws it. */
export interface GridColumn {
  readonly column: FieldColumn
  readonly label: string
  /** In pixels; where all columns fit, texts share the room that is left. */
  readonly width: number
  /** Takes a share of the room that is left; not where somebody has sized it. */
  readonly grows: boolean
  readonly isPinned: boolean
  /** Where it begins, in pixels from the table's start. */
  readonly start: number
}

interface ColumnNote {
  readonly column: FieldColumn
  readonly label: string
}

/** What the table's model does for the grid: columns only, as rows are in pages. */
const columnFeatures = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  columnMeta: metaHelper<ColumnNote>(),
})

const helper = createColumnHelper<typeof columnFeatures, Row>()

/** The model's definitions of a report's columns, with the widths that they have before anybody sizes them. */
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

/** A layout as the model's state. */
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

/** The columns as the model shows them: pinned ones first, each with its place and width. */
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

/** The columns as a layout shows them under labels, the same ones as long as nothing changes. */
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

/** The columns as a layout shows them, in the reader's language. */
export const useGridColumns = (columns: readonly FieldColumn[], layout: ViewLayout) =>
  useArrangedColumns(columns, layout, useFieldLabel())
