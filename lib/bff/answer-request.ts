import "server-only"
import { randomUUID } from "node:crypto"
import { describeError, type Log, type LogEntry } from "./log"
import { printProblem, reasonOf, toBffError } from "./problem"
import { problems } from "./problems"

/** A request's line in the log while it is being written. */
export type Entry = { -readonly [K in keyof LogEntry]: LogEntry[K] }

/** The work that answers a request under an id of its own; it may write into the line. */
export type Work = (requestId: string, entry: Entry) => Promise<Response>

export interface AnswerParts {
  readonly clock: () => number
  readonly log: Log
  /** Takes the platform's address out of its own words. */
  readonly hide?: (text: string) => string
}

/** An answer for the log alone: whoever asked has gone. */
export function letGo(entry: Entry): Response {
  entry.code = "reader_left"
  return new Response(null, { status: 499 })
}

/** Answers each request with its work or with the refusal that this throws, as problem+json and one line in the log. */
export function createAnswering({ clock, log, hide = (text) => text }: AnswerParts) {
  function refuse(error: unknown, requestId: string, entry: Entry): Response {
    const refusal = toBffError(error)
    entry.code = refusal.code
    entry.status = problems[refusal.code].status
    const reason = reasonOf(error)
    if (reason !== undefined) entry.reason = reason
    if (refusal.code === "internal") entry.error = describeError(error)
    return printProblem(refusal, requestId, hide)
  }

  return async (given: Pick<LogEntry, "method" | "operation">, work: Work): Promise<Response> => {
    const requestId = randomUUID()
    const started = clock()
    const entry: Entry = { requestId, ...given, status: 200 }
    const response = await work(requestId, entry).catch((error: unknown) =>
      refuse(error, requestId, entry),
    )
    entry.status = response.status
    entry.durationMs = clock() - started
    log[entry.error || entry.reason ? "error" : "info"](entry, "operation")
    return response
  }
}
