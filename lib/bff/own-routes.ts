import "server-only"
import type { Session } from "../session"
import { answerHeaders } from "./answer-headers"
import { createAnswering } from "./answer-request"
import { requireSession } from "./check-access"
import { requireOwnOrigin, requireOwnReader } from "./check-origin"
import type { Log } from "./log"
import { BffError } from "./problem"

/** What a path of the dashboard's own does, beside the platform's operations. */
export interface OwnRoute {
  /** Its name in the log. */
  readonly name: string
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** The content types of its body; JSON unless told otherwise. */
  readonly accepts?: readonly string[]
  /** Throws `BffError` where this person may not. */
  permit(session: Session): void
  /** What is answered as JSON, or the answer itself; undefined is an empty answer, 204. */
  answer(session: Session, request: Request): Promise<object | Response | undefined>
}

/** The routes of one path, each of a method of its own. */
export type OwnRoutes = readonly [OwnRoute, ...OwnRoute[]]

export interface OwnRequest {
  readonly request: Request
  /** Throws `BffError` where it cannot be told who asks. */
  readonly readSession: () => Promise<Session | undefined>
}

export interface OwnRoutesDependencies {
  readonly origin: string
  readonly clock: () => number
  readonly log: Log
}

/** Denied by default: method, session, permission and, for changes, the dashboard's own pages come before the work. */
async function run(route: OwnRoute, { request, readSession }: OwnRequest, origin: string) {
  const session = requireSession(await readSession())
  route.permit(session)
  if (route.method === "GET") requireOwnReader(request.headers, origin)
  else requireOwnOrigin(request.headers, origin, route.accepts)
  return route.answer(session, request)
}

function print(body: object | Response | undefined, requestId: string): Response {
  const headers = answerHeaders(requestId)
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
export function createOwnRoutes({ origin, clock, log }: OwnRoutesDependencies) {
  const answer = createAnswering({ clock, log })
  return (routes: OwnRoutes, asked: OwnRequest): Promise<Response> => {
    const { method } = asked.request
    const route = routes.find((each) => each.method === method)
    return answer({ operation: (route ?? routes[0]).name, method }, async (requestId) => {
      if (!route)
        throw new BffError("method_not_allowed", { allow: routes.map((each) => each.method) })
      return print(await run(route, asked, origin), requestId)
    })
  }
}
