import "server-only"
import {
  type Filter,
  isFollow,
  type ListOperation,
  type Row,
  type RowScope,
  type SummaryQuery,
  type SummaryResult,
} from "../../catalogue"
import { isOverdue } from "../../db"
import { type ListPosition, type PlatformPage, UpstreamError } from "../../platform"
import { type Store, StoreError, SummaryError, type SummaryRefusal } from "../../records"
import { printPage } from "../http/print-body"
import { BffError } from "../http/problem"
import { requestOf } from "./copied-source"
import type { Coverages } from "./coverage"
import { type CursorCipher, ownPageUrl } from "./cursor-cipher"
import type { UpstreamHider } from "./hide-upstream"
import type { Reader, ShownOrders } from "./shown-order"
import type { RecordQuery, Source } from "./source"

/** All records of one kind, across all parents, from the copies of their lists. */
export interface WholeLists {
  readonly coverages: Coverages
  /** Number of rows that match the filters. */
  count(operation: ListOperation, filters: readonly Filter[], scope: RowScope): Promise<number>
  /** Throws `invalid_query` (400) if there are too many groups. */
  summarize(operation: ListOperation, query: SummaryQuery, scope: RowScope): Promise<SummaryResult>
}

/** The prefix of links in records. */
const baseUrl = "/api"

/** Converts the statement timeout of a slow search. */
function refuseOverdue(error: unknown): never {
  throw isOverdue(error) ? new BffError("took_too_long") : error
}

const refusals = {
  too_many_buckets: (property) =>
    `group has too many buckets of ${property}. Ask for longer ones, or set from when to when.`,
  too_many_groups: (property) =>
    `group has too many values of ${property}. Group by another field, or narrow the rows by filters.`,
} as const satisfies Record<SummaryRefusal, (property: string) => string>

function refuseGroups(error: unknown): never {
  if (!(error instanceof SummaryError)) return refuseOverdue(error)
  const message = refusals[error.code](error.property)
  throw new BffError("invalid_query", { errors: [{ parameter: "group", message }] })
}

export const createWholeLists = ({
  coverages,
  store,
}: {
  readonly coverages: Coverages
  readonly store: Pick<Store, "countRecords" | "readSummary">
}): WholeLists => ({
  coverages,
  count: (operation, filters, scope) =>
    store.countRecords(operation, {}, filters, { scope }).catch(refuseOverdue),
  summarize: (operation, query, scope) =>
    store.readSummary(operation, query, { scope }).catch(refuseGroups),
})

/**
 * Reads a whole list to its end, without calls of the platform and outside interactive requests.
 */
export interface WholePages {
  /**
   * The page at a position, as of the time up to which the copies are complete; throws like
   * `ListReader.read`, and `not_copied` (503).
   */
  read(operation: ListOperation, position: ListPosition, by: WholeReading): Promise<PlatformPage>
}

interface WholeReading {
  readonly scope: RowScope
  /** The person the order is for; without one, the specification's order applies. */
  readonly reader?: Omit<Reader, "scope"> | undefined
  readonly signal?: AbortSignal | undefined
}

interface WholePagesParts {
  readonly coverages: Coverages
  readonly orders: ShownOrders
  readonly store: Pick<Store, "readPage">
}

export const createWholePages = ({ coverages, orders, store }: WholePagesParts): WholePages => ({
  async read(operation, { search }, { scope, reader, signal }) {
    const { asOf } = await coverages.require(operation)
    const request = requestOf({ operation, search: new URLSearchParams(search) })
    const shown = reader && (await orders(operation, { scope, ...reader }))
    const page = await store
      .readPage(operation, {}, request, { baseUrl, scope, signal, shown })
      .catch((error: unknown) => {
        if (error instanceof StoreError) throw new UpstreamError("cursor_expired")
        return refuseOverdue(error)
      })
    const { nextCursor: cursor = "", limit } = page
    const next = `${new URLSearchParams({ limit: `${limit}`, cursor })}`
    return {
      envelope: { data: JSON.parse(page.data) as Row[] },
      receivedAt: asOf,
      next: cursor === "" ? null : { search: next, following: true },
    }
  },
})

interface WholeSourceParts {
  readonly coverages: Coverages
  readonly orders: ShownOrders
  readonly store: Pick<Store, "readPage">
  readonly cursors: CursorCipher
  readonly upstreamHider: UpstreamHider
}

/** Serves whole lists from the copies and passes all other reads on. */
export function createWholeSource(parts: WholeSourceParts, next: Source): Source {
  const { coverages, store, cursors, upstreamHider, orders } = parts
  return async (query, context) => {
    const { operation, rows: scope } = query
    if (operation.kind !== "list" || operation.wholeOf === undefined) return next(query, context)
    const { asOf } = await coverages.require(operation)
    const request = requestOf({ operation, search: query.search })
    const { language, seesAllNames } = query
    const shown = await orders(operation, { scope, language, seesAllNames })
    const page = await store
      .readPage(operation, {}, request, { baseUrl, scope, signal: context.signal, shown })
      .catch(refuseOverdue)
      .catch((error: unknown) => {
        if (isFollow(request) && error instanceof StoreError) throw new BffError("cursor_expired")
        throw error
      })
    const pageUrl = (cursor: string | undefined) =>
      cursor === undefined ? undefined : printPageUrl(query, cursor, page.limit, cursors)
    const pages = { nextUrl: pageUrl(page.nextCursor), previousUrl: pageUrl(page.previousCursor) }
    const text = printPage({ data: page.data, count: page.count, ...pages }, upstreamHider)
    return { text, source: "replica", asOf }
  }
}

const printPageUrl = (
  { scope, rows }: RecordQuery,
  cursor: string,
  limit: number,
  cursors: CursorCipher,
) =>
  ownPageUrl(new URLSearchParams({ limit: `${limit}`, cursor }), {
    cursors,
    scope: { ...scope, rows },
    isCopied: true,
  })
