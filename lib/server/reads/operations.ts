import "server-only"
import {
  type Catalogue,
  matchPath,
  type Operation,
  type PatchOperation,
  type PathParameters,
  parseGuid,
} from "../../catalogue"
import { readPatch } from "../../json-patch"
import {
  pageQuery,
  placeOf,
  refuseRepetition,
  type Upstream,
  type UpstreamConfig,
} from "../../platform"
import type { Session, SessionConfig } from "../../session"
import type { Edit, Editor } from "../edits/editor"
import {
  requireOperation,
  requireOwnOrigin,
  requireOwnReader,
  requireSamePerson,
  requireSession,
} from "../http/access"
import { createAnswering, type Entry, isList, letGo, printAnswer, printBody } from "../http/answers"
import type { Log } from "../http/log"
import { BffError } from "../http/problem"
import type { Reply } from "../http/reply"
import type { SmallGroupsGuard } from "../kpis/small-groups-guard"
import type { ShownPeople } from "../names/shown-people"
import type { AnswerCache } from "./cache/answer-cache"
import { type Copies, createCopiedSource } from "./copied-source"
import { type CursorCipher, createCursorCipher, ownPageUrl } from "./cursor-cipher"
import { createUpstreamHider, type UpstreamHider } from "./hide-upstream"
import { parseQuestion, requireNoQuery, requireParameters } from "./parse-question"
import type { ReadContext, Source } from "./source"

/**
 * Answers straight from the platform, with its page URLs turned into the dashboard's own. Throws
 * `upstream_invalid` where one leads anywhere but to the same list, or the next page is the one asked for.
 */
function createLiveSource({
  catalogue,
  apiUrl,
  upstream,
  hider,
  cursors,
}: {
  catalogue: Catalogue
  apiUrl: string
  upstream: Pick<Upstream, "read">
  hider: UpstreamHider
  cursors: CursorCipher
}): Source {
  return async ({ operation, parameters, search, following, rows, scope }, context) => {
    const { requestId, onSent, lane, person, signal } = context
    const { envelope, receivedAt } = await upstream.read({
      operation,
      parameters,
      scope: rows,
      search,
      following,
      requestId,
      ticket: { lane, ...(person !== undefined && { person }), ...(signal && { signal }) },
      onSent,
    })
    const page = { catalogue, apiUrl, path: scope.path }
    const readQuery = (address: string | null | undefined) =>
      address ? pageQuery(address, page) : undefined
    const ownUrl = (query: URLSearchParams | undefined) =>
      query && ownPageUrl(query, { cursors, scope: { ...scope, rows } })
    const next = isList(envelope) ? readQuery(envelope.nextUrl) : undefined
    const previous = isList(envelope) ? readQuery(envelope.previousUrl) : undefined
    if (next && following) refuseRepetition(next, new Set([placeOf(search)]))
    const pages = { nextUrl: ownUrl(next), previousUrl: ownUrl(previous) }
    const body = printBody({ envelope, ...pages }, hider)
    return { body, source: "live", asOf: receivedAt }
  }
}

/** The patch in a request's body; throws `body_too_large` (413) or `malformed_body` (400) with each operation at fault. */
async function requirePatch({
  headers,
  body = null,
}: {
  headers: Headers
  body?: ReadableStream<Uint8Array> | null | undefined
}): Promise<Edit["patch"]> {
  const contentLength = Number(headers.get("content-length") ?? 0)
  const patch = await readPatch({ body, contentLength })
  if (patch.ok) return patch
  if (patch.code === "too_large") throw new BffError("body_too_large")
  if (patch.code !== "malformed") throw new BffError("malformed_body")
  const errors = patch.problems.map(({ index, message }) => ({ parameter: `/${index}`, message }))
  const detail = patch.problems[0]?.message
  throw new BffError("malformed_body", { errors, ...(detail !== undefined && { detail }) })
}

/** An operation and its path parameters as they were written. */
interface Matched {
  readonly operation: Operation
  readonly raw: PathParameters
}

/** The catalogue's operation at a raw path; throws `unknown_path` (404) or `method_not_allowed` (405). */
export function matchOperation(from: Catalogue, method: string, path: string): Matched {
  const match = matchPath(from, method, path)
  if (match.kind === "not-found") throw new BffError("unknown_path")
  if (match.kind === "method-not-allowed")
    throw new BffError("method_not_allowed", { allow: match.allow })
  return match
}

/** One request for an operation, from a route handler or a server component. */
export interface OperationRequest {
  /** Who asks, or how to find out; where that cannot be told it throws `BffError`. */
  readonly session: Session | undefined | (() => Promise<Session | undefined>)
  readonly method: string
  /** The raw path after `/api`, undecoded: `/v1.4/departments`. */
  readonly path: string
  /** The raw query, with or without `?`. */
  readonly search: string
  /** Looked at for changes, and for `cache-control: no-cache`; none of them goes to the platform. */
  readonly headers?: Headers
  /** Read for changes only. */
  readonly body?: ReadableStream<Uint8Array> | null
  /** Aborts when nobody waits for the answer any more. */
  readonly signal?: AbortSignal
  /** Whether the answer may be compressed. */
  readonly encodes?: boolean
}

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
  readonly editor: Pick<Editor, "edit">
  /** Without one, everybody who may read a list is told each of its rows. */
  readonly guard?: Pick<SmallGroupsGuard, "require" | "inspect">
  /** Without it no answer proves whom it shows. */
  readonly shown?: Pick<ShownPeople, "ofRecords">
  readonly config: { readonly upstream: UpstreamConfig; readonly session: SessionConfig }
  readonly clock: () => number
  readonly log: Log
}

/** The edit that a change takes back, where its header names one; throws `invalid_body` (400) where that is no guid. */
function requireUndoes(headers: Headers): string | undefined {
  const text = headers.get("x-undoes")
  if (text === null) return undefined
  const undoes = parseGuid(text)
  if (undoes !== undefined) return undoes
  throw new BffError("invalid_body", {
    errors: [{ parameter: "x-undoes", message: "x-undoes must be a guid." }],
  })
}

/** A read that its person waits for; one that is sent with `no-cache` wants newer data than is kept. */
function contextOf(request: OperationRequest, session: Session, requestId: string): ReadContext {
  const { headers } = request
  return {
    requestId,
    lane: "person",
    person: session.sub,
    refresh: headers?.get("cache-control")?.toLowerCase().includes("no-cache") ?? false,
    // One that nobody waits with is not made.
    get signal() {
      return request.signal
    },
  }
}

/** The request pipeline: match, session, permission, question, source, answer (architecture "A report page" 3). */
export function createBff(dependencies: BffDependencies): Bff {
  const { catalogue, upstream, cache, copies, editor, guard, shown } = dependencies
  const { config, clock, log } = dependencies
  const cursors = createCursorCipher({ secret: config.session.secret, clock })
  const hider = createUpstreamHider(catalogue, config.upstream)
  const { apiUrl } = config.upstream
  const live = createLiveSource({ catalogue, apiUrl, upstream, hider, cursors })
  const kept = cache ? cache.over(live) : live
  const askSource = copies
    ? createCopiedSource({ ...copies, catalogue, cursors, hider, clock, log }, kept)
    : kept

  async function edit(
    {
      operation,
      raw,
      session,
    }: { operation: PatchOperation; raw: PathParameters; session: Session },
    { headers = new Headers(), search, body }: OperationRequest,
    requestId: string,
  ): Promise<Reply> {
    requireOwnOrigin(headers, config.session.origin)
    const parameters = requireParameters(operation, raw)
    requireNoQuery(search)
    const undoes = requireUndoes(headers)
    const patch = await requirePatch({ headers, body })
    const answer = await editor.edit({
      operation,
      parameters,
      patch,
      session,
      requestId,
      ...(undoes !== undefined && { undoes }),
    })
    const { envelope, receivedAt: asOf } = answer
    const printed = printBody({ envelope }, hider)
    return printAnswer(
      { body: printed, source: "live", asOf },
      { requestId, record: operation.record },
    )
  }

  async function run(request: OperationRequest, requestId: string, entry: Entry) {
    const { operation, raw } = matchOperation(catalogue, request.method, request.path)
    entry.operation = operation.id
    const who = request.session
    const session = requireSession(typeof who === "function" ? await who() : who)
    if (request.headers) requireSamePerson(session, request.headers)
    requireOperation(session, operation)
    if (operation.kind === "patch") return edit({ operation, raw, session }, request, requestId)
    if (request.headers) requireOwnReader(request.headers, config.session.origin)
    const { search } = request
    const question = parseQuestion({ operation, raw, search, session, cursors })
    const since = clock()
    const context = contextOf(request, session, requestId)
    await guard?.require(session, operation, question.parameters, context)
    const answer = await askSource(question, context)
    await guard?.inspect(session, question, { ...answer, since })
    entry.source = answer.source
    const headers = shown?.ofRecords(session, operation.record, answer.body)
    return printAnswer(answer, { requestId, asked: request, record: operation.record, headers })
  }

  const answer = createAnswering({ clock, log, hide: hider.hideText })

  return {
    readOperation: (request) =>
      answer({ method: request.method }, (requestId, entry) =>
        run(request, requestId, entry).catch((error: unknown) => {
          if (request.signal?.aborted) return letGo(entry)
          throw error
        }),
      ),
  }
}
