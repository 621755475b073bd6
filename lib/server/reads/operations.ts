import "server-only"
import {
  type Catalogue,
  isFollow,
  type ListOperation,
  type ListQuery,
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
import {
  knowsNames,
  rowScopeOf,
  type Session,
  type SessionConfig,
  visibilityOf,
} from "../../session"
import type { EditService } from "../edits/editor"
import { requireOperation, requireOwnOrigin, requireOwnReader } from "../http/access"
import { type Answer, printAnswer } from "../http/answers"
import { type AppContext, targetOf } from "../http/app-env"
import type { Log } from "../http/log"
import { BffError } from "../http/problem"
import { requireSearch } from "../http/require-search"
import { type AccessParts, admitPerson, type Mount } from "../http/routes"
import type { SmallGroupsGuard } from "../kpis/small-groups-guard"
import { createPatchHandler } from "./apply-patch"
import type { AnswerCache } from "./cache/answer-cache"
import { type Copies, createCopiedSource } from "./copied-source"
import { type CursorCipher, createCursorCipher } from "./cursor-cipher"
import { createUpstreamHider } from "./hide-upstream"
import { createLiveSource } from "./live-source"
import { wishedLanguage } from "./shown-order"
import type { ReadContext, RecordQuery } from "./source"
import { createWholeSource } from "./whole-source"

/** Parses path parameters as guids; throws `invalid_path` (400). */
function requireParameters(operation: Operation, raw: PathParameters): PathParameters {
  const parsed = parsePathParameters(operation, raw)
  if (!parsed.ok) throw new BffError("invalid_path", { errors: parsed.problems })
  return parsed.parameters
}

/** Throws `invalid_query` (400) if an operation without a query is given one. */
function requireNoQuery(search: string): void {
  const unwanted = refuseQuery(requireSearch(search))
  if (unwanted.length > 0) throw new BffError("invalid_query", { errors: unwanted })
}

/**
 * Normalizes the query, so that equal queries print alike: writes out its defaults and omits the
 * default order.
 */
const normalise = (operation: ListOperation, { sort, limit, ...rest }: ListQuery): ListQuery => ({
  ...rest,
  sort: printSort(sort) === operation.defaultSort ? [] : sort,
  limit: limit ?? operation.limit.default,
})

/** An unparsed read by a person who has permission for it. */
interface RawRead {
  readonly operation: ReadOperation
  readonly raw: PathParameters
  readonly search: string
  readonly session: Session
  /** ISO 639; English by default. */
  readonly language?: string
}

/** Parses path parameters, query and cursor; throws a 400 or 410 before the platform is called. */
export function parseQuery(
  { operation, raw, search, session, language = "en" }: RawRead,
  cursors: CursorCipher,
): RecordQuery {
  const parameters = requireParameters(operation, raw)
  const path = printPath(operation, parameters)
  const scope = { path, visibility: visibilityOf(session.roles) }
  const rows = rowScopeOf(session)
  const seesAllNames = knowsNames(session.roles)
  const reader = { rows, scope, language, seesAllNames }
  const first = { operation, parameters, ...reader, following: false, isCopied: false }
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

/** The sources of a read in order: a complete, fresh copy, then the cache, then the platform. */
function openSource(
  { catalogue, upstream, cache, copies, config, clock, log }: ReadsDependencies,
  shared: {
    readonly cursors: CursorCipher
    readonly upstreamHider: ReturnType<typeof createUpstreamHider>
  },
) {
  const { apiUrl } = config.upstream
  const live = createLiveSource({ ...shared, catalogue, apiUrl, upstream })
  const cached = cache ? cache.over(live) : live
  if (!copies) return cached
  const copied = createCopiedSource({ ...copies, ...shared, catalogue, clock, log }, cached)
  return createWholeSource({ ...copies, ...shared }, copied)
}

export interface ReadsDependencies {
  readonly catalogue: Catalogue
  readonly upstream: Upstream
  /** Without one, every read calls the platform. */
  readonly cache?: Pick<AnswerCache, "over">
  /** Used first, for the lists that they contain. */
  readonly copies?: Copies
  /** Guards by record, where not every reader of a list may see all records; others need none. */
  readonly guards?: { readonly [record: string]: Pick<SmallGroupsGuard, "require" | "inspect"> }
  readonly config: { readonly upstream: UpstreamConfig; readonly session: SessionConfig }
  readonly clock: () => number
  readonly log: Log
}

/** Parses people's queries and reads from a copy, the cache or the platform. */
export function createReads(dependencies: ReadsDependencies) {
  const { catalogue, guards = {}, config, clock } = dependencies
  const { secret, previousSecret } = config.session
  const cursors = createCursorCipher({ secret, previousSecret, clock })
  const upstreamHider = createUpstreamHider(catalogue, config.upstream)
  const ask = openSource(dependencies, { cursors, upstreamHider })

  return {
    upstreamHider,
    /** Throws `BffError` or `UpstreamError`. */
    async read(raw: RawRead, context: ReadContext): Promise<Answer> {
      const { operation, session } = raw
      const query = parseQuery(raw, cursors)
      const guard = ownValue(guards, operation.record)
      const since = clock()
      await guard?.require(session, operation, query.parameters)
      const answer = await ask(query, context)
      await guard?.inspect(session, query, { ...answer, since })
      return answer
    },
  }
}

export type Reads = ReturnType<typeof createReads>

const encodedSlash = /%2f|%5c/i

/** The raw path parameters; throws `unknown_path` (404) if one contains a slash. */
function rawParameters({ version, path: pattern }: Operation, path: string): PathParameters {
  if (encodedSlash.test(path)) throw new BffError("unknown_path")
  const segments = path.split("/")
  const parts = `/api/${version}${pattern}`.split("/")
  const named = parts.flatMap((part, at) =>
    part.startsWith("{") ? [[part.slice(1, -1), segments[at] ?? ""] as const] : [],
  )
  return Object.fromEntries(named)
}

/** True if the client requires newer data than is cached. */
const wantsNew = (headers: Headers) =>
  headers.get("cache-control")?.toLowerCase().includes("no-cache") ?? false

export interface OperationParts extends AccessParts {
  readonly catalogue: Catalogue
  readonly reads: Reads
  readonly editor: Pick<EditService, "edit">
}

/** The platform's operations and the whole lists, as routes. */
export function operationRoutes(parts: OperationParts): readonly Mount[] {
  const { catalogue, reads, editor, origin } = parts
  const applyPatch = createPatchHandler({ editor, upstreamHider: reads.upstreamHider })

  async function answer(operation: Operation, c: AppContext): Promise<Response> {
    const { path, search } = targetOf(c)
    const raw = rawParameters(operation, path)
    const entry = c.get("entry")
    entry.operation = operation.id
    const session = await admitPerson(c, parts)
    requireOperation(session, operation)
    const { headers } = c.req.raw
    const { requestId, traceparent } = { requestId: c.get("requestId"), ...entry }
    const printing = {
      record: operation.record,
      request: headers,
      encodes: c.env?.encodes === true,
    }
    if (operation.kind === "patch") {
      requireOwnOrigin(headers, origin)
      const parameters = requireParameters(operation, raw)
      requireNoQuery(search)
      const { body } = c.req.raw
      const patched = { operation, parameters, session, requestId, traceparent, headers, body }
      const { answer: applied, editId } = await applyPatch(patched)
      const response = await printAnswer(applied, printing)
      response.headers.set("x-edit-id", editId)
      return response
    }
    requireOwnReader(headers, origin)
    const found = await reads.read(
      { operation, raw, search, session, language: wishedLanguage(headers) },
      {
        requestId,
        traceparent,
        priority: "person",
        person: session.sub,
        refresh: wantsNew(headers),
        // A getter, so that the signal is only created if something waits with it.
        get signal() {
          return c.req.raw.signal
        },
      },
    )
    entry.source = found.source
    return printAnswer(found, printing)
  }

  return withWholeLists(catalogue).operations.map((operation) => ({
    path: `/api/${operation.version}${operation.path}`,
    method: operation.method,
    name: operation.id,
    allows: operation.method === "GET" ? ["GET", "HEAD"] : [operation.method],
    handlers: [(c) => answer(operation, c)],
  }))
}
