import { type InfiniteData, infiniteQueryOptions, type QueryClient } from "@tanstack/react-query"
import type { ListOperation, ListQuery, PathParameters, Row } from "@/lib/catalogue"
import { fetchPage, type PageAnswer } from "./answers"
import { firstPageUrl } from "./list-url"
import { readOnce } from "./queries"
import { queryKeys } from "./query-keys"

/** A page's URL, and the position of its rows: from `at` on, or before it if read backwards. */
interface PageLink {
  readonly url: string
  readonly at: number
  readonly isBefore?: true
}

export interface ListPage extends PageAnswer {
  /** The index of its first row in the list, as far as known. */
  readonly start: number
}

/** The cached pages of a list, which are adjacent; those before the first were dropped. */
export type ListPages = InfiniteData<ListPage, PageLink>

/** The most pages that are cached. */
export const maxPages = 20

async function readPageAt(
  { url, at, isBefore }: PageLink,
  options: Parameters<typeof fetchPage>[1],
): Promise<ListPage> {
  const page = await fetchPage(url, options)
  return { ...page, start: isBefore ? Math.max(0, at - page.rows.length) : at }
}

const linkAfter = ({ nextUrl, start, rows }: ListPage): PageLink | undefined =>
  nextUrl === undefined ? undefined : { url: nextUrl, at: start + rows.length }

const linkBefore = ({ previousUrl, start }: ListPage): PageLink | undefined =>
  previousUrl === undefined || start === 0
    ? undefined
    : { url: previousUrl, at: start, isBefore: true }

/** A list as an infinite query; each page is read by the URL in its neighbour. */
export function listOptions(
  operation: ListOperation,
  parameters: PathParameters,
  query: ListQuery,
) {
  const firstUrl = firstPageUrl(operation, parameters, query)
  const initialPageParam: PageLink = { url: firstUrl, at: 0 }
  const options = infiniteQueryOptions({
    queryKey: queryKeys.list(operation, parameters, query),
    queryFn: ({ pageParam, signal }) => readPageAt(pageParam, { signal }),
    initialPageParam,
    getNextPageParam: linkAfter,
    getPreviousPageParam: linkBefore,
    maxPages,
    structuralSharing: false,
    ...readOnce,
  })
  return { ...options, firstUrl }
}

export type ListOptions = ReturnType<typeof listOptions>

/** The query data if only the first page is known, for prefetching. */
export const singlePage = ({ initialPageParam }: ListOptions, page: PageAnswer): ListPages => ({
  pages: [{ ...page, start: 0 }],
  pageParams: [initialPageParam],
})

/** The row in view: its index, and its key if known. */
export interface RowInSight {
  readonly index: number
  readonly key?: string | undefined
}

/**
 * Reads a list from its first page until it includes the row in view, or as many rows as preceded
 * it; `fresh` reads from the source. Throws `ApiProblem` and then keeps the current rows.
 */
export async function startListOver(
  client: QueryClient,
  { queryKey, initialPageParam }: ListOptions,
  inSight: RowInSight,
  { fresh = false }: { readonly fresh?: boolean } = {},
): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true })
  const pages: ListPage[] = []
  const pageParams: PageLink[] = []
  for (let link: PageLink | undefined = initialPageParam; link; ) {
    const page: ListPage = await readPageAt(link, { fresh })
    pages.push(page)
    pageParams.push(link)
    const isReached = page.start + page.rows.length > inSight.index
    if (isReached || page.rows.some((row) => rowKey(row) === inSight.key)) break
    link = linkAfter(page)
  }
  client.setQueryData<ListPages>(queryKey, {
    pages: pages.slice(-maxPages),
    pageParams: pageParams.slice(-maxPages),
  })
}

/** Updates a changed record in every cached list; the lists become stale but stay visible. */
export function replaceRecord(client: QueryClient, record: string, changed: Row): void {
  const isList = (data: unknown): data is ListPages =>
    typeof data === "object" && data !== null && "pageParams" in data
  client.setQueriesData({ queryKey: queryKeys.resource(record) }, (data: unknown) => {
    if (!isList(data)) return data
    const replaced = ({ rows, ...page }: ListPage): ListPage => ({
      ...page,
      rows: rows.map((row) => (row["id"] === changed["id"] ? { ...row, ...changed } : row)),
    })
    return { ...data, pages: data.pages.map(replaced) }
  })
}

const known = new WeakMap<Row, string>()

/** A row's unique key: its `id`, or its whole content for records without one. */
export function rowKey(row: Row): string {
  const { id } = row
  if (typeof id === "string") return id
  const key = known.get(row) ?? JSON.stringify(row)
  known.set(row, key)
  return key
}
