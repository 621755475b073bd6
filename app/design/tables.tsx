"use client"

import { useMemo } from "react"
import {
  columnsOf,
  DataTable,
  gridRowsOf,
  TableFoot,
  useCellFormat,
  useGridColumns,
} from "@/components/data-table"
import { catalogue, fieldsOf, type ListOperation, type Row } from "@/lib/catalogue"
import { densities } from "@/lib/client"
import { Specimen } from "./specimen"

const operation = catalogue.operations.find(({ id }) => id === "departments") as ListOperation
const shown = { columns: ["name", "type", "city", "showInContacts", "creationDateTime"] }
const cities = ["Aarhus", "Berlin", "København", "Leeds", "Odense", "Zürich"]
const rows: Row[] = cities.map((city, index) => ({
  id: `3f2c9a10-6b7d-4e21-9c55-0a1b2c3d4e5${index}`,
  name: `Store ${city}`,
  type: index % 2 ? "Store" : "Region",
  city,
  showInContacts: index % 3 === 0,
  creationDateTime: `2026-11-${10 + index}T08:00:00Z`,
}))
const nothing = () => {}
const actions = { sort: nothing, hide: nothing, pin: nothing, moveTo: nothing, resize: nothing }

export function TableSpecimens() {
  const columns = useMemo(() => columnsOf(operation, fieldsOf(catalogue, operation)), [])
  const format = useCellFormat(nothing as () => undefined)
  const shared = {
    columns: useGridColumns(columns, shown),
    format,
    sort: { terms: [{ property: "name", descending: false }], isDefault: false },
    actions: { ...actions, reset: nothing },
    onSort: nothing,
    onShow: nothing,
    onOpenRow: nothing,
  }
  return (
    <Specimen title="Data table">
      {densities.map((density) => (
        <div key={density} className="flex h-60 flex-col overflow-hidden rounded-lg border">
          <DataTable
            {...shared}
            label={density}
            density={density}
            rows={gridRowsOf(rows)}
            pendingRows={0}
            queryKey={density}
          />
          <TableFoot count={rows.length} more={false} loading={false} />
        </div>
      ))}
      <div className="flex h-60 flex-col overflow-hidden rounded-lg border">
        <DataTable
          {...shared}
          label="Loading"
          rows={gridRowsOf([])}
          pendingRows={20}
          queryKey="loading"
        />
        <TableFoot count={0} more loading />
      </div>
    </Specimen>
  )
}
