import "server-only"
import type { Session } from "../session"
import { answerHeaders } from "./answer-headers"
import { createAnswering, letGo } from "./answer-request"
import { requireSamePerson, requireSession } from "./check-access"
import { requireOwnOrigin, requireOwnReader } from "./check-origin"
import type { Log } from "./log"
import type { ShownPeople } from "./names/shown-people"
import { BffError } from "./problem"
import { requireKnown, requireSearch } from "./require-search"

/** What a path of the dashboard's own does, beside the platform's operations. */
export interface OwnRoute {
  /** Its name in the log. */
  readonly name: string
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** The content types of its body; JSON unless told otherwise. */
  readonly accepts?: readonly string[]
  /** The parameters that its query takes, each once; every other one is refused. `any` where `answer` refuses them. */
  readonly takes?: readonly string[] | "any"
  /** Where its answer shows people by their ids, and the platform or the database says which. */
  readonly showsPeople?: boolean
  /** Throws `BffError` where this person may not. */
  permit(session: Session): void
  /** What is answered as JSON, or the answer itself; undefined is an empty answer, 204. */
  answer(
    session: Session,
    request: Request,
    search: URLSearchParams,
  ): Promise<object | Response | undefined>
}

/** The routes of one path, each of a method of its own. */
export type OwnRoutes = readonly [OwnRoute, ...OwnRoute[]]

export interface OwnRequest {
  readonly request: Request
  /** The raw query, with or without `?`. */
  readonly search: string
  /** Throws `BffError` where it cannot be told who asks. */
  readonly readSession: () => Promise<Session | undefined>
}

export interface OwnRoutesDependencies {
  readonly origin: string
  readonly clock: () => number
  readonly log: Log
  /** Without it no answer proves whom it shows. */
  readonly shown?: Pick<ShownPeople, "ofAnswer">
}

/** The query, of which nothing is passed over. */
function readSearch({ takes = [] }: OwnRoute, raw: string): URLSearchParams {
  const search = requireSearch(raw)
  if (takes !== "any") requireKnown(search, takes)
  return search
}

/** Denied by default: method, session, permission, the dashboard's own pages and the query come before the work. */
async function run(
  route: OwnRoute,
  { request, search, readSession }: OwnRequest,
  { origin, shown }: OwnRoutesDependencies,
) {
  const session = requireSession(await readSession())
  requireSamePerson(session, request.headers)
  route.permit(session)
  if (route.method === "GET") requireOwnReader(request.headers, origin)
  else requireOwnOrigin(request.headers, origin, route.accepts)
  const body = await route.answer(session, request, readSearch(route, search))
  const isShown = route.showsPeople && body !== undefined && !(body instanceof Response)
  return { body, headers: isShown ? shown?.ofAnswer(session, body) : undefined }
}

function print({ body, headers: more }: Awaited<ReturnType<typeof run>>, requestId: string) {
  const headers = { ...answerHeaders(requestId), ...more }
  if (body instanceof Response) {
    for (const [name, value] of Object.entries(headers))
      if (!body.headers.has(name)) body.headers.set(name, value)
    return body
  }
  return body === undefined
    ? new Response(null, { status: 204, headers })
    : Response.json(body, { headers })
}

/** Answers the own routes of a path, of which there is one for each method; a refusal is an `application/problem+json` answer, never a throw, and each is one line in the log. */
export function createOwnRoutes(dependencies: OwnRoutesDependencies) {
  const answer = createAnswering(dependencies)
  return (routes: OwnRoutes, asked: OwnRequest): Promise<Response> => {
    const { method } = asked.request
    const route = routes.find((each) => each.method === method)
    return answer({ operation: (route ?? routes[0]).name, method }, async (requestId, entry) => {
      if (!route)
        throw new BffError("method_not_allowed", { allow: routes.map((each) => each.method) })
      try {
        return print(await run(route, asked, dependencies), requestId)
      } catch (error) {
        if (asked.request.signal.aborted) return letGo(entry)
        throw error
      }
    })
  }
}
