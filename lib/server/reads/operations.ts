import "server-only"
import {
  type Catalogue,
  isFollow,
  type ListOperation,
  type ListQuery,
  matchPath,
  type Operation,
  ownValue,
  type PathParameters,
  parseListQuery,
  parsePathParameters,
  printListQuery,
  printPath,
  printSort,
  refuseQuery,
  withWholeLists,
} from "../../catalogue"
import type { ReadOperation, Upstream, UpstreamConfig } from "../../platform"
import { rowScopeOf, type Session, type SessionConfig, visibilityOf } from "../../session"
import type { EditService } from "../edits/editor"
import {
  requireOperation,
  requireOwnOrigin,
  requireOwnReader,
  requireSamePerson,
  requireSession,
} from "../http/access"
import { createAnswering, type Entry, letGo, printAnswer, type Reply } from "../http/answers"
import { readCaller } from "../http/caller-address"
import type { Log } from "../http/log"
import { BffError } from "../http/problem"
import { requireSearch } from "../http/require-search"
import type { Asker, Witness } from "../http/witness"
import type { SmallGroupsGuard } from "../kpis/small-groups-guard"
import { createPatchHandler } from "./apply-patch"
import type { AnswerCache } from "./cache/answer-cache"
import { type Copies, createCopiedSource } from "./copied-source"
import { type CursorCipher, createCursorCipher } from "./cursor-cipher"
import { createUpstreamHider } from "./hide-upstream"
import { createLiveSource } from "./live-source"
import type { RecordQuery } from "./source"
import { createWholeSource } from "./whole-source"

/** The catalogue's operation at a raw path, and the path's parameters as they were written; throws `unknown_path` (404) or `method_not_allowed` (405). */
export function matchOperation(
  from: Catalogue,
  method: string,
  path: string,
): { readonly operation: Operation; readonly raw: PathParameters } {
  const match = matchPath(from, method, path)
  if (match.kind === "not-found") throw new BffError("unknown_path")
  if (match.kind === "method-not-allowed")
    throw new BffError("method_not_allowed", { allow: match.allow })
  return match
}

/** Path parameters as guids; throws `invalid_path` (400). */
function requireParameters(operation: Operation, raw: PathParameters): PathParameters {
  const parsed = parsePathParameters(operation, raw)
  if (!parsed.ok) throw new BffError("invalid_path", { errors: parsed.problems })
  return parsed.parameters
}

/** Throws `invalid_query` (400) for an operation that takes no query and is given one. */
function requireNoQuery(search: string): void {
  const unwanted = refuseQuery(requireSearch(search))
  if (unwanted.length > 0) throw new BffError("invalid_query", { errors: unwanted })
}

/** The query with its defaults written out, but for the default order, so that equal queries print alike. */
const normalise = (operation: ListOperation, { sort, limit, ...rest }: ListQuery): ListQuery => ({
  ...rest,
  sort: printSort(sort) === operation.defaultSort ? [] : sort,
  limit: limit ?? operation.limit.default,
})

/** A read as it came, by a person who may ask it. */
interface RawRead {
  readonly operation: ReadOperation
  readonly raw: PathParameters
  readonly search: string
  readonly session: Session
}

/** Parses path parameters, query and own cursor; throws a 400 or 410 before the platform is asked. */
export function parseQuery(
  { operation, raw, search, session }: RawRead,
  cursors: CursorCipher,
): RecordQuery {
  const parameters = requireParameters(operation, raw)
  const path = printPath(operation, parameters)
  const scope = { path, visibility: visibilityOf(session.roles) }
  const rows = rowScopeOf(session)
  const first = { operation, parameters, rows, scope, following: false, isCopied: false }
  if (operation.kind !== "list") {
    requireNoQuery(search)
    return { ...first, search: new URLSearchParams() }
  }
  const parsed = parseListQuery(operation, requireSearch(search))
  if (!parsed.ok) throw new BffError("invalid_query", { errors: parsed.problems })
  const { query } = parsed
  if (!isFollow(query))
    return { ...first, search: printListQuery(operation, normalise(operation, query)) }
  const page = cursors.decrypt(query.cursor, { ...scope, rows })
  const following = new URLSearchParams(page.search)
  if (query.limit !== undefined) following.set("limit", `${query.limit}`)
  return { ...first, search: following, following: true, isCopied: page.isCopied }
}

/** One request for an operation, from a route handler or a server component. */
export interface OperationRequest {
  /** Who asks, or how to find out; where that cannot be told it throws `SessionError`. */
  readonly session: Session | undefined | (() => Promise<Session | undefined>)
  readonly method: string
  /** The raw path after `/api`, undecoded: `/v1.4/departments`. */
  readonly path: string
  /** The raw query, with or without `?`. */
  readonly search: string
  /** Read for changes, and for `cache-control: no-cache`; `traceparent` alone goes to the platform. */
  readonly headers?: Headers
  /** Read for changes only. */
  readonly body?: ReadableStream<Uint8Array> | null
  /** Aborts when nobody waits for the answer any more. */
  readonly signal?: AbortSignal
  /** Whether the answer may be compressed. */
  readonly encodes?: boolean
}

/** A read that its person waits for; one that is sent with `no-cache` wants newer data than is cached. */
const contextOf = (
  request: OperationRequest,
  session: Session,
  { requestId, traceparent }: { requestId: string; traceparent: string | undefined },
) => ({
  requestId,
  traceparent,
  priority: "person" as const,
  person: session.sub,
  refresh: request.headers?.get("cache-control")?.toLowerCase().includes("no-cache") ?? false,
  // One that nobody waits with is not made.
  get signal() {
    return request.signal
  },
})

export interface Bff {
  /** Runs the pipeline; a refusal is an `application/problem+json` answer, never a throw. */
  readOperation(request: OperationRequest): Promise<Reply>
}

export interface BffDependencies {
  readonly catalogue: Catalogue
  readonly upstream: Upstream
  /** Without one, every read asks the platform. */
  readonly cache?: Pick<AnswerCache, "over">
  /** Asked first, for the lists that they hold. */
  readonly copies?: Copies
  readonly editor: Pick<EditService, "edit">
  /** Of records that not everybody who may read their list may see; without one, they may. */
  readonly guards?: { readonly [record: string]: Pick<SmallGroupsGuard, "require" | "inspect"> }
  readonly config: { readonly upstream: UpstreamConfig; readonly session: SessionConfig }
  readonly clock: () => number
  readonly log: Log
  /** Without one nobody hears who asked. */
  readonly witness?: Witness
}

/** Who answers a read: a copy that is whole and fresh, else the cache, else the platform. */
function openSource(
  { catalogue, upstream, cache, copies, config, clock, log }: BffDependencies,
  shared: {
    readonly cursors: CursorCipher
    readonly hider: ReturnType<typeof createUpstreamHider>
  },
) {
  const { apiUrl } = config.upstream
  const live = createLiveSource({ ...shared, catalogue, apiUrl, upstream })
  const cached = cache ? cache.over(live) : live
  if (!copies) return cached
  const copied = createCopiedSource({ ...copies, ...shared, catalogue, clock, log }, cached)
  return createWholeSource({ ...copies, ...shared }, copied)
}

/** The request pipeline: match, session, permission, query, source, answer (architecture "A report page" 3). */
export function createBff(dependencies: BffDependencies): Bff {
  const { catalogue, editor, guards = {}, config, clock, log, witness } = dependencies
  const { origin, secret, previousSecret } = config.session
  const cursors = createCursorCipher({ secret, previousSecret, clock })
  const hider = createUpstreamHider(catalogue, config.upstream)
  const ask = openSource(dependencies, { cursors, hider })
  const readable = withWholeLists(catalogue)
  const applyPatch = createPatchHandler({ editor, hider })

  async function run(
    request: OperationRequest,
    requestId: string,
    { entry, asker }: { readonly entry: Entry; readonly asker: Asker },
  ): Promise<Reply> {
    const { operation, raw } = matchOperation(readable, request.method, request.path)
    const { traceparent } = entry
    entry.operation = operation.id
    const who = request.session
    const session = requireSession(typeof who === "function" ? await who() : who)
    asker.session = session
    asker.address = readCaller(request.headers)
    if (request.headers) requireSamePerson(session, request.headers)
    requireOperation(session, operation)
    const { search } = request
    if (operation.kind === "patch") {
      const { headers = new Headers(), body = null } = request
      requireOwnOrigin(headers, origin)
      const parameters = requireParameters(operation, raw)
      requireNoQuery(search)
      return applyPatch({ operation, parameters, session, requestId, traceparent, headers, body })
    }
    if (request.headers) requireOwnReader(request.headers, origin)
    const query = parseQuery({ operation, raw, search, session }, cursors)
    const { record } = operation
    const guard = ownValue(guards, record)
    const since = clock()
    await guard?.require(session, operation, query.parameters)
    const answer = await ask(query, contextOf(request, session, { requestId, traceparent }))
    await guard?.inspect(session, query, { ...answer, since })
    entry.source = answer.source
    return printAnswer(answer, { requestId, request, record })
  }

  const answer = createAnswering({ clock, log, hide: hider.hideText, ...(witness && { witness }) })

  return {
    readOperation: (request) =>
      answer({ method: request.method, headers: request.headers }, (requestId, entry, asker) =>
        run(request, requestId, { entry, asker }).catch((error: unknown) => {
          if (request.signal?.aborted) return letGo(entry)
          throw error
        }),
      ),
  }
}
