import { type Governor, isUpstreamError, type Upstream, unlimited } from "../../platform"
import type { Log } from "../http/log"
import { reasonOf } from "../http/problem"
import type { CallOutcome, Metrics } from "./metrics"

type Paying = Pick<Governor, "run" | "pause">

const outcomeOf = (error: unknown): CallOutcome =>
  isUpstreamError(error) ? error.code : "internal"

/** Counts each call of the governor; without a governor, calls are made at once. */
export const countCalls = (metrics: Metrics, { run, pause }: Paying = unlimited): Paying => ({
  pause,
  run(ticket, call) {
    const requested = performance.now()
    return run(ticket, async (arrived) => {
      const waitedMs = performance.now() - requested
      let outcome: CallOutcome = "ok"
      try {
        return await call(arrived)
      } catch (error) {
        outcome = outcomeOf(error)
        throw error
      } finally {
        metrics.countCall(ticket.priority, outcome, waitedMs)
      }
    })
  },
})

export const countLines = (metrics: Metrics, log: Log): Log => ({
  info(entry, message) {
    metrics.countLine(entry, message, false)
    log.info(entry, message)
  },
  error(entry, message) {
    metrics.countLine(entry, message, true)
    log.error(entry, message)
  },
})

/** Logs each read and edit at the platform, under the request id sent with its calls. */
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
