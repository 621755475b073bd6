import type { Row } from "@/lib/catalogue"

/** A 53-bit hash (cyrb53): two rows of a million share one once in ten thousand lists. */
function hash(text: string): number {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return 4294967296 * (2097151 & low) + (high >>> 0)
}

/** What tells a list's rows apart, in eight bytes: the `id`, and the whole content of records without one. */
export const rowKey = ({ id, ...rest }: Row): number =>
  hash(typeof id === "string" ? id : JSON.stringify(rest))

const known = new WeakMap<readonly Row[], readonly number[]>()

/** The keys of a page's rows, in their order. */
export function rowKeys(rows: readonly Row[]): readonly number[] {
  const keys = known.get(rows) ?? rows.map(rowKey)
  known.set(rows, keys)
  return keys
}

/** Keys of rows that may come again, each as often as it was added. */
export class KeyBag {
  private readonly counts = new Map<number, number>()

  constructor(keys: Iterable<number>) {
    for (const key of keys) this.counts.set(key, (this.counts.get(key) ?? 0) + 1)
  }

  /** Takes one of that key out; false where none is left. */
  take(key: number): boolean {
    const left = this.counts.get(key) ?? 0
    if (left > 0) this.counts.set(key, left - 1)
    return left > 0
  }
}
