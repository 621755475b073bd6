import { renderToString } from "react-dom/server"
import { IntlProvider } from "use-intl"
import { expect, it } from "vitest"
import { messages } from "@/lib/client/messages/en"
import { useCellFormat } from "./cell-format"
import { DataTable, type DataTableProps } from "./data-table"
import { gridRowsOf } from "./grid-rows"
import { arrangeForTest } from "./testing/arrange-for-test"

const nothing = () => {}
const actions = { sort: nothing, hide: nothing, pin: nothing, moveTo: nothing, resize: nothing }
const columns = arrangeForTest(
  [{ name: "name", names: ["name"], field: { type: "string" }, sortable: true, property: "name" }],
  {},
)

function Table(props: Pick<DataTableProps, "pendingRows" | "stale">) {
  const format = useCellFormat(() => undefined)
  return (
    <DataTable
      {...props}
      label="Stores"
      columns={columns}
      rows={gridRowsOf([{ name: "Aarhus" }, { name: "Odense" }])}
      format={format}
      sort={{ terms: [], isDefault: true }}
      actions={{ ...actions, reset: nothing }}
      onSort={nothing}
      onShow={nothing}
      onOpenRow={nothing}
      queryKey="all"
    />
  )
}

const rowCountOf = (props: Pick<DataTableProps, "pendingRows" | "stale">) =>
  renderToString(
    <IntlProvider locale="en" messages={messages} timeZone="UTC">
      <Table {...props} />
    </IntlProvider>,
  ).match(/aria-rowcount="([^"]*)"/)?.[1]

it("a table has a row count only if it is known", () => {
  expect(rowCountOf({ pendingRows: 0 })).toBe("3")
  expect(rowCountOf({ pendingRows: 4 })).toBe("-1")
  expect(rowCountOf({ pendingRows: 0, stale: true })).toBe("-1")
})
