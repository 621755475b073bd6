import type { Answer } from "../../http/answers"
import type { Lane, ReadContext } from "../source"
import { createPaidCall, type PaidCall, type Payment } from "./paid-call"

/** Somebody who waits for a flight's answer. */
export type Reader = Pick<ReadContext, "person" | "signal">

/** One read for everybody who asks for the same at the same time. */
export interface InFlightRequest extends Pick<PaidCall, "isSent" | "withdraw"> {
  /** Rejects with the signal's reason for the reader who leaves, and for nobody else. */
  join(reader: Reader): Promise<Answer>
  /** Asks the platform; throws an `AbortError` where nobody waits any more. */
  callLive(): Promise<Answer>
  /** False once every reader has left before the call went out. */
  isWanted(): boolean
}

/** Starts a flight: `work` gets its answer with `callLive` or from elsewhere. */
export function createInFlightRequest({
  lane,
  live,
  work,
}: {
  lane: Lane
  live: (payment: Payment) => Promise<Answer>
  work: (flight: InFlightRequest) => Promise<Answer>
}): InFlightRequest {
  const call = createPaidCall(lane, live)
  let readers = 0
  let over = false

  function leave() {
    readers -= 1
    if (readers > 0 || call.isSent()) return
    over = true
    call.withdraw()
  }

  const flight: InFlightRequest = {
    join({ person, signal }) {
      readers += 1
      call.offer(person)
      return signal ? untilAborted(outcome, signal, leave) : outcome
    },
    async callLive() {
      if (over) throw new DOMException("Every reader has left.", "AbortError")
      return call.make()
    },
    withdraw: call.withdraw,
    isSent: call.isSent,
    isWanted: () => !over,
  }
  const outcome = Promise.resolve().then(() => work(flight))
  outcome.catch(() => {
    // Whoever still waits hears of it; there may be nobody.
  })
  return flight
}

/** The promise's outcome, unless the signal comes first. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal, onAbort: () => void) {
  return new Promise<T>((resolve, reject) => {
    const abort = () => {
      onAbort()
      reject(signal.reason)
    }
    if (signal.aborted) return abort()
    signal.addEventListener("abort", abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort))
  })
}
