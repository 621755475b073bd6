import "server-only"
import {
  type Catalogue,
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
import { type Page, type Store, StoreError } from "../../records"
import type { CopiedList, Replica, SyncStatus } from "../copies/replica"
import { type Answer, printPage } from "../http/answers"
import { describeError, type Log } from "../http/log"
import { BffError } from "../http/problem"
import { atMostEvery } from "./at-most-every"
import { withDeadline } from "./cache/shared-answers"
import { copySource } from "./copy-source"
import { type CursorCipher, ownPageUrl } from "./cursor-cipher"
import type { UpstreamHider } from "./hide-upstream"
import type { Question } from "./parse-question"
import type { Source } from "./source"

const minuteMs = 60_000
/** Reports show nothing older, however seldom a list is synced. */
const maxMinutes = 60
const defaultMinutes = 15
/** A turn comes up to a tenth late, and a run takes its time. */
const lateBy = 1.1
const marginMs = 5 * minuteMs

/** Whether the copy stands for its list: all of it, with what has been edited here. */
export const isWhole = ({ isComplete, isBehind }: SyncStatus): boolean => isComplete && !isBehind

/** Whether a whole copy is as new as its schedule promises, an hour old at most; `now` in milliseconds since 1970. */
export function isFresh(status: SyncStatus, now: number): boolean {
  const { syncedUntil, everyMinutes } = status
  if (!isWhole(status) || syncedUntil === null) return false
  const minutes = Math.min(everyMinutes ?? defaultMinutes, maxMinutes)
  return now - Date.parse(syncedUntil) <= minutes * lateBy * minuteMs + marginMs
}

/** The names under which a list sends values that the copy keeps. */
function keptNames(from: Catalogue, { nulls = [], ...operation }: ListOperation) {
  const sent = Object.entries(fieldsOf(from, operation)).filter(([name]) => !nulls.includes(name))
  return new Set(sent.flatMap(([name, { sameAs }]) => (sameAs ? [name, sameAs] : [name])))
}

const isStored = ([, field]: [string, Fields[string]]) =>
  field.type !== "url" && field.deprecated === undefined

/**
 * Whether a copy holds all that a question speaks of: the fields that its operation sends, and those of
 * its filters and its order. The list that is copied may lack what another list of the records has, and
 * no list sends what is only asked by, such as the name of a content post.
 */
function isAnswerable(
  from: Catalogue,
  operation: ListOperation,
  query: Pick<ListQuery, "filters" | "sort">,
): boolean {
  const kept = keptNames(from, copySource(from, operation))
  const fields = Object.entries(fieldsOf(from, operation))
  const sent = fields
    .filter((field) => isStored(field) && !operation.nulls?.includes(field[0]))
    .map(([name, { sameAs }]) => sameAs ?? name)
  const asked = [...query.filters, ...effectiveSort(operation, query)].map(
    ({ property }) => ownValue(operation.properties, property)?.field ?? property,
  )
  return [...sent, ...asked].every((name) => kept.has(name))
}

/** The copies of lists, and the store in which their rows are. */
export interface Copies {
  readonly replica: Pick<Replica, "list" | "find">
  readonly store: Pick<Store, "readPage">
}

interface CopiedSourceParts extends Copies {
  readonly catalogue: Catalogue
  readonly cursors: CursorCipher
  readonly hider: UpstreamHider
  readonly clock: () => number
  readonly log: Log
}

interface CopiedQuestion extends Question {
  readonly operation: ListOperation
}

/** How old the knowledge of which copies there are may be, and how long it is waited for, in milliseconds. */
const look = { everyMs: 2000, deadlineMs: 500 }
/** Links of records begin with it, as in answers of the platform that are passed on. */
const baseUrl = "/api"

const isOfList = (question: Question): question is CopiedQuestion =>
  question.operation.kind === "list"

const copiedList = ({ operation, parameters }: CopiedQuestion): CopiedList => ({
  operation: operation.id,
  parameters,
})

/** The request that a question stands for; its query was printed from one. */
function requestOf({ operation, search }: CopiedQuestion): ListRequest {
  const parsed = parseListQuery(operation, search)
  if (!parsed.ok) throw new TypeError("A question's query can be read again.")
  return parsed.query
}

/**
 * Answers lists from their copies where these are whole and fresh and hold what is asked for; all else
 * is the next source's, and so is what wants newer data than is kept. Pages that follow one of a copy
 * come from the same copy, however old by then: where it is gone or behind they are `cursor_expired`.
 */
export function createCopiedSource(parts: CopiedSourceParts, next: Source): Source {
  const { catalogue, replica, store, cursors, hider, clock, log } = parts
  const sources = new Map(
    listOperations(catalogue).map((operation) => [operation.id, copySource(catalogue, operation)]),
  )

  const knownCopies = atMostEvery(look.everyMs, () =>
    withDeadline(replica.list(), look.deadlineMs).then(
      (lists) => new Map(lists.map((status) => [status.path, status])),
      () => new Map<string, SyncStatus>(),
    ),
  )

  /** The copy that may hold the list, as it was a moment ago. */
  async function findCopy({ operation, parameters }: CopiedQuestion) {
    const copies = await knownCopies()
    const source = copies.size > 0 && sources.get(operation.id)
    const found = source ? copies.get(printPath(source, parameters)) : undefined
    return found && isWhole(found) ? found : undefined
  }

  function printFrom({ rows, scope }: CopiedQuestion, page: Page, asOf: number): Answer {
    const pageUrl = (cursor: string | undefined) => {
      if (cursor === undefined) return undefined
      const query = new URLSearchParams({ limit: `${page.limit}`, cursor })
      return ownPageUrl(query, { cursors, scope: { ...scope, rows }, isCopied: true })
    }
    const pages = { nextUrl: pageUrl(page.nextCursor), previousUrl: pageUrl(page.previousCursor) }
    return { body: printPage({ ...page, ...pages }, hider), source: "replica", asOf }
  }

  /** Undefined where the copy does not stand for the list any more once it has been read. */
  async function read(
    question: CopiedQuestion,
    request: ListRequest,
    { syncedUntil }: SyncStatus,
  ): Promise<Answer | undefined> {
    const { operation, parameters, rows: scope } = question
    const page = await store.readPage(operation, parameters, request, { baseUrl, scope })
    const after = await replica.find(copiedList(question))
    return after && isWhole(after)
      ? printFrom(question, page, Date.parse(syncedUntil ?? ""))
      : undefined
  }

  function complain({ operation }: CopiedQuestion, error: unknown): undefined {
    log.error({ operation: operation.id, code: "copy", error: describeError(error) }, "copy")
  }

  /** The page after or before one of a copy, which no other source knows. */
  async function follow(question: CopiedQuestion): Promise<Answer> {
    const copy = replica.find(copiedList(question))
    const reading = copy.then((found) => found && read(question, requestOf(question), found))
    const answer = await reading.catch((error: unknown) => {
      if (error instanceof StoreError) return undefined
      complain(question, error)
      throw new BffError("shared_state_unavailable", { retryAfter: 5 })
    })
    if (!answer) throw new BffError("cursor_expired")
    return answer
  }

  /** Undefined where the list has no copy that is fresh and holds all that is asked for, or it cannot be read. */
  async function answerFirst(question: CopiedQuestion): Promise<Answer | undefined> {
    const copy = await findCopy(question)
    if (!copy || !isFresh(copy, clock())) return undefined
    const request = requestOf(question)
    if (isFollow(request) || !isAnswerable(catalogue, question.operation, request)) return undefined
    return read(question, request, copy).catch((error: unknown) => complain(question, error))
  }

  return async (question, context) => {
    if (!isOfList(question)) return next(question, context)
    const { isCopied, following } = question
    if (isCopied && context.refresh) throw new BffError("cursor_expired")
    if (isCopied) return follow(question)
    const answer = !following && !context.refresh && (await answerFirst(question))
    return answer || next(question, context)
  }
}
