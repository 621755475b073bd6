import "server-only"
import { randomUUID } from "node:crypto"
import type { Catalogue } from "../catalogue"
import type { Session, SessionConfig } from "../session"
import type { Upstream, UpstreamConfig } from "../upstream"
import { requirePermission, requireSession } from "./check-access"
import { requireOwnOrigin } from "./check-origin"
import { createCursorSeal } from "./cursor-seal"
import { createUpstreamHider } from "./hide-upstream"
import { createLiveSource } from "./live-source"
import { describeError, type Log, type LogEntry } from "./log"
import { matchOperation } from "./match-operation"
import { parseQuestion, requireParameters } from "./parse-question"
import { printAnswer } from "./print-answer"
import { BffError, printProblem, problems, toBffError } from "./problem"

/** One request for an operation, from a route handler or a server component. */
export interface OperationRequest {
  readonly session: Session | undefined
  readonly method: string
  /** The raw path after `/api`, undecoded: `/v1.4/departments`. */
  readonly path: string
  /** The raw query, with or without `?`. */
  readonly search: string
  /** Looked at for changes only; none of them goes to the platform. */
  readonly headers?: Headers
}

export interface Bff {
  /** Runs the pipeline; a refusal is an `application/problem+json` answer, never a throw. */
  readOperation(request: OperationRequest): Promise<Response>
}

export interface BffDependencies {
  readonly catalogue: Catalogue
  readonly upstream: Upstream
  readonly config: { readonly upstream: UpstreamConfig; readonly session: SessionConfig }
  readonly clock: () => number
  readonly log: Log
}

type Entry = { -readonly [K in keyof LogEntry]: LogEntry[K] }

/** The request pipeline: match, session, permission, question, source, answer (architecture "A report page" 3). */
export function createBff({ catalogue, upstream, config, clock, log }: BffDependencies): Bff {
  const cursors = createCursorSeal({ secret: config.session.secret, clock })
  const hider = createUpstreamHider(catalogue, config.upstream)
  const askSource = createLiveSource({ catalogue, upstream, hider, cursors })

  async function run(request: OperationRequest, requestId: string, entry: Entry) {
    const { operation, raw } = matchOperation(catalogue, request.method, request.path)
    entry.operation = operation.id
    const session = requireSession(request.session)
    requirePermission(session, operation)
    if (operation.kind === "patch") {
      requireOwnOrigin(request.headers ?? new Headers(), config.session.origin)
      requireParameters(operation, raw)
      throw new BffError("not_available")
    }
    const { search } = request
    const question = await parseQuestion({ operation, raw, search, session, cursors })
    return printAnswer(await askSource(question, requestId), hider, requestId)
  }

  function refuse(error: unknown, requestId: string, entry: Entry): Response {
    const refusal = toBffError(error)
    entry.code = refusal.code
    entry.status = problems[refusal.code].status
    if (refusal.code === "internal") entry.error = describeError(error)
    return printProblem(refusal, requestId, hider.hideText)
  }

  return {
    async readOperation(request) {
      const requestId = randomUUID()
      const started = clock()
      const entry: Entry = { requestId, method: request.method, status: 200 }
      const response = await run(request, requestId, entry).catch((error) =>
        refuse(error, requestId, entry),
      )
      entry.durationMs = clock() - started
      log[entry.error ? "error" : "info"](entry, "operation")
      return response
    },
  }
}
