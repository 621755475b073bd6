import "server-only"
import { type Governor, type TraceSend, unlimited } from "../../platform"
import { errorTypeOf, type Tracing } from "../../tracing"
import type { Log } from "../http/log"

type Paying = Pick<Governor, "run" | "pause">

/** The governor, each of whose waits is a part of the request that waits; its calls belong to that request, whoever frees their slot. */
export const traceQuota = (tracing: Tracing, { run, pause }: Paying = unlimited): Paying => ({
  pause,
  async run(ticket, call) {
    const endWait = tracing.startPart("wait for the quota")
    let isWaiting = true
    const end = (errorType?: string) => {
      if (isWaiting) endWait?.(errorType)
      isWaiting = false
    }
    const begun = tracing.bind((arrived: () => void) => {
      end()
      return call(arrived)
    })
    try {
      return await run(ticket, begun)
    } catch (error) {
      end(errorTypeOf(error))
      throw error
    }
  },
})

/** Each request to the platform as a span, which the request carries on. */
export const traceCalls =
  (tracing: Tracing): TraceSend =>
  (send) =>
  async (request, onHeaders) => {
    const span = tracing.startCall(request.method, request.route)
    if (!span) return send(request, onHeaders)
    const headers = { ...request.headers, ...span.context }
    try {
      const answer = await send({ ...request, headers }, onHeaders)
      span.set("http.response.status_code", answer.status)
      span.end(answer.status >= 400 ? `${answer.status}` : undefined)
      return answer
    } catch (error) {
      span.end(errorTypeOf(error))
      throw error
    }
  }

/** The log, each of whose lines names the trace that it belongs to. */
export function traceLines(tracing: Pick<Tracing, "traceId">, log: Log): Log {
  const withTrace = <E extends object>(entry: E) => {
    const traceId = tracing.traceId()
    return traceId === undefined ? entry : { ...entry, traceId }
  }
  return {
    info: (entry, message) => log.info(withTrace(entry), message),
    error: (entry, message) => log.error(withTrace(entry), message),
  }
}
