import "server-only"
import type { Hono, MiddlewareHandler } from "hono"
import { createMiddleware } from "hono/factory"
import type { z } from "zod"
import type { Problem } from "../../catalogue"
import { type AnswerOf, defaultBodyBytes, type ParsedParts, type Route } from "../../contract"
import type { CookieJar, Session, SessionReader } from "../../session"
import {
  requireOwnOrigin,
  requireOwnReader,
  requirePermission,
  requireSamePerson,
  requireSession,
} from "./access"
import { jsonResponse } from "./answers"
import { type AppContext, type AppEnv, cookiesOf, targetOf } from "./app-env"
import { BffError } from "./problem"
import { requireBody } from "./require-body"
import { requireKnown, requireSearch } from "./require-search"

/** What a handler is given: who asks, and the request, parsed by its route. */
export interface RouteRequest<R extends Route> extends ParsedParts<R> {
  readonly session: R["permission"] extends "public" ? undefined : Session
  /** The query as it came, for routes that read it by a grammar of their own. */
  readonly search: URLSearchParams
  readonly request: Request
  readonly cookies: CookieJar
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal
  /** The id that the answer and the log's line have. */
  readonly requestId: string
}

/** What makes a handler's answer a `Response`: files, a file's name or a status of its own. */
type AnswersItself =
  | { readonly files: readonly string[] }
  | { readonly isDownload: true }
  | { readonly otherwise: object }

/** Answers one route; a `Response` where that is a file or a stream. Throws `BffError`. */
export type Handler<R extends Route> = (
  request: RouteRequest<R>,
) => Promise<AnswerOf<R> | (R extends AnswersItself ? Response : never)>

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

/** Who may ask what: the dashboard's own pages, of its origin, for whom its sessions name. */
export interface AccessParts {
  readonly origin: string
  /** Throws `SessionError` where it cannot be told who asks. */
  readonly readSession: SessionReader
}

/** The person who asks; throws `unauthenticated` (401). A page that only polls says by `x-idle` that nobody has touched it for a while. */
export async function admitPerson(
  c: AppContext,
  { readSession, isIdle = false }: Pick<AccessParts, "readSession"> & { isIdle?: boolean },
): Promise<Session> {
  const { headers } = c.req.raw
  const isUsed = !isIdle && headers.get("x-idle") === null
  const session = requireSession(await readSession(cookiesOf(c), { use: isUsed }))
  c.set("session", session)
  requireSamePerson(session, headers)
  return session
}

/** Denied by default: session, permission and the dashboard's own pages come before all else. */
const admit = (route: Route, { origin, readSession }: AccessParts) =>
  createMiddleware<AppEnv>(async (c, next) => {
    c.get("entry").operation = route.name
    c.set("isQuiet", route.permission === "public")
    if (route.permission !== "public") {
      const { headers } = c.req.raw
      const session = await admitPerson(c, { readSession, isIdle: route.isIdle === true })
      requirePermission(session, route.permission)
      if (route.method === "GET") requireOwnReader(headers, origin)
      else
        requireOwnOrigin(headers, origin, route.upload === undefined ? undefined : [route.upload])
    }
    await next()
  })

const toProblems = ({ issues }: z.ZodError): Problem[] =>
  issues.map(({ path, message }) => {
    const parameter = path.map(String).join(".")
    return { parameter, message: `${parameter} ${message}.` }
  })

function requireParts<Schema extends z.ZodType>(
  schema: Schema | undefined,
  value: unknown,
  code: "invalid_path" | "invalid_query" | "invalid_body",
): z.output<Schema> | undefined {
  const parsed = schema?.safeParse(value)
  if (parsed?.success === false) throw new BffError(code, { errors: toProblems(parsed.error) })
  return parsed?.data
}

/** Those of a request's headers that a schema names; throws `invalid_body` (400). */
export function requireHeaders<Schema extends z.ZodObject>(
  schema: Schema,
  headers: Headers,
): z.output<Schema> {
  const named = Object.keys(schema.shape).flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  return requireParts(schema, Object.fromEntries(named), "invalid_body") as z.output<Schema>
}

/** The query, of which nothing is passed over. */
function readQuery({ query, grammar, permission }: Route, raw: string) {
  const search = permission === "public" ? new URLSearchParams() : requireSearch(raw)
  if (!grammar) requireKnown(search, Object.keys(query?.shape ?? {}))
  return { search, query: requireParts(query, Object.fromEntries(search), "invalid_query") }
}

/**
 * Path, query and body by the route's schemas. Hono's own validator takes what is refused here: names that are
 * unknown or given twice, escapes that are no text, bodies that are no UTF-8.
 */
async function parse(route: Route, c: AppContext) {
  const parameters = requireParts(route.parameters, c.req.param(), "invalid_path")
  const { search, query } = readQuery(route, targetOf(c).search)
  const headers = route.headers && requireHeaders(route.headers, c.req.raw.headers)
  const limit = route.limit ?? { bytes: defaultBodyBytes }
  const body = route.body && (await requireBody(c.req.raw, route.body, limit))
  return { parameters, search, query, headers, body }
}

const answer =
  ({ route, handle }: BoundRoute) =>
  async (c: AppContext): Promise<Response> => {
    const request = c.req.raw
    const given = await handle({
      ...(await parse(route, c)),
      session: c.get("session"),
      request,
      cookies: cookiesOf(c),
      signal: request.signal,
      requestId: c.get("requestId"),
    })
    if (given instanceof Response) return given
    return given === undefined ? new Response(null, { status: 204 }) : jsonResponse(given)
  }

/** A method of a path, with what answers it. */
export interface Mount {
  /** `/api/views/{view}`. */
  readonly path: string
  readonly method: string
  /** What the log calls it. */
  readonly name: string
  /** What `allow` says of it. */
  readonly allows: readonly string[]
  readonly handlers: readonly MiddlewareHandler<AppEnv>[]
}

export const mountRoute = (bound: BoundRoute, access: AccessParts): Mount => {
  const { path, method, name } = bound.route
  return {
    path,
    method,
    name,
    allows: [method],
    handlers: [admit(bound.route, access), answer(bound)],
  }
}

const refuseMethod =
  (mounts: readonly Mount[]) =>
  (c: AppContext): never => {
    const [first] = mounts
    if (first) c.get("entry").operation = first.name
    throw new BffError("method_not_allowed", { allow: mounts.flatMap(({ allows }) => allows) })
  }

/** Adds all methods of each path, and the refusal of every other; paths without parameters come first, as they may look like one with some. */
export function addMounts(app: Hono<AppEnv>, mounts: readonly Mount[]): void {
  const variables = (path: string) => path.split("{").length
  const paths = [...new Set(mounts.map(({ path }) => path))]
  for (const path of paths.toSorted((one, other) => variables(one) - variables(other))) {
    const pattern = path.replaceAll(/\{(\w+)\}/g, ":$1")
    const known = mounts.filter((mount) => mount.path === path)
    for (const { method, handlers } of known) app.on(method, [pattern], ...handlers)
    app.all(pattern, refuseMethod(known))
  }
}
