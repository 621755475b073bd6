import type { Answer } from "../../http/answers"
import { toBffError } from "../../http/problem"
import type { ReadContext, ReadPriority } from "../source"

/** The part of a context that says whose quota a call uses, and whether it is still needed. */
export type CallContext = Pick<ReadContext, "priority" | "person" | "signal" | "onSent">

/** One call of the platform that may use the quota of any of several people. */
interface SharedCall {
  /** Adds a quota owner, unless there are enough or the call has been sent. */
  offer(person: string | undefined): void
  /**
   * Makes the call for the first quota owner; if it is queued or refused, for whichever owner gets
   * through first.
   */
  make(): Promise<Answer>
  withdraw(): void
  isSent(): boolean
}

/** More would crowd the queue. */
const maxQuotaOwners = 4
/** A call not sent within this time counts as queued, in milliseconds. */
const queuedMs = 1000

/**
 * If one person's reads are queued, another person with the same request need not wait behind them.
 */
function createSharedCall(
  priority: ReadPriority,
  live: (context: CallContext) => Promise<Answer>,
): SharedCall {
  const known = new Set<string | undefined>()
  const waiting: (string | undefined)[] = []
  const attempts = new Set<AbortController>()
  let called: { resolve(answer: Answer): void; reject(error: unknown): void } | undefined
  let sent: AbortController | undefined
  let queued = false
  let queueing: NodeJS.Timeout | undefined

  function withdraw() {
    if (sent) return
    waiting.length = 0
    for (const attempt of attempts) attempt.abort()
  }

  function send(attempt: AbortController) {
    attempt.signal.throwIfAborted()
    sent = attempt
    clearTimeout(queueing)
    waiting.length = 0
    for (const other of attempts) if (other !== attempt) other.abort()
  }

  function fail(attempt: AbortController, error: unknown) {
    attempts.delete(attempt)
    const isFull = toBffError(error).code === "quota_exhausted"
    if (!sent && isFull && waiting.length > 0) return void tryAs(waiting.shift())
    if (sent ? sent === attempt : attempts.size === 0) called?.reject(error)
  }

  async function tryAs(person: string | undefined) {
    const attempt = new AbortController()
    attempts.add(attempt)
    const context = { priority, signal: attempt.signal, onSent: () => send(attempt) }
    const quotaOwner = person === undefined ? {} : { person }
    await live({ ...context, ...quotaOwner }).then(
      (answer) => called?.resolve(answer),
      (error) => fail(attempt, error),
    )
  }

  function tryAsAll() {
    queued = !sent && attempts.size > 0
    if (queued) for (const person of waiting.splice(0)) void tryAs(person)
  }

  return {
    offer(person) {
      if (sent || known.has(person) || known.size === maxQuotaOwners) return
      known.add(person)
      if (queued) void tryAs(person)
      else waiting.push(person)
    },
    make: () =>
      new Promise((resolve, reject) => {
        called = { resolve, reject }
        queueing = setTimeout(tryAsAll, queuedMs).unref()
        void tryAs(waiting.shift())
      }),
    withdraw,
    isSent: () => sent !== undefined,
  }
}

/** A caller that waits for the answer of a request in flight. */
type Reader = Pick<ReadContext, "person" | "signal">

/** One read shared by all concurrent callers with the same request. */
export interface InFlightRequest extends Pick<SharedCall, "isSent" | "withdraw"> {
  /** Rejects with the signal's reason only for the reader who leaves. */
  join(reader: Reader): Promise<Answer>
  /** Calls the platform; throws an `AbortError` if nobody waits any more. */
  callLive(): Promise<Answer>
  /** False if every reader left before the call was sent. */
  isWanted(): boolean
}

/** Starts a request; `work` gets its answer from `callLive` or elsewhere. */
export function createInFlightRequest({
  priority,
  live,
  work,
}: {
  priority: ReadPriority
  live: (context: CallContext) => Promise<Answer>
  work: (request: InFlightRequest) => Promise<Answer>
}): InFlightRequest {
  const call = createSharedCall(priority, live)
  let readers = 0
  let over = false

  function leave() {
    readers -= 1
    if (readers > 0 || call.isSent()) return
    over = true
    call.withdraw()
  }

  const request: InFlightRequest = {
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
  const outcome = Promise.resolve().then(() => work(request))
  outcome.catch(() => {
    // Remaining readers get the error from `join`; there may be none.
  })
  return request
}

/** The promise's outcome, unless the signal aborts first. */
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
