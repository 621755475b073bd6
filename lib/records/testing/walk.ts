import type { ListOperation, ListQuery, PathParameters, Row } from "@/lib/catalogue"
import type { ListedPage } from "../read-page"
import type { Store } from "../store"
import { baseUrl } from "./open-test-store"

/** A page with its parsed records. */
export interface ReadPage extends ListedPage {
  readonly records: Row[]
}

export const everything: ListQuery = { filters: [], sort: [] }

/** Reads the pages of one list at one path. */
export function createWalker(
  store: Pick<Store, "readPage">,
  operation: ListOperation,
  parameters: PathParameters = {},
) {
  const read = async (request: Parameters<Store["readPage"]>[2]): Promise<ReadPage> => {
    const page = await store.readPage(operation, parameters, request, { baseUrl, scope: "all" })
    return { ...page, records: JSON.parse(page.data.toString()) as Row[] }
  }
  const follow = (cursor: string, limit: number) => read({ cursor, limit })

  return {
    read,
    follow,
    /** All pages from the first to the last; page sizes are taken in turn from `limits`. */
    async forward(query: ListQuery, limits: readonly number[]): Promise<ReadPage[]> {
      const limitOf = (index: number) => limits[index % limits.length] ?? 1
      const pages = [await read({ ...query, limit: limitOf(0) })]
      for (let next = pages[0]?.nextCursor; next; next = pages.at(-1)?.nextCursor)
        pages.push(await follow(next, limitOf(pages.length)))
      return pages
    },
    /** All pages before this one, nearest first. */
    async backward(from: ListedPage, limits: readonly number[]): Promise<ReadPage[]> {
      const pages: ReadPage[] = []
      for (let back = from.previousCursor; back; back = pages.at(-1)?.previousCursor)
        pages.push(await follow(back, limits[pages.length % limits.length] ?? 1))
      return pages
    },
  }
}
