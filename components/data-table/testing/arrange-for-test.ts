import { createElement } from "react"
import { renderToString } from "react-dom/server"
import type { FieldColumn } from "@/lib/catalogue"
import type { ViewLayout } from "@/lib/client"
import type { GridColumn } from "../arrange-columns"
import { useArrangedColumns } from "../arrange-columns"

interface ProbeProps {
  readonly columns: readonly FieldColumn[]
  readonly layout: ViewLayout
  readonly onArranged: (arranged: readonly GridColumn[]) => void
}

const ownName = (name: string) => name

function Probe({ columns, layout, onArranged }: ProbeProps) {
  onArranged(useArrangedColumns(columns, layout, ownName))
  return null
}

/** Arranges the columns by a layout and labels them with their names. */
export function arrangeForTest(
  columns: readonly FieldColumn[],
  layout: ViewLayout,
): readonly GridColumn[] {
  let shown: readonly GridColumn[] = []
  const onArranged = (arranged: readonly GridColumn[]) => {
    shown = arranged
  }
  renderToString(createElement(Probe, { columns, layout, onArranged }))
  return shown
}
