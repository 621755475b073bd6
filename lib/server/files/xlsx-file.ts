import { type Cell, printRow, sheetEnd, sheetPath, sheetStart, workbookParts } from "./sheet-xml"
import { type ZipEntry, zipStream } from "./zip-stream"

/** Below the limit of 1,048,576 rows per sheet. */
const rowsPerSheet = 1_000_000

type Cells = readonly Cell[]

export interface Workbook {
  readonly headers: readonly string[]
  /** Total number of rows in all pages. */
  readonly count: number
  readonly pages: AsyncIterator<readonly Cells[]>
  /** Column widths in characters. */
  readonly widths?: readonly number[]
  /** Names and values of the last sheet, "About". */
  readonly about: readonly (readonly Cell[])[]
  /** Maximum size in bytes, beyond which it fails with `file_too_large`; 4 GB by default. */
  readonly largest?: number | undefined
}

/** Returns a value unchanged, a nested one as JSON text. */
export const plainCell = (value: unknown): Cell =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : (value as Cell)

/** Distributes the rows over consecutive sheets. */
function createRowSource({ pages }: Workbook) {
  let left: readonly Cells[] = []
  async function refill(): Promise<void> {
    const next = await pages.next()
    left = next.done ? [] : next.value
  }
  /**
   * Releases printed rows before awaiting anything; rows held across an await would survive
   * collections and grow the heap.
   */
  function print(max: number, first: number) {
    const rows = left.slice(0, max)
    left = left.slice(max)
    const lines = rows.map((cells, index) => printRow(cells, first + index))
    return { count: rows.length, bytes: Buffer.from(lines.join("")) }
  }
  return async function* take(max: number) {
    for (let printed = 0; printed < max; ) {
      if (left.length === 0) await refill()
      if (left.length === 0) return
      const { count, bytes } = print(max - printed, printed + 2)
      printed += count
      yield bytes
    }
  }
}

async function* sheetOf(
  head: string,
  rows: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  widths: readonly number[] = [],
) {
  yield Buffer.from(sheetStart(widths) + head)
  yield* rows
  yield Buffer.from(sheetEnd)
}

/**
 * Streams a workbook with constant memory: sheets of a million rows each, and one that describes
 * them.
 */
export function xlsxFile(workbook: Workbook): AsyncGenerator<Uint8Array> {
  const { headers, count, about, widths } = workbook
  const sheets = Math.max(1, Math.ceil(count / rowsPerSheet))
  const names = Array.from({ length: sheets }, (_, index) => `Rows${index ? ` ${index + 1}` : ""}`)
  const take = createRowSource(workbook)
  const aboutRows = about.map((cells, index) => printRow(cells, index + 1)).join("")
  const contents = [
    ...names.map(() => sheetOf(printRow(headers, 1, true), take(rowsPerSheet), widths)),
    sheetOf(aboutRows, []),
  ]
  const parts = Object.entries(workbookParts([...names, "About"]))
  const entries: ZipEntry[] = [
    ...parts.map(([name, text]) => ({ name, content: [Buffer.from(text)] })),
    ...contents.map((content, index) => ({ name: sheetPath(index), content })),
  ]
  return zipStream(entries, workbook.largest)
}
