import "server-only"
import type { z } from "zod"
import type { Problem } from "../../catalogue"
import { type AnswerOf, defaultBodyBytes, type ParsedParts, type Route } from "../../contract"
import type { Session } from "../../session"
import {
  requireOwnOrigin,
  requireOwnReader,
  requirePermission,
  requireSamePerson,
  requireSession,
} from "./access"
import { answerHeaders, codingOf, createAnswering, encodeOnce, letGo, Reply } from "./answers"
import { readCaller } from "./caller-address"
import type { Log } from "./log"
import { BffError } from "./problem"
import { requireBody } from "./require-body"
import { requireKnown, requireSearch } from "./require-search"
import type { Asker, Witness } from "./witness"

/** What a handler is given: who asks, and the request, parsed by its route. */
export interface RouteRequest<R extends Route> extends ParsedParts<R> {
  readonly session: R["permission"] extends "public" ? undefined : Session
  /** The query as it came, for routes that read it by a grammar of their own. */
  readonly search: URLSearchParams
  readonly request: Request
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal
  /** The id that the answer and the log's line have. */
  readonly requestId: string
}

/** What makes a handler's answer a `Reply`: files, a file's name or a status of its own. */
type AnswersItself =
  | { readonly files: readonly string[] }
  | { readonly isDownload: true }
  | { readonly otherwise: object }

/** Answers one route; a `Reply` where that is a file or a stream. Throws `BffError`. */
export type Handler<R extends Route> = (
  request: RouteRequest<R>,
) => Promise<AnswerOf<R> | (R extends AnswersItself ? Reply : never)>

/** A route with its handler, whose types have been checked against each other. */
export interface BoundRoute {
  readonly route: Route
  readonly handle: (
    request: Omit<RouteRequest<Route>, "session"> & { readonly session: Session | undefined },
  ) => Promise<unknown>
}

/** Gives every route of a feature its handler; one that is forgotten does not compile. */
export function bindRoutes<Contract extends Readonly<Record<string, Route>>>(
  contract: Contract,
  handlers: { readonly [Name in keyof Contract]: Handler<Contract[Name]> },
): readonly BoundRoute[] {
  return Object.entries(contract).map(([name, route]) => ({
    route,
    // The mapped type above has checked each handler against the route of its name.
    handle: handlers[name] as unknown as BoundRoute["handle"],
  }))
}

/** A request for a path whose routes are known. */
export interface PathRequest {
  readonly request: Request
  /** The raw query, with or without `?`. */
  readonly search: string
  /** What stands in the path, decoded. */
  readonly parameters: Readonly<Record<string, string>>
  /** Throws `BffError` or `SessionError` where it cannot be told who asks; `use: false` where no person does. */
  readonly readSession: (usage?: { readonly use: false }) => Promise<Session | undefined>
  /** Whether the answer may be compressed. */
  readonly encodes?: boolean
}

export interface RoutesDependencies {
  readonly origin: string
  readonly clock: () => number
  readonly log: Log
  /** Without one nobody hears who asked. */
  readonly witness?: Witness
}

const toProblems = ({ issues }: z.ZodError): Problem[] =>
  issues.map(({ path, message }) => {
    const parameter = path.map(String).join(".")
    return { parameter, message: `${parameter} ${message}.` }
  })

function requireParts<Schema extends z.ZodType>(
  schema: Schema | undefined,
  value: unknown,
  code: "invalid_path" | "invalid_query",
): z.output<Schema> | undefined {
  const parsed = schema?.safeParse(value)
  if (parsed?.success === false) throw new BffError(code, { errors: toProblems(parsed.error) })
  return parsed?.data
}

/** The query, of which nothing is passed over. */
function readQuery({ query, grammar, permission }: Route, raw: string) {
  const search = permission === "public" ? new URLSearchParams() : requireSearch(raw)
  if (!grammar) requireKnown(search, Object.keys(query?.shape ?? {}))
  return { search, query: requireParts(query, Object.fromEntries(search), "invalid_query") }
}

/** The content types of a route's body; JSON where it has none. */
const acceptedTypes = ({ upload }: Route) => (upload === undefined ? undefined : [upload])

/** Who asks, where they may; undefined for what needs no session. */
async function admit(
  route: Route,
  { request: { headers }, readSession }: PathRequest,
  { origin, asker }: { readonly origin: string; readonly asker: Asker },
): Promise<Session | undefined> {
  if (route.permission === "public") return undefined
  const session = requireSession(await readSession(route.isIdle && { use: false }))
  asker.session = session
  asker.address = readCaller(headers)
  requireSamePerson(session, headers)
  requirePermission(session, route.permission)
  if (route.method === "GET") requireOwnReader(headers, origin)
  else requireOwnOrigin(headers, origin, acceptedTypes(route))
  return session
}

/** What a request's line in the log says beside its route. */
interface RequestTrace {
  readonly requestId: string
  readonly asker: Asker
}

/** Denied by default: session, permission, the dashboard's own pages, path, query and body come before the work. */
async function run(
  { route, handle }: BoundRoute,
  arrived: PathRequest,
  { origin, requestId, asker }: RoutesDependencies & RequestTrace,
) {
  const { request } = arrived
  const session = await admit(route, arrived, { origin, asker })
  const parameters = requireParts(route.parameters, arrived.parameters, "invalid_path")
  const { search, query } = readQuery(route, arrived.search)
  const limit = route.limit ?? { bytes: defaultBodyBytes }
  const body = route.body && (await requireBody(request, route.body, limit))
  const { signal } = request
  return handle({ session, parameters, query, search, body, request, signal, requestId })
}

const textual = /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?json)/

function compressStream(body: ReadableStream<Uint8Array>) {
  const compressor: ReadableWritablePair = new CompressionStream("gzip")
  return { body: body.pipeThrough(compressor), encoding: "gzip" as const }
}

/** Text compressed, a stream of it on its way; events, and files that are checked by their bytes, stay as they are. */
export async function encodeReply(reply: Reply): Promise<Reply> {
  const { body, status, headers } = reply
  const isPlain =
    body !== null &&
    headers["content-encoding"] === undefined &&
    !headers["cache-control"]?.includes("no-transform") &&
    textual.test(headers["content-type"] ?? "")
  if (!isPlain) return reply
  const encoded = body instanceof ReadableStream ? compressStream(body) : await encodeOnce(body)
  return new Reply(encoded.body, { status, headers: { ...headers, ...codingOf(encoded, headers) } })
}

async function print(
  answer: Awaited<ReturnType<typeof run>>,
  { requestId, encodes }: { readonly requestId: string; readonly encodes: boolean },
): Promise<Reply> {
  const headers = answerHeaders(requestId)
  if (answer === undefined) return new Reply(null, { status: 204, headers })
  const reply =
    answer instanceof Reply
      ? new Reply(answer.body, {
          status: answer.status,
          headers: { ...headers, ...answer.headers },
        })
      : new Reply(JSON.stringify(answer), {
          headers: { ...headers, "content-type": "application/json" },
        })
  return encodes ? encodeReply(reply) : reply
}

/** Answers the routes of one path; a refusal is an `application/problem+json` answer, never a throw, and each is one line in the log. */
export function createRoutes(dependencies: RoutesDependencies) {
  const answer = createAnswering(dependencies)
  return (routes: readonly BoundRoute[], arrived: PathRequest): Promise<Reply> => {
    const { method, signal, headers } = arrived.request
    const wanted = method === "HEAD" ? "GET" : method
    const found = routes.find(({ route }) => route.method === wanted)
    const operation = (found ?? routes[0])?.route.name
    const isQuiet = found?.route.permission === "public"
    return answer(
      { ...(operation && { operation }), method, isQuiet, headers },
      async (requestId, entry, asker) => {
        if (!found)
          throw new BffError("method_not_allowed", {
            allow: routes.map(({ route }) => route.method),
          })
        try {
          const { encodes = false } = arrived
          return await print(await run(found, arrived, { ...dependencies, requestId, asker }), {
            requestId,
            encodes,
          })
        } catch (error) {
          if (signal.aborted) return letGo(entry)
          throw error
        }
      },
    )
  }
}
