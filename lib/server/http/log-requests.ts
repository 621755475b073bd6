import "server-only"
import { createMiddleware } from "hono/factory"
import { problems } from "../../contract/problems"
import { isDatabaseError } from "../../db"
import { requestIdOf, traceparentOf } from "../../http-limits"
import { answerHeaders, problemResponse } from "./answers"
import type { AppContext, AppEnv, Entry } from "./app-env"
import { readCaller } from "./caller-address"
import { describeError, type Log } from "./log"
import { type BffError, reasonOf, toBffError } from "./problem"
import type { RefusalRecorder } from "./refusal-recorder"

export interface LogParts {
  readonly clock: () => number
  readonly log: Log
  /** Removes the platform's address from its messages. */
  readonly hide?: (text: string) => string
  /** Without one, neither people nor refusals are recorded. */
  readonly refusals?: RefusalRecorder
}

/** True if a request failed because of the server, and not for lack of capacity. */
const isFault = ({ status, headers }: Response) => status >= 500 && !headers.has("retry-after")

/** Assigns each request its id, received or new, sets the response headers, and logs one line. */
export const logRequests = ({ clock, log, refusals }: LogParts) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const { headers, method } = c.req.raw
    const requestId = requestIdOf(headers.get("x-request-id") ?? undefined)
    const traceparent = traceparentOf(headers.get("traceparent") ?? undefined)
    const started = clock()
    const entry: Entry = { requestId, ...(traceparent && { traceparent }), method, status: 200 }
    c.set("requestId", requestId)
    c.set("entry", entry)
    await next()
    for (const [name, value] of Object.entries(answerHeaders(requestId)))
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    // Hono does not send the body, and an unread stream would continue to be produced.
    if (method === "HEAD") await c.res.body?.cancel()
    const session = c.get("session")
    if (session && refusals) entry.person = refusals.nameOf(session.sub)
    entry.status = c.res.status
    entry.durationMs = clock() - started
    if (c.get("isQuiet") && !entry.code) return
    log[entry.error || entry.reason || isFault(c.res) ? "error" : "info"](entry, "operation")
  })

function tellDenied(refusal: BffError, c: AppContext, refusals: RefusalRecorder | undefined) {
  const session = c.get("session")
  if (!session || problems[refusal.code].status !== 403) return
  const { requestId = "", operation, method } = c.get("entry")
  const { code, parts } = refusal
  const address = readCaller(c.req.raw.headers)
  const { permission } = parts
  refusals?.refused({ session, address, requestId, operation, method, code, permission })
}

/** Converts errors to problem+json; if the client has disconnected, the response is only logged. */
export const createRefusal =
  ({ hide, refusals }: Pick<LogParts, "hide" | "refusals">) =>
  (error: unknown, c: AppContext): Response => {
    const entry = c.get("entry")
    if (c.req.raw.signal.aborted) {
      entry.code = "reader_left"
      return new Response(null, { status: 499 })
    }
    const refusal = toBffError(error)
    tellDenied(refusal, c, refusals)
    entry.code = refusal.code
    const reason = reasonOf(error)
    if (reason !== undefined) entry.reason = reason
    if (refusal.code === "internal" || isDatabaseError(error)) entry.error = describeError(error)
    return problemResponse(refusal, c.get("requestId"), hide)
  }
