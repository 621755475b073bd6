import type { Row } from "@/lib/catalogue"
import type { GridColumn } from "./arrange-columns"
import { exactText } from "./cell-text"
import { readValue } from "./columns"

const write = (text: string) => navigator.clipboard.writeText(text)

/** A cell as tab-separated text holds it: what would break the line or the cell becomes a space. */
const inOneCell = (text: string) => text.replaceAll(/[\t\r\n]+/g, " ")

/** A record's shown columns as two lines of tab-separated text: their names and its exact values. */
export function printRow(columns: readonly GridColumn[], row: Row): string {
  const names = columns.map(({ label }) => inOneCell(label))
  const values = columns.map(({ column }) => inOneCell(exactText(readValue(column, row))))
  return `${names.join("\t")}\n${values.join("\t")}`
}

/** Puts a cell's exact value into the clipboard. */
export const copyCell = ({ column }: GridColumn, row: Row): Promise<void> =>
  write(exactText(readValue(column, row)))

/** Puts a row with its columns' names into the clipboard, for a spreadsheet. */
export const copyRow = (columns: readonly GridColumn[], row: Row): Promise<void> =>
  write(printRow(columns, row))
