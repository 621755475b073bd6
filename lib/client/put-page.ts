import type { Row } from "@/lib/catalogue"
import type { PageAnswer } from "./answers"
import {
  KeyBag,
  type LoadedPage,
  linkAt,
  type PageLink,
  type PageList,
  pageKeys,
  positionPages,
  rowKey,
} from "./page-list"

/** A list of which only the first page is known. */
export const startList = (url: string, page: PageAnswer): PageList =>
  putPage({ pages: [], next: { url } }, 0, page)

/** Where the list goes on after an answer: by its cursor, else by the next question of its own. */
function linkAfter(
  link: PageLink,
  answer: PageAnswer,
  endsRepeated: boolean,
): PageLink | undefined {
  const [url, ...later] = link.later ?? []
  if (answer.nextUrl !== undefined)
    return {
      url: answer.nextUrl,
      ...(link.later && { later: link.later }),
      ...(endsRepeated && { mayRepeat: true }),
    }
  return url === undefined ? undefined : { url, ...(later.length > 0 && { later }) }
}

/** The rows of an answer without those that the pages before it hold already. */
function withoutTaken(pages: readonly LoadedPage[], rows: readonly Row[]): readonly Row[] {
  const taken = new KeyBag(pages.flatMap(pageKeys))
  return rows.filter((row) => !taken.take(rowKey(row)))
}

/** Pages without the rows that came elsewhere just now. */
function withoutRows(pages: readonly LoadedPage[], gone: readonly number[]): LoadedPage[] {
  const bag = new KeyBag(gone)
  return pages.map((page) => {
    const keys = pageKeys(page)
    const stays = keys.map((key) => !bag.take(key))
    if (stays.every(Boolean)) return page
    const rows = page.rows?.filter((_, index) => stays[index])
    const left = keys.filter((_, index) => stays[index])
    return { ...page, count: left.length, ...(rows ? { rows } : { keys: left }) }
  })
}

const relink = (page: LoadedPage, { url, later, mayRepeat }: PageLink): LoadedPage => {
  const { later: _later, mayRepeat: _mayRepeat, ...rest } = page
  return { ...rest, url, ...(later && { later }), ...(mayRepeat && { mayRepeat }) }
}

/** The pages behind one that was read again. Where its end has moved, they lose the rows that are in it now, and the next one is to be read again. */
function followUp(
  page: LoadedPage,
  {
    before,
    next,
    following,
  }: { before: LoadedPage; next: PageLink; following: readonly LoadedPage[] },
): LoadedPage[] {
  const isSameEnd = pageKeys(page).at(-1) === pageKeys(before).at(-1)
  const left = isSameEnd
    ? following
    : withoutRows(following, pageKeys(page)).filter(({ count }) => count > 0)
  const [first, ...others] = left
  if (!first) return []
  const linked = relink(first, next)
  return [isSameEnd ? linked : { outdated: "anyhow", ...linked }, ...others]
}

const readPage = (
  link: PageLink,
  rows: readonly Row[],
  { source, asOf }: PageAnswer,
): LoadedPage => ({
  url: link.url,
  ...(link.later && { later: link.later }),
  ...(link.mayRepeat && { mayRepeat: true }),
  start: 0,
  count: rows.length,
  rows,
  source,
  ...(asOf !== undefined && { asOf }),
})

/**
 * Puts an answer into its place: at the end, or over the page that was read before. Every row stays in
 * the list once; what the answer says newly about the pages behind it is followed.
 */
export function putPage(list: PageList, index: number, answer: PageAnswer): PageList {
  const before = list.pages[index]
  const link = linkAt(list, index)
  if (!link) throw new RangeError("The list has ended before this page.")
  const earlier = list.pages.slice(0, index)
  const rows = link.mayRepeat ? withoutTaken(earlier, answer.rows) : answer.rows
  const endsRepeated = rows.at(-1) !== answer.rows.at(-1)
  const next = linkAfter(link, answer, endsRepeated)
  // An answer without a row of its own: the page is read on where the answer leads.
  if (rows.length === 0 && next && index > 0) return withLink(list, index, next)
  const page = readPage(link, rows, answer)
  const following = list.pages.slice(index + 1)
  const remaining = before && next ? followUp(page, { before, next, following }) : []
  const end = remaining.length > 0 ? list.next : next
  return { pages: positionPages([...earlier, page, ...remaining]), ...(end && { next: end }) }
}

/** The list with another way to a page. */
export function withLink(list: PageList, index: number, link: PageLink): PageList {
  const page = list.pages[index]
  if (!page) return { ...list, next: link }
  return { ...list, pages: list.pages.with(index, relink(page, link)) }
}

/** The list with a page whose cursor has expired, to be found by another way. */
export const loseLink = (list: PageList, index: number): PageList =>
  withLink(list, index, { ...linkAt(list, index), url: undefined })

/** What a list becomes when its first page was read anew: the others stay until they are read again in their turn. */
export function renewList(
  list: PageList,
  answer: PageAnswer,
  outdated: "fresh" | "anyhow",
): PageList {
  const marked = { ...list, pages: list.pages.map((page) => ({ ...page, outdated })) }
  return putPage(marked, 0, answer)
}
