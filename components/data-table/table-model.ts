import {
  columnSizingFeature,
  createColumnHelper,
  metaHelper,
  tableFeatures,
  useTable,
} from "@tanstack/react-table"
import { useMemo } from "react"
import type { Row } from "@/lib/catalogue"
import { fieldLabel } from "@/lib/client/messages"
import { columnWidth } from "./column-width"
import { type Column, readValue } from "./columns"

interface ColumnMeta {
  readonly column: Column
  readonly label: string
}

/** Rows come sorted and filtered from the source, so the table keeps widths only. */
const features = tableFeatures({
  columnSizingFeature,
  columnMeta: metaHelper<ColumnMeta>(),
})

const helper = createColumnHelper<typeof features, Row>()

const defineColumn = (column: Column) => {
  const label = fieldLabel(column.name)
  return helper.accessor((row: Row) => readValue(column, row), {
    id: column.name,
    size: columnWidth(column, label),
    meta: { column, label },
  })
}

/** One column as the grid draws it. */
export interface GridColumn {
  readonly column: Column
  readonly label: string
  readonly width: number
}

/** The table's model: columns with their widths, and rows in the order of the source. */
export function useTableModel(columns: readonly Column[], rows: readonly Row[]) {
  const definitions = useMemo(() => helper.columns(columns.map(defineColumn)), [columns])
  const table = useTable({ features, columns: definitions, data: rows })
  const leaves = table.getAllLeafColumns()
  const gridColumns = useMemo(
    () =>
      leaves.flatMap((leaf): GridColumn[] => {
        const { meta } = leaf.columnDef
        return meta ? [{ ...meta, width: leaf.getSize() }] : []
      }),
    [leaves],
  )
  return { gridColumns, rows: table.getRowModel().rows }
}

export type ModelRow = ReturnType<typeof useTableModel>["rows"][number]
