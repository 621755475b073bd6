import "server-only"
import {
  type Catalogue,
  type ListOperation,
  ownValue,
  printListQuery,
  printPath,
  type Row,
} from "../../catalogue"
import { csvCells, csvHead, csvLines } from "../files/csv-file"
import type { Cell } from "../files/sheet-xml"
import { xlsxFile } from "../files/xlsx-file"
import type { ReadOrder } from "./export-order"
import { type Names, type SheetColumn, sheetColumns } from "./sheet-columns"
import type { StoredExport } from "./table"

/** The content of a file: the current job, its order, and the stored pages. */
export interface FileParts {
  readonly catalogue: Catalogue
  readonly job: StoredExport
  readonly order: ReadOrder
  readonly readPage: (number: number) => Promise<readonly Row[]>
  /** The names that were known when the page was read. */
  readonly readPageNames: (number: number) => Promise<Names>
  /** False if rows are missing, which the file then states. */
  readonly isComplete: boolean
  /** Maximum size of a workbook in bytes; 4 GB by default. */
  readonly largestWorkbook?: number | undefined
}

/** The facts about a file that do not require its pages. */
export type FileFacts = Pick<FileParts, "job" | "order" | "isComplete">

/** Formats `departments-2026-11-21-0930.csv`, with `-partial` if rows are missing. */
export function fileName({ job, order, isComplete }: FileFacts): string {
  const time = job.createdAt.toISOString().slice(0, 16).replace("T", "-").replace(":", "")
  const part = isComplete ? "" : "-partial"
  return `${order.operation.id}-${time}${part}.${order.order.format}`
}

const iso = (time: Date | null) => time?.toISOString() ?? null

/**
 * The source of the rows. Rows of a copy are as of the time up to which it was complete when the
 * first page was read.
 */
const sourceOf = ({ wholeOf }: ListOperation, { firstReadAt }: StoredExport) =>
  wholeOf === undefined
    ? { source: "platform" as const, asOf: null }
    : { source: "copy" as const, asOf: iso(firstReadAt) }

/** Describes the rows for the manifest and the workbook's second sheet. */
export function describeRows({ job, order, isComplete }: FileFacts) {
  const { limit: _, ...requested } = order.query
  return {
    title: order.operation.title,
    operation: order.operation.id,
    path: printPath(order.operation, order.parameters),
    query: printListQuery(order.operation, requested).toString(),
    columns: order.columns.map(({ id }) => id),
    rows: job.rows,
    state: isComplete ? ("complete" as const) : ("partial" as const),
    reason: isComplete ? null : (job.reason ?? job.state),
    ...sourceOf(order.operation, job),
    timeZone:
      (order.order.format === "xlsx" || order.order.shown ? order.order.timeZone : undefined) ??
      "UTC",
    firstReadAt: iso(job.firstReadAt),
    lastReadAt: iso(job.lastReadAt),
  }
}

const aboutRows = (parts: FileParts) =>
  Object.entries(describeRows(parts)).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(", ") : value,
  ])

async function* readCells(
  { job, readPage, readPageNames }: FileParts,
  columns: readonly SheetColumn[],
): AsyncGenerator<readonly (readonly Cell[])[]> {
  for (let number = 1; number <= job.pages; number += 1) {
    const names = await readPageNames(number)
    const nameOf = (id: string) => ownValue(names, id)
    const rows = await readPage(number)
    yield rows.map((row) => columns.map(({ cell }) => cell(row, nameOf)))
  }
}

async function* csvFile(parts: FileParts): AsyncGenerator<Uint8Array> {
  const { catalogue, job, readPage } = parts
  const { columns, headers, order } = parts.order
  yield Buffer.from(csvHead(headers, order))
  if (order.shown)
    for await (const cells of readCells(parts, sheetColumns(catalogue, parts.order)))
      yield Buffer.from(csvCells(cells, order))
  else
    for (let number = 1; number <= job.pages; number += 1)
      yield Buffer.from(csvLines(columns, await readPage(number), order))
}

function workbookFile(parts: FileParts): AsyncGenerator<Uint8Array> {
  const { catalogue, order, job, largestWorkbook: largest } = parts
  const columns = sheetColumns(catalogue, order)
  return xlsxFile({
    headers: columns.map(({ head }) => head),
    widths: columns.map(({ width }) => width),
    count: job.rows,
    pages: readCells(parts, columns),
    about: aboutRows(parts),
    largest,
  })
}

/**
 * Streams the file page by page; the same parts produce the same bytes. A workbook over its maximum
 * size fails with `file_too_large`.
 */
export function exportFile(parts: FileParts): AsyncGenerator<Uint8Array> {
  if (parts.order.order.format === "csv") return csvFile(parts)
  return workbookFile(parts)
}
