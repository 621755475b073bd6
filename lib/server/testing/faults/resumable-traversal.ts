import { type Catalogue, findOperation, type ListOperation, type Row } from "@/lib/catalogue"
import {
  isUpstreamError,
  type ListPosition,
  readPages,
  type Upstream,
  type UpstreamError,
} from "@/lib/platform"

/** A list that is read in the background and resumes where it stopped. */
export interface ResumableTraversal {
  /** The ids read so far, each once, in the order of the responses. */
  readonly ids: ReadonlySet<unknown>
  /** Reads up to `pages` more pages and returns the error that stopped it. */
  go(pages?: number): Promise<UpstreamError | undefined>
  readonly isDone: boolean
}

const order = "creationDateTime"

/**
 * Reads the departments in pages of three. Resumes at the last page, or at the last record if that
 * page has expired.
 */
export function createTraversal(parts: {
  upstream: Upstream
  catalogue: Catalogue
  apiUrl: string
}): ResumableTraversal {
  const operation = findOperation(parts.catalogue, "departments") as ListOperation
  const ticket = { priority: "sync" } as const
  const list = { ...parts, operation, parameters: {}, scope: "all", ticket } as const
  const ids = new Set<unknown>()
  let lastKey: unknown
  let position: ListPosition | null = fromKey()

  function fromKey() {
    const search = new URLSearchParams({ sort: order, limit: "3" })
    if (lastKey !== undefined) search.set(`${order}[gte]`, `${lastKey}`)
    return { search: search.toString(), following: false }
  }

  function keep(record: Row) {
    ids.add(record["id"])
    lastKey = record[order]
  }

  async function follow(pages: number): Promise<void> {
    if (!position) return
    let left = pages
    for await (const { envelope, next } of readPages(list, position)) {
      for (const record of envelope.data) keep(record)
      position = next
      left -= 1
      if (left === 0) return
    }
  }

  return {
    ids,
    async go(pages = Number.POSITIVE_INFINITY) {
      try {
        await follow(pages)
        return undefined
      } catch (error) {
        if (!isUpstreamError(error)) throw error
        if (error.code === "cursor_expired") position = fromKey()
        return error
      }
    },
    get isDone() {
      return position === null
    },
  }
}
