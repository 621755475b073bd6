import { memo } from "react"
import type { Row } from "@/lib/catalogue"
import type { GridColumn } from "./arrange-columns"
import type { CellFormat } from "./cell-format"
import { columnText } from "./cell-text"
import { isNumeric } from "./columns"
import type { GridRows } from "./grid-rows"

/** The table width in screen pixels that fits a printed page in portrait and landscape. */
export const paperWidths = { upright: 1280, wide: 1880 } as const

const widthOf = (columns: readonly GridColumn[]) =>
  columns.reduce((sum, { width }) => sum + width, 0)

/** True if a table needs landscape paper. */
export const needsWidePaper = (columns: readonly GridColumn[]): boolean =>
  widthOf(columns) > paperWidths.upright

/**
 * Splits columns into slices that each fit a page; every slice repeats the first column to identify
 * rows.
 */
export function printSlices(columns: readonly GridColumn[]): GridColumn[][] {
  const [lead, ...others] = columns
  if (!lead) return []
  const slices: GridColumn[][] = [[lead]]
  for (const column of others) {
    const slice = slices.at(-1) ?? []
    const fits = slice.length < 2 || widthOf(slice) + column.width <= paperWidths.wide
    if (fits) slice.push(column)
    else slices.push([lead, column])
  }
  return slices
}

interface PrintedTableProps {
  readonly label: string
  readonly columns: readonly GridColumn[]
  readonly rows: GridRows
  readonly format: CellFormat
}

const atHand = ({ count, at }: GridRows): Row[] =>
  Array.from({ length: count }, (_, index) => at(index) ?? []).flat()

/** The loaded rows as print tables, one for each slice of columns that fits a page. */
export const PrintedTable = memo(function PrintedTable(props: PrintedTableProps) {
  const { label, columns, format } = props
  const rows = atHand(props.rows)
  return printSlices(columns).map((slice, index) => (
    <table
      key={slice[1]?.column.name ?? slice[0]?.column.name}
      aria-label={label}
      className={`w-full table-fixed border-collapse text-left text-[7.5pt] leading-tight [overflow-wrap:anywhere] ${index > 0 ? "mt-6" : ""}`}
    >
      <PrintedColumns columns={slice} />
      <tbody>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paper does not change
          <PrintedRow key={at} row={row} columns={slice} format={format} />
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
