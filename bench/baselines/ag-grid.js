import { AllCommunityModule, createGrid, ModuleRegistry, themeQuartz } from "ag-grid-community"
import { offerGrid } from "../ui/grid-page.ts"
import { gridColumns, listGridRows } from "../ui/grid-rows.ts"
import { rowCount } from "../ui/row-count.ts"

ModuleRegistry.registerModules([AllCommunityModule])

const number = new Intl.NumberFormat("en", { maximumFractionDigits: 4 })
const moment = new Intl.DateTimeFormat("en", {
  dateStyle: "medium",
  timeStyle: "short",
  hourCycle: "h23",
  timeZone: "UTC",
})

const writeNumber = ({ value }) => (typeof value === "number" ? number.format(value) : "–")
const writers = {
  integer: writeNumber,
  double: writeNumber,
  boolean: ({ value }) => (value ? "Yes" : "No"),
  moment: ({ value }) => moment.format(new Date(value)),
}

const columnDefs = gridColumns.map(({ name, kind, width }) => ({
  field: name,
  width,
  cellDataType: false,
  ...(writers[kind] && { valueFormatter: writers[kind] }),
  ...(writers[kind] === writeNumber && { cellStyle: { textAlign: "right" } }),
  ...(name === "name" && { pinned: "left", sort: "asc", comparator: () => 0 }),
}))
const rowData = listGridRows(rowCount)

offerGrid((root) =>
  createGrid(root, {
    theme: themeQuartz,
    rowData,
    columnDefs,
    rowHeight: 36,
    headerHeight: 36,
    defaultColDef: { sortable: true, filter: true, resizable: true },
    enableCellTextSelection: true,
  }),
)
