import { Unzip, UnzipInflate, UnzipPassThrough } from "fflate"

/** Why a workbook cannot be read. */
export type WorkbookFault =
  | "no_workbook"
  | "damaged"
  | "too_large_unpacked"
  | "too_spread"
  | "no_value"
  | "error_value"
  | "too_many_rows"

export class WorkbookError extends Error {
  constructor(
    readonly fault: WorkbookFault,
    readonly line = 1,
    /** The cell with the fault. */
    readonly cell?: string,
  ) {
    super(fault)
  }
}

/** Limits of a workbook: unpacked bytes, files, and cells from the first to the last. */
export const workbookLimits = {
  bytes: 48 * 1024 * 1024,
  files: 1000,
  cells: 2_000_000,
} as const

/** The files of an archive, by normalised `partPath`. */
export type Parts = ReadonlyMap<string, Uint8Array>

/**
 * Normalises a part's name like Excel, ignoring case, backslashes and dots; relative to another
 * part if needed.
 */
export const partPath = (target: string, from = "") =>
  new URL(target, `http://x/${from}`).pathname.replace(/^\/+/, "").toLowerCase()

const chunkSize = 16 * 1024
const directoryEnd = [0x50, 0x4b, 0x05, 0x06]
const directoryEndSize = 22

/**
 * The number of files that an archive declares at its end; undefined if the field is too small for
 * it.
 */
function countFiles(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const first = Math.max(0, bytes.length - directoryEndSize - 0xffff)
  for (let at = bytes.length - directoryEndSize; at >= first; at -= 1) {
    if (!directoryEnd.every((byte, index) => bytes[at + index] === byte)) continue
    const count = view.getUint16(at + 10, true)
    return count === 0xffff ? undefined : count
  }
  throw new WorkbookError("damaged")
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

/**
 * The XML files of an archive. It is unpacked in chunks and abandoned once it is too large,
 * whatever sizes it declares.
 */
export function unpackWorkbook(bytes: Uint8Array): Parts {
  const parts = new Map<string, Uint8Array[]>()
  let size = 0
  let files = 0
  const unzip = new Unzip((file) => {
    files += 1
    if (files > workbookLimits.files) throw new WorkbookError("too_large_unpacked")
    const path = partPath(`/${file.name.replace(/^[\\/]+/, "")}`)
    if (!/\.(xml|rels)$/.test(path)) return
    if (parts.has(path)) throw new WorkbookError("damaged")
    const own: Uint8Array[] = []
    parts.set(path, own)
    file.ondata = (error, part) => {
      if (error) throw error
      size += part.length
      if (size > workbookLimits.bytes) throw new WorkbookError("too_large_unpacked")
      own.push(part)
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  unzip.register(UnzipPassThrough)
  const count = countFiles(bytes)
  for (let at = 0; at < bytes.length; at += chunkSize) {
    const end = Math.min(at + chunkSize, bytes.length)
    unzip.push(bytes.subarray(at, end), end === bytes.length)
  }
  // A file that is missing, or nested in another, indicates damage.
  if (count !== undefined && count !== files) throw new WorkbookError("damaged")
  return new Map([...parts].map(([path, own]) => [path, join(own)]))
}
