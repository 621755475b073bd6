import { useMemo } from "react"
import { createRoot } from "react-dom/client"
import {
  type ColumnActions,
  DataTable,
  gridRowsOf,
  useCellFormat,
  useFind,
  useGridColumns,
  useGridTarget,
} from "@/components/data-table"
import { Providers } from "@/components/frame/providers"
import type { Field, FieldColumn } from "@/lib/catalogue"
import { messages } from "@/lib/client/messages/en"
import { offerGrid } from "./grid-page"
import { type GridValueKind, gridColumns, listGridRows } from "./grid-rows"
import { rowCount } from "./row-count"

const fields = {
  text: { type: "string" },
  code: { type: "guid" },
  integer: { type: "integer" },
  double: { type: "double" },
  boolean: { type: "boolean" },
  moment: { type: "datetime" },
} as const satisfies Record<GridValueKind, Field>

const columns = gridColumns.map(
  ({ name, kind }): FieldColumn => ({
    name,
    names: [name],
    field: fields[kind],
    property: name,
    sortable: true,
    filterable: true,
  }),
)
const layout = {
  pinned: ["name"],
  widths: Object.fromEntries(gridColumns.map(({ name, width }) => [name, width])),
}

const nothing = () => {}
const actions: ColumnActions = {
  sort: nothing,
  filter: nothing,
  filterBy: nothing,
  hide: nothing,
  pin: nothing,
  moveTo: nothing,
  resize: nothing,
  reset: nothing,
}
const sort = { terms: [{ property: "name", descending: false }], isDefault: true }
const nameless = () => undefined
const rows = gridRowsOf(listGridRows(rowCount))

/** The product's table with all features of a report. */
function Table() {
  const format = useCellFormat(nameless)
  const grid = useGridColumns(columns, layout)
  const target = useGridTarget("all")
  const find = useFind({ rows, columns: grid, format, target })
  const parts = useMemo(() => ({ actions, sort, rows }), [])
  return (
    <div className="flex h-screen flex-col overflow-hidden bg-surface">
      <DataTable
        {...parts}
        label="Rows"
        columns={grid}
        format={format}
        onSort={nothing}
        pendingRows={0}
        onShow={nothing}
        onOpenRow={nothing}
        queryKey="all"
        find={find.wanted}
        onFind={find.open}
        goTo={target.target}
      />
    </div>
  )
}

offerGrid((root) =>
  createRoot(root).render(
    <Providers locale="en" messages={messages} zones={{ chosen: "UTC" }}>
      <Table />
    </Providers>,
  ),
)
