import type { ListOperation, ListQuery, Row } from "@/lib/catalogue"
import { ApiProblem, fetchDepartment, fetchPage, firstPageUrl } from "@/lib/client"

/** How departments are read: one call for each, or the whole list in pages of maximum size. */
export interface DepartmentReading {
  readonly way: "each" | "pages"
  /** The number of platform calls. */
  readonly calls: number
}

/** The cheaper way to read `wanted` departments out of `known`. */
export function planDepartmentReading(
  list: ListOperation,
  wanted: number,
  known: number,
): DepartmentReading {
  const pages = Math.max(1, Math.ceil(known / list.limit.maximum))
  return wanted <= pages ? { way: "each", calls: wanted } : { way: "pages", calls: pages }
}

export interface ReadDepartmentsOptions {
  /** The number of departments, as far as known. */
  readonly known: number
  readonly signal?: AbortSignal
  /** Called after each call with the number made so far. */
  readonly onCall?: (made: number) => void
}

const atOnce = 4
const maxTries = 20
const defaultWaitSeconds = 5
const waitsForQuota = new Set(["quota_exhausted", "upstream_rate_limited"])

const wait = (seconds: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(end, seconds * 1000)
    function end() {
      clearTimeout(timer)
      signal?.removeEventListener("abort", end)
      resolve()
    }
    signal?.addEventListener("abort", end)
  })

/** Retries when only the quota prevented the read. */
async function readWithinQuota<T>(
  read: () => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      signal?.throwIfAborted()
      return await read()
    } catch (error) {
      const waits = error instanceof ApiProblem && waitsForQuota.has(error.code)
      if (!waits || tries === maxTries) throw error
      await wait(error.retryAfter ?? defaultWaitSeconds, signal)
    }
}

type Found = Map<string, Row>

const put = (found: Found, row: Row | undefined) => {
  if (typeof row?.["id"] === "string") found.set(row["id"], row)
}

async function readEach(
  list: ListOperation,
  ids: readonly string[],
  { signal, onCall }: ReadDepartmentsOptions,
): Promise<Found> {
  const found: Found = new Map()
  const failed = new AbortController()
  const over = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal
  const waiting = ids.values()
  let made = 0
  const work = async () => {
    for (const id of waiting) {
      put(
        found,
        await readWithinQuota(() => fetchDepartment(list, id, { fresh: true, signal: over }), over),
      )
      made += 1
      onCall?.(made)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work)).finally(() => failed.abort())
  return found
}

async function readPages(
  list: ListOperation,
  wanted: ReadonlySet<string>,
  { signal, onCall }: ReadDepartmentsOptions,
): Promise<Found> {
  const found: Found = new Map()
  const options = { fresh: true, ...(signal && { signal }) }
  const query = { filters: [], sort: [], limit: list.limit.maximum }
  let url: string | undefined = firstPageUrl(list, {}, query)
  for (let made = 1; url !== undefined && found.size < wanted.size; made++) {
    const at: string = url
    const page = await readWithinQuota(() => fetchPage(at, options), signal)
    for (const row of page.rows) if (wanted.has(`${row["id"]}`)) put(found, row)
    url = page.nextUrl
    onCall?.(made)
  }
  return found
}

/**
 * Reads the current departments in the cheaper way and waits for quota; departments that do not
 * exist are omitted. Throws `ApiProblem`, or the signal's reason.
 */
export async function readDepartments(
  list: ListOperation,
  ids: readonly string[],
  options: ReadDepartmentsOptions,
): Promise<ReadonlyMap<string, Row>> {
  const wanted = new Set(ids)
  const { way } = planDepartmentReading(list, wanted.size, options.known)
  return way === "each" ? readEach(list, [...wanted], options) : readPages(list, wanted, options)
}

/** The departments that match a query, in its order; there may be more. */
export interface MatchingDepartments {
  readonly ids: readonly string[]
  readonly hasMore: boolean
}

/**
 * Reads the first `limit` departments that match a query, in pages of maximum size, and waits for
 * quota. Throws `ApiProblem`, or the signal's reason.
 */
export async function readMatching(
  list: ListOperation,
  query: ListQuery,
  { limit, signal }: { readonly limit: number; readonly signal?: AbortSignal },
): Promise<MatchingDepartments> {
  const ids: string[] = []
  let url: string | undefined = firstPageUrl(list, {}, { ...query, limit: list.limit.maximum })
  while (url !== undefined && ids.length <= limit) {
    const at: string = url
    const page = await readWithinQuota(() => fetchPage(at, signal ? { signal } : {}), signal)
    for (const { id } of page.rows) if (typeof id === "string") ids.push(id)
    url = page.nextUrl
  }
  return { ids: ids.slice(0, limit), hasMore: ids.length > limit || url !== undefined }
}
