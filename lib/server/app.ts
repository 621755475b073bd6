import "server-only"
import { type Context, Hono } from "hono"
import { parse } from "hono/utils/cookie"
import type { CookieJar, Session } from "../session"
import { takesGzip } from "./http/encode"
import { splitTarget } from "./http/request-target"
import type { BoundRoute, PathRequest } from "./http/routes"
import type { Bff } from "./reads/operations"

/** How a request came: its address as its client wrote it, where its mount knows that better than the request's URL. */
export interface Arrival {
  readonly target?: string
  /** The mount sends compressed bodies on as they are. */
  readonly encodes?: boolean
}

/** The backend: what `/api`, the health checks and the metrics answer, whoever hands the request over. */
export interface App {
  /** A refusal is an `application/problem+json` answer, never a throw. */
  fetch(request: Request, arrival?: Arrival): Promise<Response>
}

/** Who is signed in by these cookies; `use: false` where no person asks. Throws `BffError` where it cannot be told. */
export type ReadSession = (
  jar: CookieJar,
  look?: { readonly use?: boolean },
) => Promise<Session | undefined>

export interface AppParts {
  readonly bff: Bff
  readonly routes: readonly BoundRoute[]
  readonly answerRoute: (routes: readonly BoundRoute[], request: PathRequest) => Promise<Response>
  readonly readSession: ReadSession
}

/** The cookies of a request's header. */
export function cookieJar({ headers }: Pick<Request, "headers">): CookieJar {
  const header = headers.get("cookie") ?? ""
  return {
    get(name) {
      const value = header.includes(name) ? parse(header, name)[name] : undefined
      return value === undefined ? undefined : { value }
    },
  }
}

/** Whether a person is behind a request: a page that only looks again says that nobody has touched it for a while. */
const lookOf = ({ headers }: Pick<Request, "headers">) => ({ use: headers.get("x-idle") === null })

const targetOf = ({ req, env }: Context<{ Bindings: Arrival }>) =>
  splitTarget(env?.target ?? req.url)

const mayEncode = ({ req, env }: Context<{ Bindings: Arrival }>) =>
  env?.encodes === true && takesGzip(req.raw.headers)

const isHead = ({ method }: Request) => method === "HEAD"

/** What nobody is sent would go on being made. */
async function dropBody(answer: Promise<Response>): Promise<Response> {
  const { body, status, headers } = await answer
  await body?.cancel()
  return new Response(null, { status, headers })
}

/** The routes of each path; paths without parameters come first, as they may look like one with some. */
function groupByPath(routes: readonly BoundRoute[]): [string, readonly BoundRoute[]][] {
  const paths = new Map<string, BoundRoute[]>()
  for (const bound of routes)
    paths.set(bound.route.path, [...(paths.get(bound.route.path) ?? []), bound])
  const variables = (path: string) => path.split("{").length
  return [...paths].toSorted(([one], [other]) => variables(one) - variables(other))
}

/** Routes a request by its raw path; what is no path of the dashboard's own is an operation of the catalogue's, or unknown. */
export function createApp({ bff, routes, answerRoute, readSession }: AppParts): App {
  const app = new Hono<{ Bindings: Arrival }>({
    getPath: (request, options) => splitTarget(options?.env?.target ?? request.url).path,
  })
  for (const [path, bound] of groupByPath(routes))
    app.all(path.replace(/\{(\w+)\}/g, ":$1"), (context) => {
      const request = context.req.raw
      const answer = answerRoute(bound, {
        request,
        search: targetOf(context).search,
        parameters: context.req.param(),
        readSession: (look) => readSession(cookieJar(request), look ?? lookOf(request)),
        encodes: mayEncode(context),
      })
      return isHead(request) ? dropBody(answer) : answer
    })
  app.all("*", (context) => {
    const request = context.req.raw
    const { path, search } = targetOf(context)
    const answer = bff.readOperation({
      session: () => readSession(cookieJar(request), lookOf(request)),
      method: request.method,
      path: path.replace(/^\/api/, ""),
      search,
      headers: request.headers,
      // A body that nobody asks for is not made a stream.
      get body() {
        return request.body
      },
      signal: request.signal,
      encodes: mayEncode(context),
    })
    return isHead(request) ? dropBody(answer) : answer
  })
  return { fetch: async (request, arrival = {}) => app.fetch(request, arrival) }
}
