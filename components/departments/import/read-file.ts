import type { FileSource } from "./file-source"
import { type CsvTable, fileLimit, readCsv, readText, type UnreadFile } from "./read-csv"

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, at) => bytes[at] === byte)

/** A file within an archive, as workbooks begin with; two letters alone may begin a CSV file. */
const zip = [0x50, 0x4b, 0x03, 0x04]
/** Compound files: workbooks from before 2007, and later ones with a password. */
const compound = [0xd0, 0xcf, 0x11, 0xe0]
const encryptedMark = "E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0"

function refuseCompound(bytes: Uint8Array): UnreadFile {
  const isEncrypted = new TextDecoder("latin1").decode(bytes).includes(encryptedMark)
  return { ok: false, fault: isEncrypted ? "encrypted" : "old_workbook", line: 1 }
}

/** Reads a CSV file or an XLSX workbook, told apart by what they begin with; what reads workbooks is loaded for one only. */
export async function readFile(
  file: Blob,
): Promise<{ readonly ok: true; readonly source: FileSource } | UnreadFile> {
  if (file.size > fileLimit) return { ok: false, fault: "too_large", line: 1 }
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (startsWith(bytes, compound)) return refuseCompound(bytes)
  if (!startsWith(bytes, zip)) return readText(bytes)
  const { readWorkbook } = await import("./read-workbook")
  return readWorkbook(bytes)
}

/** The rows of what was read, the first one apart. */
export async function readTable(source: FileSource): Promise<CsvTable> {
  if ("text" in source) return readCsv(source.text)
  const [head, ...rows] = source.rows
  return head
    ? { ok: true, separator: undefined, head, rows }
    : { ok: false, fault: "empty", line: 1 }
}
