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
  /** Takes the platform's address out of its own words. */
  readonly hide?: (text: string) => string
  /** Without one nobody hears who asked. */
  readonly refusals?: RefusalRecorder
}

/** Whether a request failed through no doing of who sent it, and not for want of a turn. */
const isFault = ({ status, headers }: Response) => status >= 500 && !headers.has("retry-after")

/** Gives each request its id, the one that came with it or a new one, its answer's headers, and one line in the log. */
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
    // Hono sends no body, and what is not read would go on being made.
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

/** Answers what a handler throws as problem+json; an answer for the log alone where whoever asked has gone. */
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
