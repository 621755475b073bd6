import { type Governor, isUpstreamError, type Upstream, unlimited } from "../../platform"
import type { SignInSessions } from "../../session"
import type { EditLog } from "../edits/table"
import type { Log } from "../http/log"
import { reasonOf } from "../http/problem"
import type { CallOutcome, Metrics } from "./metrics"

type Paying = Pick<Governor, "run" | "pause">

const outcomeOf = (error: unknown): CallOutcome =>
  isUpstreamError(error) ? error.code : "internal"

/** The governor, each of whose calls is counted; without one every call is made at once, and counted. */
export function countCalls(metrics: Metrics, { run, pause }: Paying = unlimited): Paying {
  return {
    pause,
    run(ticket, call) {
      const requested = performance.now()
      return run(ticket, async (arrived) => {
        const started = performance.now()
        const count = (outcome: CallOutcome) => {
          const tookMs = performance.now() - started
          metrics.countCall({
            lane: ticket.priority,
            outcome,
            waitedMs: started - requested,
            tookMs,
          })
        }
        try {
          const answer = await call(arrived)
          count("ok")
          return answer
        } catch (error) {
          count(outcomeOf(error))
          throw error
        }
      })
    },
  }
}

/** The log of edits, each of whose outcomes is counted. */
export const countEdits = (metrics: Metrics, edits: EditLog): EditLog => ({
  ...edits,
  conclude(id, conclusion) {
    metrics.countEdit(conclusion.outcome)
    return edits.conclude(id, conclusion)
  },
  resolve(id, verdict) {
    metrics.countReadBack(verdict)
    return edits.resolve(id, verdict)
  },
})

/** The sessions, each of whose beginnings is counted. */
export const countSignIns = (metrics: Metrics, sessions: SignInSessions): SignInSessions => ({
  ...sessions,
  async start(...given) {
    const session = await sessions.start(...given)
    metrics.countSignIn()
    return session
  },
})

/** The log, each of whose lines is counted. */
export const countLines = (metrics: Metrics, log: Log): Log => ({
  info(entry, message) {
    metrics.countLine({ entry, message, isFault: false })
    log.info(entry, message)
  },
  error(entry, message) {
    metrics.countLine({ entry, message, isFault: true })
    log.error(entry, message)
  },
})

/** The way to the platform, with one line in the log for each read and edit, under the id that goes out with its calls. */
export function logCalls(log: Log, upstream: Upstream): Upstream {
  async function logged<T>(
    { requestId, operation, ticket: { priority } }: Parameters<Upstream["read" | "edit"]>[0],
    work: () => Promise<T>,
  ): Promise<T> {
    const started = performance.now()
    const entry = { requestId, operation: operation.id, lane: priority }
    const since = () => ({ durationMs: Math.round(performance.now() - started) })
    try {
      const answer = await work()
      log.info({ ...entry, ...since() }, "upstream")
      return answer
    } catch (error) {
      const reason = reasonOf(error)
      const failed = { ...entry, code: outcomeOf(error), ...(reason && { reason }), ...since() }
      log[reason ? "error" : "info"](failed, "upstream")
      throw error
    }
  }

  return {
    ...upstream,
    read: (read) => logged(read, () => upstream.read(read)),
    edit: (edit) => logged(edit, () => upstream.edit(edit)),
    get isDown() {
      return upstream.isDown
    },
  }
}
