import { Admin, DataTable, List, Resource } from "react-admin"
import { createRoot } from "react-dom/client"
import { gridColumns, listGridRows } from "../ui/grid-rows.ts"

const rows = listGridRows(200).map((row, id) => ({ ...row, id }))

/** The least that a list needs. */
const dataProvider = {
  getList: async () => ({ data: rows, total: rows.length }),
}

const Rows = () => (
  <List>
    <DataTable>
      {gridColumns.map(({ name }) => (
        <DataTable.Col key={name} source={name} />
      ))}
    </DataTable>
  </List>
)

createRoot(document.getElementById("root")).render(
  <Admin dataProvider={dataProvider} disableTelemetry>
    <Resource name="rows" list={Rows} />
  </Admin>,
)
