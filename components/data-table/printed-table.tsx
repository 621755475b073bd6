import { memo } from "react"
import type { Row } from "@/lib/catalogue"
import type { GridColumn } from "./arrange-columns"
import type { CellFormat } from "./cell-format"
import { columnText } from "./cell-text"
import { isNumeric } from "./column-width"
import { printBands } from "./print-bands"
import type { RowSource } from "./row-source"

export interface PrintedTableProps {
  readonly label: string
  readonly columns: readonly GridColumn[]
  readonly rows: RowSource
  readonly format: CellFormat
}

const atHand = ({ count, at }: RowSource): Row[] =>
  Array.from({ length: count }, (_, index) => at(index) ?? []).flat()

/** The rows at hand as plain tables for paper: one where all columns fit across a page, else one for each band of columns. */
export const PrintedTable = memo(function PrintedTable(props: PrintedTableProps) {
  const { label, columns, format } = props
  const rows = atHand(props.rows)
  return printBands(columns).map((band, index) => (
    <table
      key={band[1]?.column.name ?? band[0]?.column.name}
      aria-label={label}
      className={`w-full table-fixed border-collapse text-left text-[7.5pt] leading-tight [overflow-wrap:anywhere] ${index > 0 ? "mt-6" : ""}`}
    >
      <PrintedColumns columns={band} />
      <tbody>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paper does not change
          <PrintedRow key={at} row={row} columns={band} format={format} />
        ))}
      </tbody>
    </table>
  ))
})

function PrintedColumns({ columns }: { columns: readonly GridColumn[] }) {
  const total = columns.reduce((sum, { width }) => sum + width, 0)
  return (
    <>
      <colgroup>
        {columns.map(({ column, width }) => (
          <col key={column.name} style={{ width: `${(100 * width) / total}%` }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map(({ column, label }) => (
            <th
              key={column.name}
              scope="col"
              className={`border-line-strong border-b py-1 pr-2 align-bottom font-semibold ${isNumeric(column.field) ? "text-right" : ""}`}
            >
              {label}
            </th>
          ))}
        </tr>
      </thead>
    </>
  )
}

interface PrintedRowProps extends Pick<PrintedTableProps, "columns" | "format"> {
  readonly row: Row
}

function PrintedRow({ row, columns, format }: PrintedRowProps) {
  return (
    <tr className="break-inside-avoid border-b">
      {columns.map(({ column }) => {
        const { name, field } = column
        const { text, more } = columnText(column, row, format)
        return (
          <td key={name} className={`py-1 pr-2 align-top ${isNumeric(field) ? "text-right" : ""}`}>
            {more === undefined ? text : `${text} ${more}`}
          </td>
        )
      })}
    </tr>
  )
}
