import "server-only"
import { TrieRouter } from "hono/router/trie-router"
import { parse } from "hono/utils/cookie"
import type { CookieJar, SessionReader } from "../session"
import { Reply, takesGzip } from "./http/reply"
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
  answer(request: Request, arrival?: Arrival): Promise<Reply>
  /** The same for mounts that know `Response` only. */
  fetch(request: Request, arrival?: Arrival): Promise<Response>
}

export interface AppParts {
  readonly bff: Bff
  readonly routes: readonly BoundRoute[]
  readonly answerRoute: (routes: readonly BoundRoute[], request: PathRequest) => Promise<Reply>
  readonly readSession: SessionReader
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

/** The head of what would be sent; what nobody is sent would go on being made. */
async function dropBody({ body, status, headers }: Reply): Promise<Reply> {
  if (body instanceof ReadableStream) await body.cancel()
  const length =
    typeof body === "string" || body instanceof Uint8Array
      ? { "content-length": `${Buffer.byteLength(body)}` }
      : {}
  return new Reply(null, { status, headers: { ...headers, ...length } })
}

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The routes of each path; paths without parameters come first, as they may look like one with some. */
function groupByPath(routes: readonly BoundRoute[]): [string, readonly BoundRoute[]][] {
  const paths = new Map<string, BoundRoute[]>()
  for (const bound of routes)
    paths.set(bound.route.path, [...(paths.get(bound.route.path) ?? []), bound])
  const variables = (path: string) => path.split("{").length
  return [...paths].toSorted(([one], [other]) => variables(one) - variables(other))
}

/** The routes of a raw path, and what stands in it; undefined where the dashboard has none of its own. */
function createRouter(routes: readonly BoundRoute[]) {
  const router = new TrieRouter<readonly BoundRoute[]>()
  for (const [path, bound] of groupByPath(routes))
    router.add("ALL", path.replace(/\{(\w+)\}/g, ":$1"), bound)
  return (path: string) => {
    const [[found]] = router.match("ALL", path)
    if (!found) return undefined
    const [bound, raw] = found
    const parameters = Object.entries(raw).map(([name, segment]) => [name, decode(`${segment}`)])
    return { bound, parameters: Object.fromEntries(parameters) as Record<string, string> }
  }
}

/** Routes a request by its raw path; what is no path of the dashboard's own is an operation of the catalogue's, or unknown. */
export function createApp({ bff, routes, answerRoute, readSession }: AppParts): App {
  const findRoutes = createRouter(routes)

  function ask(request: Request, { target = request.url, encodes: mayEncode }: Arrival) {
    const { headers, method } = request
    const { path, search } = splitTarget(target)
    const encodes = mayEncode === true && takesGzip(headers)
    const found = findRoutes(path)
    if (found)
      return answerRoute(found.bound, {
        request,
        search,
        parameters: found.parameters,
        readSession: (look) => readSession(cookieJar(request), look ?? lookOf(request)),
        encodes,
      })
    return bff.readOperation({
      session: () => readSession(cookieJar(request), lookOf(request)),
      method,
      path: path.replace(/^\/api/, ""),
      search,
      headers,
      // A body and a signal that nobody asks for are not made.
      get body() {
        return request.body
      },
      get signal() {
        return request.signal
      },
      encodes,
    })
  }

  async function answer(request: Request, arrival: Arrival = {}): Promise<Reply> {
    const reply = await ask(request, arrival)
    return request.method === "HEAD" ? dropBody(reply) : reply
  }

  return {
    answer,
    fetch: async (request, arrival) => (await answer(request, arrival)).toResponse(),
  }
}
