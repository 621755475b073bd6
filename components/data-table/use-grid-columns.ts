import { useTable } from "@tanstack/react-table"
import { useMemo } from "react"
import type { Row } from "@/lib/catalogue"
import type { ViewLayout } from "@/lib/client"
import { useFieldLabel } from "../ui/use-field-label"
import {
  columnFeatures,
  defineColumns,
  type GridColumn,
  gridColumnsOf,
  layoutState,
} from "./arrange-columns"
import type { Column } from "./columns"

const noRows: Row[] = []

/** The columns as a layout shows them under labels, the same ones as long as nothing changes. */
export function useArrangedColumns(
  columns: readonly Column[],
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
export const useGridColumns = (columns: readonly Column[], layout: ViewLayout) =>
  useArrangedColumns(columns, layout, useFieldLabel())
