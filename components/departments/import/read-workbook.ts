import { strFromU8, Unzip, UnzipInflate, UnzipPassThrough, zipSync } from "fflate"
import { readSheet } from "read-excel-file/universal"
import { batchLimit } from "../../edits/batches"
import type { FileFault, FileSource, UnreadFile } from "./read-csv"
import { findSheets, readPads, type SheetFacts, scanSheet } from "./scan-sheet"

/** The most that a workbook may hold: unpacked bytes, files, and cells from the first to the last. */
export const workbookLimits = {
  bytes: 48 * 1024 * 1024,
  files: 1000,
  cells: 2_000_000,
} as const

const chunkSize = 16 * 1024

class UnreadableError extends Error {
  constructor(
    readonly fault: FileFault,
    /** The cell that it is in. */
    readonly cell = "",
    readonly line = 1,
  ) {
    super(fault)
  }
}

const isXml = (name: string) => /\.(xml|rels)$/.test(name)

/** The XML files of an archive; it is unpacked bit by bit and given up as soon as it is too large, whatever it says of its sizes. */
function unpack(bytes: Uint8Array): Map<string, Uint8Array> {
  const parts = new Map<string, Uint8Array[]>()
  let size = 0
  let files = 0
  const unzip = new Unzip((file) => {
    files += 1
    if (files > workbookLimits.files) throw new UnreadableError("too_large_unpacked")
    if (!isXml(file.name)) return
    const own: Uint8Array[] = []
    parts.set(file.name, own)
    file.ondata = (error, part) => {
      if (error) throw error
      size += part.length
      if (size > workbookLimits.bytes) throw new UnreadableError("too_large_unpacked")
      own.push(part)
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  unzip.register(UnzipPassThrough)
  for (let at = 0; at < bytes.length; at += chunkSize) {
    const end = Math.min(at + chunkSize, bytes.length)
    unzip.push(bytes.subarray(at, end), end === bytes.length)
  }
  return new Map([...parts].map(([name, own]) => [name, join(own)]))
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const significantDigits = 15

/** A cell as a person sees it: a day without its midnight, a number without what its storing adds. */
function printCell(value: unknown, pad: number): string {
  if (value === null || value === undefined) return ""
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$/, "")
  if (typeof value !== "number") return `${value}`
  return `${Number(value.toPrecision(significantDigits))}`.padStart(pad, "0")
}

function refuseSpread({ lastRow, lastColumn, unread }: SheetFacts) {
  if (lastRow * lastColumn > workbookLimits.cells) throw new UnreadableError("too_spread")
  if (unread) throw new UnreadableError(unread.fault, unread.cell)
}

/** The same workbook with the one sheet that is to be read, stored without packing. */
function repack(files: ReadonlyMap<string, Uint8Array>, sheet: string): ArrayBuffer {
  const wanted = [...files].filter(([name]) => name === sheet || !/worksheets\//.test(name))
  return zipSync(Object.fromEntries(wanted), { level: 0 }).slice().buffer
}

async function readFirstSheet(bytes: Uint8Array): Promise<FileSource> {
  const files = unpack(bytes)
  const textOf = (name: string) => {
    const file = files.get(name)
    return file && strFromU8(file)
  }
  const { name, path, count } = findSheets(textOf) ?? {}
  const xml = path === undefined ? undefined : textOf(path)
  if (name === undefined || path === undefined || xml === undefined)
    throw new UnreadableError("no_workbook")
  const facts = scanSheet(xml, readPads(textOf))
  refuseSpread(facts)
  const cells = await readSheet(repack(files, path), name, { trim: false })
  const rows = cells
    .map((row, index) => ({
      line: index + 1,
      cells: row.map((cell, column) =>
        printCell(cell, facts.pads.get(`${index + 1} ${column}`) ?? 0),
      ),
    }))
    .filter((row) => row.cells.some((cell) => cell.trim() !== ""))
  const beyond = rows[batchLimit + 1]
  if (beyond) throw new UnreadableError("too_many_rows", "", beyond.line)
  return { sheet: name, sheets: count ?? 1, rows }
}

/** Reads the first sheet that is shown of an XLSX workbook; what does not fit or has no value is refused in whole. */
export async function readWorkbook(
  bytes: Uint8Array,
): Promise<{ readonly ok: true; readonly source: FileSource } | UnreadFile> {
  try {
    return { ok: true, source: await readFirstSheet(bytes) }
  } catch (error) {
    if (!(error instanceof UnreadableError)) return { ok: false, fault: "damaged", line: 1 }
    return { ok: false, fault: error.fault, line: error.line, name: error.cell }
  }
}
