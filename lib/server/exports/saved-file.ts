import "server-only"
import { createHash, randomUUID } from "node:crypto"
import { exportFile, type FileParts } from "./export-file"
import type { ExportJobs, SavedFile } from "./table"

/**
 * Size of each part of a file except the last: how far a reader is ahead of the browser, and the
 * least that is read for a range.
 */
export const partBytes = 128 * 1024

/** Splits bytes into parts of `partBytes`. */
async function* inParts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let gathered: Uint8Array[] = []
  let length = 0
  for await (const piece of bytes)
    for (let at = 0; at < piece.length; ) {
      const some = piece.subarray(at, at + partBytes - length)
      gathered.push(some)
      length += some.length
      at += some.length
      if (length < partBytes) continue
      yield Buffer.concat(gathered)
      gathered = []
      length = 0
    }
  if (length > 0) yield Buffer.concat(gathered)
}

/**
 * Creates a job's file and stores its parts, which are unreachable until the job refers to the
 * file; removes them all on failure.
 */
export async function makeFile(
  jobs: Pick<ExportJobs, "keepPart" | "dropFile">,
  parts: FileParts,
  signal?: AbortSignal,
): Promise<SavedFile> {
  const { id } = parts.job
  const file = randomUUID()
  const hash = createHash("sha256")
  let [bytes, number] = [0, 0]
  try {
    for await (const part of inParts(exportFile(parts))) {
      signal?.throwIfAborted()
      await jobs.keepPart(id, file, number, part)
      hash.update(part)
      bytes += part.length
      number += 1
    }
  } catch (error) {
    await jobs.dropFile(id, file).catch(() => {})
    throw error
  }
  return { file, parts: number, bytes, sha256: hash.digest("hex") }
}

/** An inclusive interval of bytes. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** Reads a stored file part by part; throws if a part no longer exists. */
export async function* readFileBytes(
  readPart: (number: number) => Promise<Uint8Array | undefined>,
  { first, last }: ByteRange,
): AsyncGenerator<Uint8Array> {
  for (let number = Math.floor(first / partBytes); number * partBytes <= last; number += 1) {
    const part = await readPart(number)
    if (!part) throw new Error("A part of an export's file is gone.")
    const start = number * partBytes
    yield part.subarray(Math.max(first - start, 0), last - start + 1)
  }
}

/**
 * Parses a `Range` header: undefined if it requests everything or is invalid, `none` if it cannot
 * be satisfied (RFC 9110, 14.2).
 */
export function parseRange(header: string | null, length: number): ByteRange | "none" | undefined {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? []
  if (from === "" && to === "") return undefined
  const last = Math.min(from === "" || to === "" ? length - 1 : Number(to), length - 1)
  const first = from === "" ? Math.max(length - Number(to), 0) : Number(from)
  if (from !== "" && to !== "" && Number(to) < first) return undefined
  return first > last ? "none" : { first, last }
}
