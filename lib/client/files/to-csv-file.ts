import { isWorkbook } from "./read-file"

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`

/**
 * Converts a file for a route that takes CSV: the first sheet of a workbook becomes CSV with the
 * same line numbers; other files, and unreadable workbooks, are unchanged.
 */
export async function toCsvFile(file: File, maxRows: number): Promise<File> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  if (!isWorkbook(start)) return file
  const { readWorkbook } = await import("./read-workbook")
  const read = readWorkbook(new Uint8Array(await file.arrayBuffer()), { maxRows })
  if (!read.ok) return file
  const lines: string[] = []
  for (const { line, cells } of read.rows) lines[line - 1] = cells.map(quote).join(",")
  const text = Array.from(lines, (line = "") => line).join("\n")
  return new File([text], file.name, { type: "text/csv" })
}
