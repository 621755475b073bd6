import { z } from "zod"
import { createTextDecoding } from "@/lib/catalogue"
import { type FileTable, readCsv, type UnreadFile } from "./read-csv"

/** The contents of a file: the text of a CSV file and its notation, or a sheet of a workbook. */
export const sourceSchema = z.union([
  z.object({ text: z.string(), encoding: z.string().exactOptional() }),
  z.object({
    /** The sheet that was read, and the number of sheets. */
    sheet: z.string(),
    sheets: z.number(),
    /** Blank rows are omitted. */
    rows: z.array(
      z.object({
        line: z.number(),
        cells: z.array(z.string()),
        kinds: z.record(z.string(), z.enum(["number", "date", "formula"])).exactOptional(),
      }),
    ),
  }),
])

export type FileSource = z.infer<typeof sourceSchema>

/** The maximum size of a file in bytes. */
export const fileLimit = 8 * 1024 * 1024

/** Accepted types: CSV files and workbooks. */
export const fileTypes =
  ".csv,.txt,text/csv,.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, at) => bytes[at] === byte)

/**
 * The signature of a zip entry, with which workbooks begin. Its first two letters alone may begin a
 * CSV file.
 */
const zip = [0x50, 0x4b, 0x03, 0x04]

/** True if a file begins like a workbook. */
export const isWorkbook = (bytes: Uint8Array): boolean => startsWith(bytes, zip)

/** Compound files: workbooks from before 2007, and password-protected ones. */
const compound = [0xd0, 0xcf, 0x11, 0xe0]
const encryptedMark = "E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0"

function refuseCompound(bytes: Uint8Array): UnreadFile {
  const isEncrypted = new TextDecoder("latin1").decode(bytes).includes(encryptedMark)
  return { ok: false, fault: isEncrypted ? "encrypted" : "old_workbook", line: 1 }
}

type Read = { readonly ok: true; readonly source: FileSource } | UnreadFile

const noText: UnreadFile = { ok: false, fault: "no_text", line: 1 }

/** Decodes a file's text in the encodings that spreadsheet programs use; it may be cut off. */
function decodeText(bytes: Uint8Array, isCut = false) {
  const decoding = createTextDecoding()
  try {
    const text = decoding.next(bytes) + (isCut ? "" : decoding.end())
    return { text, encoding: decoding.encoding }
  } catch {
    return undefined
  }
}

const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer())

/** The text of a CSV file; empty if it is no text. */
export const readFileText = async (file: Blob): Promise<string> =>
  decodeText(await bytesOf(file))?.text ?? ""

const startBytes = 64 * 1024

/** The header and the first rows of a CSV file of any size. */
export async function readStart(file: Blob): Promise<FileTable | UnreadFile> {
  const isCut = file.size > startBytes
  const decoded = decodeText(await bytesOf(file.slice(0, startBytes)), isCut)
  if (!decoded) return noText
  const { text } = decoded
  const start = isCut ? text.slice(0, text.lastIndexOf("\n")) : text
  const table = await readCsv(start, Number.POSITIVE_INFINITY)
  // The cut may be within a quoted value of several lines.
  return table.ok || !isCut ? table : readCsv(await readFileText(file), Number.POSITIVE_INFINITY)
}

/**
 * Reads a CSV file or an XLSX workbook, detected by their first bytes; the workbook reader is
 * loaded on demand.
 */
export async function readFile(file: Blob, maxRows: number): Promise<Read> {
  if (file.size > fileLimit) return { ok: false, fault: "too_large", line: 1 }
  const bytes = await bytesOf(file)
  if (startsWith(bytes, compound)) return refuseCompound(bytes)
  if (!isWorkbook(bytes)) {
    const source = decodeText(bytes)
    return source ? { ok: true, source } : noText
  }
  const { readWorkbook } = await import("./read-workbook")
  const read = readWorkbook(bytes, { maxRows })
  if (!read.ok) return read
  const { sheet, sheets, rows } = read
  const source = { sheet, sheets, rows: rows.map((row) => ({ ...row, cells: [...row.cells] })) }
  return { ok: true, source }
}

/** The rows of a source, with the header separate. */
export async function readTable(
  source: FileSource,
  maxRows: number,
): Promise<FileTable | UnreadFile> {
  if ("text" in source) return readCsv(source.text, maxRows)
  const [head, ...rows] = source.rows
  return head
    ? { ok: true, separator: undefined, head, rows }
    : { ok: false, fault: "empty", line: 1 }
}
