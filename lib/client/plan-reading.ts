import {
  type IndexRange,
  type LoadedPage,
  type PageList,
  pageAt,
  putAway,
  rowCount,
  rowsAtHand,
} from "./page-list"

/** So many rows before and after those in sight are kept at hand, and read before they are needed. */
export const nearRows = 60

/** So many rows are at hand at most, whole pages, and as many more as are in sight. */
export const maxRowsAtHand = 4000

const isWanted = ({ rows, outdated }: LoadedPage) => rows === undefined || outdated !== undefined

/** Which page to read next for those in sight: one put away or outdated, the first in sight first, else the one that continues the list; undefined where nothing is needed. */
export function nextPageToRead(list: PageList, { first, end }: IndexRange): number | undefined {
  const from = pageAt(list, Math.max(0, first - nearRows))
  const inSight = pageAt(list, first)
  const to = pageAt(list, Math.max(first, end - 1 + nearRows))
  for (const [low, high] of [
    [inSight, to],
    [from, inSight - 1],
  ] as const)
    for (let index = low; index <= high; index++) {
      const page = list.pages[index]
      if (page && isWanted(page)) return index
    }
  return list.next && end + nearRows >= rowCount(list) ? list.pages.length : undefined
}

/** The list with the rows of pages far from those in sight put away, until the others fit. */
export function putAwayFar(list: PageList, { first, end }: IndexRange): PageList {
  let over = rowsAtHand(list) - maxRowsAtHand
  if (over <= 0) return list
  const middle = (first + end) / 2
  const distance = ({ start, count }: LoadedPage) => Math.abs(start + count / 2 - middle)
  const isNear = ({ start, count }: LoadedPage) =>
    start < end + nearRows && start + count > first - nearRows
  const far = list.pages
    .filter((page) => page.rows && !isNear(page))
    .toSorted((a, b) => distance(b) - distance(a))
  const leaving = new Set<LoadedPage>()
  for (const page of far) {
    if (over <= 0) break
    leaving.add(page)
    over -= page.count
  }
  return { ...list, pages: list.pages.map((page) => (leaving.has(page) ? putAway(page) : page)) }
}
