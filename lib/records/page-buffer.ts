import type { RawRow } from "../db"
import type { ColumnType } from "./column-types"

/** The records of a page as they come in from the database, in the bytes in which they go out. */
export interface PageBuffer {
  /** Takes a row: the record's JSON, then the values that order it. */
  add(row: RawRow): void
  /** How many rows came. */
  readonly found: number
  /** The exact texts of the values that order the first row, and the last one within the limit; undefined where there is none. */
  readonly first: readonly (string | null)[] | undefined
  readonly last: readonly (string | null)[] | undefined
  /** Whether a row within the limit had no JSON. */
  readonly isIncomplete: boolean
  /** The JSON array of the rows within the limit, in the list's order. */
  join(): Buffer<ArrayBuffer>
}

/** How many bytes a list's records had on its last page: a buffer that fits is not grown. */
export interface RecordSize {
  bytes: number
}

interface PageBufferOptions {
  readonly limit: number
  /** Those of the values that order the rows. */
  readonly kinds: readonly ColumnType[]
  /** Whether the rows come in the reverse of the list's order. */
  readonly backward: boolean
  readonly size: RecordSize
}

/** Between records, as PostgreSQL's json_agg has it, which wrote the arrays before their records were stored. */
const separator = Buffer.from(", ")
const opening = 0x5b
const closing = 0x5d
const spare = 1.05
const maxFirstBytes = 512 * 1024

export function createPageBuffer({
  limit,
  kinds,
  backward,
  size: record,
}: PageBufferOptions): PageBuffer {
  let bytes = Buffer.allocUnsafe(
    2 + Math.min(maxFirstBytes, Math.ceil(limit * record.bytes * spare)),
  )
  let length = 1
  let found = 0
  let isIncomplete = false
  let first: readonly (string | null)[] | undefined
  let last: readonly (string | null)[] | undefined
  /** Where each record ends, where they are to be turned round. */
  const ends: number[] = []
  bytes[0] = opening

  const readOrder = ({ bytes: from, starts, lengths }: RawRow) =>
    kinds.map(({ read }, index) => {
      const [start = 0, size = -1] = [starts[index + 1], lengths[index + 1]]
      return size < 0 ? null : read(from, start, size)
    })

  function append({ bytes: from, starts, lengths }: RawRow) {
    const [start = 0, size = -1] = [starts[0], lengths[0]]
    if (size < 0) {
      isIncomplete = true
      return
    }
    const needed = length + size + separator.length
    if (needed > bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(2 * bytes.length, needed))
      bytes.copy(grown, 0, 0, length)
      bytes = grown
    }
    from.copy(bytes, length, start, start + size)
    length += size
    if (backward) ends.push(length)
    length += separator.copy(bytes, length)
  }

  function reverse() {
    const reversed = Buffer.allocUnsafe(length + 1)
    let at = 1
    for (let index = ends.length - 1; index >= 0; index--) {
      const start = index === 0 ? 1 : (ends[index - 1] ?? 0) + separator.length
      at += bytes.copy(reversed, at, start, ends[index])
      at += separator.copy(reversed, at)
    }
    reversed[0] = opening
    return reversed
  }

  return {
    add(row) {
      found += 1
      if (found > limit) return
      append(row)
      if (found === 1) first = readOrder(row)
      if (found === limit) last = readOrder(row)
    },
    get found() {
      return found
    },
    get first() {
      return first
    },
    get last() {
      return last
    },
    get isIncomplete() {
      return isIncomplete
    },
    join() {
      const joined = backward ? reverse() : bytes
      // In the last separator's place, which an empty page has none of.
      const end = Math.max(1, length - separator.length)
      joined[end] = closing
      if (found > 0) record.bytes = Math.ceil(length / Math.min(found, limit))
      // What is kept of a page for long is not to hold on to more memory than it needs.
      const page = joined.subarray(0, end + 1)
      return 2 * page.length < joined.length ? Buffer.from(page) : page
    },
  }
}
