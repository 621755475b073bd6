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
    /** The cell that it is in. */
    readonly cell?: string,
  ) {
    super(fault)
  }
}

/** The most that a workbook may hold: unpacked bytes, files, and cells from the first to the last. */
export const workbookLimits = {
  bytes: 48 * 1024 * 1024,
  files: 1000,
  cells: 2_000_000,
} as const

/** The files of an archive, by their names as `partPath` writes them. */
export type Parts = ReadonlyMap<string, Uint8Array>

/** A part's name without regard to case, backslashes and dots, as Excel takes it, from another part where it is relative. */
export const partPath = (target: string, from = "") =>
  new URL(target, `http://x/${from}`).pathname.replace(/^\/+/, "").toLowerCase()

const chunkSize = 16 * 1024
const directoryEnd = [0x50, 0x4b, 0x05, 0x06]
const directoryEndSize = 22

/** How many files an archive says it has, at its very end; undefined where it does not fit in. */
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

/** The XML files of an archive; it is unpacked bit by bit and given up as soon as it is too large, whatever it says of its sizes. */
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
  // A file that is not found, or found within another, is a sign of damage.
  if (count !== undefined && count !== files) throw new WorkbookError("damaged")
  return new Map([...parts].map(([path, own]) => [path, join(own)]))
}
