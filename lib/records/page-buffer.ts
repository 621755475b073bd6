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
  /** The JSON array of the rows within the limit, in their order or `backward`. */
  join(backward: boolean): Buffer<ArrayBuffer>
}

const comma = 0x2c
const opening = 0x5b
const closing = 0x5d
const firstBytes = 16 * 1024

/** `kinds` are those of the values that order the rows. */
export function createPageBuffer(limit: number, kinds: readonly ColumnType[]): PageBuffer {
  let bytes = Buffer.allocUnsafe(firstBytes)
  let length = 1
  let found = 0
  let isIncomplete = false
  let first: readonly (string | null)[] | undefined
  let last: readonly (string | null)[] | undefined
  /** Where each record ends. */
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
    if (length + size + 1 > bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(2 * bytes.length, length + size + 1))
      bytes.copy(grown, 0, 0, length)
      bytes = grown
    }
    from.copy(bytes, length, start, start + size)
    length += size
    ends.push(length)
    bytes[length++] = comma
  }

  function reverse(): Buffer<ArrayBuffer> {
    const reversed = Buffer.allocUnsafe(length + 1)
    let at = 1
    for (let index = ends.length - 1; index >= 0; index--) {
      const start = index === 0 ? 1 : (ends[index - 1] ?? 0) + 1
      at += bytes.copy(reversed, at, start, ends[index])
      reversed[at++] = comma
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
    join(backward) {
      const joined = backward ? reverse() : bytes
      // The last comma's place.
      const end = ends.length === 0 ? length : length - 1
      joined[end] = closing
      return joined.subarray(0, end + 1)
    },
  }
}
