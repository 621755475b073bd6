import type { Row } from "@/lib/catalogue"
import type { PageAnswer } from "./answers"

/** Where a page is read: an own URL, and what to make of its answer. */
export interface PageLink {
  /** Undefined once its cursor has expired. */
  readonly url: string | undefined
  /** Questions of their own that follow where this one's pages end. */
  readonly later?: readonly string[]
  /** Rows of the pages before may come in it again. */
  readonly mayRepeat?: true
}

/** A page that was read once; its rows may have been put away, its position and their keys stay. */
export interface LoadedPage extends PageLink, Pick<PageAnswer, "source" | "asOf"> {
  /** The index of its first row in the list. */
  readonly start: number
  readonly count: number
  readonly rows?: readonly Row[] | undefined
  /** The keys of rows that were put away. */
  readonly keys?: readonly number[]
  /** The last row, also of a page whose rows were put away: a list goes on after it. */
  readonly last?: Row | undefined
  /** It is to be read again, `fresh` from the source; its rows stay meanwhile. */
  readonly outdated?: "fresh" | "anyhow"
}

/** A list as the browser holds it: its pages from the first on, and the way to the next one. Plain data, never changed in place. */
export interface PageList {
  readonly pages: readonly LoadedPage[]
  /** Absent where the list has ended. */
  readonly next?: PageLink
}

/** The rows from `first` up to `end`, by their index in the list. */
export interface IndexRange {
  readonly first: number
  readonly end: number
}

/** The way to a page of the list, or to the one after its last. */
export const linkAt = ({ pages, next }: PageList, index: number): PageLink | undefined =>
  pages[index] ?? next

export const rowCount = ({ pages }: PageList): number => {
  const last = pages.at(-1)
  return last ? last.start + last.count : 0
}

/** How many rows are at hand, without those put away. */
export const rowsAtHand = ({ pages }: PageList): number =>
  pages.reduce((sum, { rows }) => sum + (rows?.length ?? 0), 0)

export const pageKeys = ({ rows, keys }: LoadedPage): readonly number[] =>
  rows ? rowKeys(rows) : (keys ?? [])

/** The page that holds the row of that index, by bisection; the last one for an index beyond the end. */
export function pageAt({ pages }: PageList, index: number): number {
  let low = 0
  let high = pages.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((pages[middle]?.start ?? 0) <= index) low = middle
    else high = middle - 1
  }
  return low
}

/** The row of that index; undefined where it is not at hand. */
export function rowAt(list: PageList, index: number): Row | undefined {
  const page = list.pages[pageAt(list, index)]
  return page?.rows?.[index - page.start]
}

/** What tells the row of that index apart, also where it was put away. */
export function keyAt(list: PageList, index: number): number | undefined {
  const page = list.pages[pageAt(list, index)]
  return page && pageKeys(page)[index - page.start]
}

/** The index of the row with that key, looked for around `near` first; undefined where it is gone. */
export function indexOfKey(list: PageList, key: number, near: number): number | undefined {
  if (keyAt(list, near) === key) return near
  const from = pageAt(list, near)
  for (let away = 0; away < list.pages.length; away++)
    for (const at of away === 0 ? [from] : [from - away, from + away]) {
      const page = list.pages[at]
      const index = page ? pageKeys(page).indexOf(key) : -1
      if (page && index >= 0) return page.start + index
    }
  return undefined
}

/** The same pages with the positions that follow from their counts; pages without rows are left out, but for the first. */
export function positionPages(pages: readonly LoadedPage[]): LoadedPage[] {
  let start = 0
  return pages
    .filter(({ count }, index) => index === 0 || count > 0)
    .map((page) => {
      const placed = page.start === start ? page : { ...page, start }
      start += page.count
      return placed
    })
}

/** A page whose rows are put away: what stays is its position, its rows' keys and its last row. */
export function putAway(page: LoadedPage): LoadedPage {
  if (!page.rows) return page
  const { rows, ...rest } = page
  return { ...rest, keys: rowKeys(rows), last: rows.at(-1) }
}

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
