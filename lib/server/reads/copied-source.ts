import "server-only"
import {
  type Catalogue,
  copySource,
  effectiveSort,
  type Fields,
  fieldsOf,
  isFollow,
  type ListOperation,
  type ListQuery,
  type ListRequest,
  listOperations,
  ownValue,
  parseListQuery,
  printPath,
} from "../../catalogue"
import { type ListedPage, type Store, StoreError } from "../../records"
import type { CopiedList, FreshCopy, Replica } from "../copies/replica"
import type { Answer } from "../http/answers"
import { describeError, type Log } from "../http/log"
import { printPage } from "../http/print-body"
import { BffError } from "../http/problem"
import type { Coverages } from "./coverage"
import { type CursorCipher, ownPageUrl } from "./cursor-cipher"
import type { UpstreamHider } from "./hide-upstream"
import { onceInInterval } from "./once-in-interval"
import type { ShownOrders } from "./shown-order"
import type { RecordQuery, Source } from "./source"
import { withDeadline } from "./with-deadline"

const minuteMs = 60_000
/** Reports never show older data, however rarely a list is synced. */
const maxMinutes = 60
const defaultMinutes = 15
/** A sync starts up to a tenth of its interval late, and takes time itself. */
const lateBy = 1.1
const marginMs = 5 * minuteMs
const maxAgeMs = maxMinutes * lateBy * minuteMs + marginMs

/**
 * Whether the copy can replace its list: complete, regardless of age, and including edits made
 * here.
 */
export const isWholeCopy = ({ isComplete, isBehind, keptFrom }: FreshCopy): boolean =>
  isComplete && !isBehind && keptFrom === null

/**
 * Whether a complete copy is as recent as its schedule promises, at most one hour old; `now` in
 * milliseconds since 1970.
 */
export function isFresh(status: FreshCopy, now: number): boolean {
  const { syncedUntil, everyMinutes } = status
  if (!isWholeCopy(status) || syncedUntil === null) return false
  const minutes = Math.min(everyMinutes ?? defaultMinutes, maxMinutes)
  return now - Date.parse(syncedUntil) <= minutes * lateBy * minuteMs + marginMs
}

/** The names under which a list returns values that the copy contains. */
function copiedNames(from: Catalogue, { nulls = [], ...operation }: ListOperation) {
  const sent = Object.entries(fieldsOf(from, operation)).filter(([name]) => !nulls.includes(name))
  return new Set(sent.flatMap(([name, { sameAs }]) => (sameAs ? [name, sameAs] : [name])))
}

const isStored = ([, field]: [string, Fields[string]]) =>
  field.type !== "url" && field.deprecated === undefined

/**
 * Whether a copy contains all that a query needs: the fields that its operation returns, and those
 * of its filters and sort order. The copied list may lack fields of another list of the same
 * records, and no list returns fields that are only filtered by, such as the name of a content
 * post.
 */
function isAnswerable(
  from: Catalogue,
  operation: ListOperation,
  query: Pick<ListQuery, "filters" | "sort">,
): boolean {
  const copied = copiedNames(from, copySource(from, operation))
  const fields = Object.entries(fieldsOf(from, operation))
  const sent = fields
    .filter((field) => isStored(field) && !operation.nulls?.includes(field[0]))
    .map(([name, { sameAs }]) => sameAs ?? name)
  const needed = [...query.filters, ...effectiveSort(operation, query)].map(
    ({ property }) => ownValue(operation.properties, property)?.field ?? property,
  )
  return [...sent, ...needed].every((name) => copied.has(name))
}

/** The copies of lists and the store of their rows. */
export interface Copies {
  readonly replica: Pick<Replica, "find" | "wholeSince">
  readonly coverages: Coverages
  readonly store: Pick<Store, "readPage">
  readonly orders: ShownOrders
}

interface CopiedSourceParts extends Copies {
  readonly catalogue: Catalogue
  readonly cursors: CursorCipher
  readonly upstreamHider: UpstreamHider
  readonly clock: () => number
  readonly log: Log
}

interface CopiedQuery extends RecordQuery {
  readonly operation: ListOperation
}

/** How often to reload which copies exist, and how long to wait for it, in milliseconds. */
const polling = { everyMs: 2000, deadlineMs: 500 }
/** The prefix of links in records, as in proxied answers of the platform. */
const baseUrl = "/api"

const isOfList = (query: RecordQuery): query is CopiedQuery => query.operation.kind === "list"

const copiedList = ({ operation, parameters }: CopiedQuery): CopiedList => ({
  operation: operation.id,
  parameters,
})

/** The request that a query represents. */
export function requestOf({
  operation,
  search,
}: Pick<CopiedQuery, "operation" | "search">): ListRequest {
  const parsed = parseListQuery(operation, search)
  if (!parsed.ok) throw new TypeError("A printed query can be parsed again.")
  return parsed.query
}

/**
 * Serves lists from complete, fresh copies that contain all requested fields. The next source gets
 * all other reads, and those that require newer data than is cached. Pages after one from a copy
 * come from the same copy, regardless of its age by then; if it is gone or behind, they fail with
 * `cursor_expired`.
 */
export function createCopiedSource(parts: CopiedSourceParts, next: Source): Source {
  const { catalogue, replica, store, cursors, upstreamHider, clock, log } = parts
  const sources = new Map(
    listOperations(catalogue).map((operation) => [operation.id, copySource(catalogue, operation)]),
  )

  const knownCopies = onceInInterval(polling.everyMs, () =>
    withDeadline(replica.wholeSince(clock() - maxAgeMs), polling.deadlineMs).then(
      (lists) => new Map(lists.map((status) => [status.path, status])),
      () => new Map<string, FreshCopy>(),
    ),
  )

  /** The copy that may contain the list, from a recent snapshot. */
  async function findCopy({ operation, parameters }: CopiedQuery) {
    const copies = await knownCopies()
    const source = copies.size > 0 && sources.get(operation.id)
    const found = source ? copies.get(printPath(source, parameters)) : undefined
    return found && isWholeCopy(found) ? found : undefined
  }

  function printFrom({ rows, scope }: CopiedQuery, page: ListedPage, asOf: number): Answer {
    const pageUrl = (cursor: string | undefined) => {
      if (cursor === undefined) return undefined
      const query = new URLSearchParams({ limit: `${page.limit}`, cursor })
      return ownPageUrl(query, { cursors, scope: { ...scope, rows }, isCopied: true })
    }
    const pages = { nextUrl: pageUrl(page.nextCursor), previousUrl: pageUrl(page.previousCursor) }
    const text = printPage({ data: page.data, count: page.count, ...pages }, upstreamHider)
    return { text, source: "replica", asOf }
  }

  /** Undefined if the copy could no longer replace the list after it was read. */
  async function read(
    query: CopiedQuery,
    request: ListRequest,
    { syncedUntil }: FreshCopy,
  ): Promise<Answer | undefined> {
    const { operation, parameters, rows: scope } = query
    const page = await store.readPage(operation, parameters, request, { baseUrl, scope })
    const after = await replica.find(copiedList(query))
    return after && isWholeCopy(after)
      ? printFrom(query, page, Date.parse(syncedUntil ?? ""))
      : undefined
  }

  function logFault({ operation }: CopiedQuery, error: unknown): undefined {
    log.error({ operation: operation.id, code: "copy", error: describeError(error) }, "copy")
  }

  /** The page after or before one from a copy, which no other source knows. */
  async function follow(query: CopiedQuery): Promise<Answer> {
    const copy = replica.find(copiedList(query))
    const reading = copy.then((found) => found && read(query, requestOf(query), found))
    const answer = await reading.catch((error: unknown) => {
      if (error instanceof StoreError) return undefined
      logFault(query, error)
      throw new BffError("shared_state_unavailable", { retryAfter: 5 })
    })
    if (!answer) throw new BffError("cursor_expired")
    return answer
  }

  /** Undefined if the list has no fresh copy with everything requested, or if it cannot be read. */
  async function answerFirst(query: CopiedQuery): Promise<Answer | undefined> {
    const copy = await findCopy(query)
    if (!copy || !isFresh(copy, clock())) return undefined
    const request = requestOf(query)
    if (isFollow(request) || !isAnswerable(catalogue, query.operation, request)) return undefined
    return read(query, request, copy).catch((error: unknown) => logFault(query, error))
  }

  return async (query, context) => {
    if (!isOfList(query)) return next(query, context)
    const { isCopied, following } = query
    if (isCopied && context.refresh) throw new BffError("cursor_expired")
    if (isCopied) return follow(query)
    const answer = !following && !context.refresh && (await answerFirst(query))
    return answer || next(query, context)
  }
}
