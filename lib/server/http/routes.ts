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

/** The input of a handler: the session and the request, parsed by its route. */
export interface RouteRequest<R extends Route> extends ParsedParts<R> {
  readonly session: R["permission"] extends "public" ? undefined : Session
  /** The raw query, for routes with their own grammar. */
  readonly search: URLSearchParams
  readonly request: Request
  readonly cookies: CookieJar
  /** Aborts when nobody waits for the response any more. */
  readonly signal: AbortSignal
  /** The id in the response and the log entry. */
  readonly requestId: string
}

/** Routes whose handler returns a `Response`: files, a download or an additional status. */
type AnswersItself =
  | { readonly files: readonly string[] }
  | { readonly isDownload: true }
  | { readonly otherwise: object }

/** Handles one route; returns a `Response` for a file or a stream. Throws `BffError`. */
export type Handler<R extends Route> = (
  request: RouteRequest<R>,
) => Promise<AnswerOf<R> | (R extends AnswersItself ? Response : never)>

/** A route and its handler, checked against each other by type. */
export interface BoundRoute {
  readonly route: Route
  readonly handle: (
    request: Omit<RouteRequest<Route>, "session"> & { readonly session: Session | undefined },
  ) => Promise<unknown>
}

/** Binds a handler to every route of a feature; a missing one does not compile. */
export function bindRoutes<Contract extends Readonly<Record<string, Route>>>(
  contract: Contract,
  handlers: { readonly [Name in keyof Contract]: Handler<Contract[Name]> },
): readonly BoundRoute[] {
  return Object.entries(contract).map(([name, route]) => ({
    route,
    // The mapped type above has checked each handler against its route.
    handle: handlers[name] as unknown as BoundRoute["handle"],
  }))
}

/** Restricts access to the dashboard's own pages, by origin, and to people with a session. */
export interface AccessParts {
  readonly origin: string
  /** Throws `SessionError` if the person cannot be determined. */
  readonly readSession: SessionReader
}

/**
 * The signed-in person; throws `unauthenticated` (401). A page that only polls sends `x-idle` while
 * nobody interacts with it.
 */
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

/** Denies by default: session, permission and origin are checked first. */
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

/** Parses the headers that a schema defines; throws `invalid_body` (400). */
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

/** Parses the query; no parameter is ignored. */
function readQuery({ query, grammar, permission }: Route, raw: string) {
  const search = permission === "public" ? new URLSearchParams() : requireSearch(raw)
  if (!grammar) requireKnown(search, Object.keys(query?.shape ?? {}))
  return { search, query: requireParts(query, Object.fromEntries(search), "invalid_query") }
}

/**
 * Parses path, query and body by the route's schemas. Hono's own validator would accept what is
 * rejected here: unknown and repeated names, invalid escapes, and bodies that are not UTF-8.
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

/** A method of a path with its handlers. */
export interface Mount {
  /** `/api/views/{view}`. */
  readonly path: string
  readonly method: string
  /** The name in the log. */
  readonly name: string
  /** The methods in its `allow` header. */
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

/**
 * Adds all methods of each path, and a refusal for every other method. Paths without parameters
 * come first, since a path with parameters may match them too.
 */
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
