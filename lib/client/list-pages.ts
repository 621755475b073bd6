import { type InfiniteData, infiniteQueryOptions, type QueryClient } from "@tanstack/react-query"
import type { ListOperation, ListQuery, PathParameters, Row } from "@/lib/catalogue"
import { fetchPage, type PageAnswer } from "./answers"
import { firstPageUrl } from "./list-url"
import { readOnce } from "./queries"
import { queryKeys } from "./query-keys"

/** Where a page is read, and where its rows stand in the list: from `at` on, or those before it where it is read backwards. */
interface PageLink {
  readonly url: string
  readonly at: number
  readonly isBefore?: true
}

/** A page in its place. */
export interface ListPage extends PageAnswer {
  /** The index of its first row in the list, as far as that is known. */
  readonly start: number
}

/** The pages of a list that the browser holds, one after the other; those before the first were let go. */
export type ListPages = InfiniteData<ListPage, PageLink>

/** So many pages are held at most. */
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

/** A list as a query of its pages, each read by the URL that the one beside it carried. */
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

/** What the query holds when only the first page is known: for prefetching. */
export const singlePage = ({ initialPageParam }: ListOptions, page: PageAnswer): ListPages => ({
  pages: [{ ...page, start: 0 }],
  pageParams: [initialPageParam],
})

/** The row that somebody looks at: its index, and what tells it apart where that is known. */
export interface RowInSight {
  readonly index: number
  readonly key?: string | undefined
}

/**
 * Reads a list from its first page on until the row in sight is among its rows again, or as many rows are
 * there as stood before it; `fresh` from the source. Throws `ApiProblem`; then what was there stays.
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

/** Puts a changed record in its place in every list that holds it; what else the lists show is stale, and stays. */
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

/** What tells a list's rows apart: the `id`, and the whole content of records without one. */
export function rowKey(row: Row): string {
  const { id } = row
  if (typeof id === "string") return id
  const key = known.get(row) ?? JSON.stringify(row)
  known.set(row, key)
  return key
}
