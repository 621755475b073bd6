import type { Answer } from "../../http/answers"
import { toBffError } from "../../http/problem"
import type { Lane, ReadContext } from "../source"

/** The part of a context that says who pays, and whether the call is still wanted. */
export type Payment = Pick<ReadContext, "lane" | "person" | "signal" | "onSent">

/** One call of the platform that several people would pay for with their turn. */
export interface PaidCall {
  /** Another payer, unless there are enough or the call is out. */
  offer(person: string | undefined): void
  /** Makes the call at the cost of the first payer; where that has to queue or is refused a place, of whoever's turn comes first. */
  make(): Promise<Answer>
  /** Gives up the places in the queue. */
  withdraw(): void
  isSent(): boolean
}

/** More would crowd the queue. */
const maxQuotaOwners = 4
/** A call that has not gone out after so many milliseconds is queued. */
const queuedMs = 1000

/** Where one person's reads queue for their turn, another who wants the same need not wait behind them. */
export function createPaidCall(lane: Lane, live: (payment: Payment) => Promise<Answer>): PaidCall {
  const known = new Set<string | undefined>()
  const waiting: (string | undefined)[] = []
  const places = new Set<AbortController>()
  let called: { resolve(answer: Answer): void; reject(error: unknown): void } | undefined
  let sent: AbortController | undefined
  let queued = false
  let queueing: NodeJS.Timeout | undefined

  function withdraw() {
    if (sent) return
    waiting.length = 0
    for (const place of places) place.abort()
  }

  function send(place: AbortController) {
    place.signal.throwIfAborted()
    sent = place
    clearTimeout(queueing)
    waiting.length = 0
    for (const other of places) if (other !== place) other.abort()
  }

  function fail(place: AbortController, error: unknown) {
    places.delete(place)
    const isFull = toBffError(error).code === "quota_exhausted"
    if (!sent && isFull && waiting.length > 0) return void pay(waiting.shift())
    if (sent ? sent === place : places.size === 0) called?.reject(error)
  }

  async function pay(person: string | undefined) {
    const place = new AbortController()
    places.add(place)
    const payment = { lane, signal: place.signal, onSent: () => send(place) }
    const quotaOwner = person === undefined ? {} : { person }
    await live({ ...payment, ...quotaOwner }).then(
      (answer) => called?.resolve(answer),
      (error) => fail(place, error),
    )
  }

  function payAll() {
    queued = !sent && places.size > 0
    if (queued) for (const person of waiting.splice(0)) void pay(person)
  }

  return {
    offer(person) {
      if (sent || known.has(person) || known.size === maxQuotaOwners) return
      known.add(person)
      if (queued) void pay(person)
      else waiting.push(person)
    },
    make: () =>
      new Promise((resolve, reject) => {
        called = { resolve, reject }
        queueing = setTimeout(payAll, queuedMs).unref()
        void pay(waiting.shift())
      }),
    withdraw,
    isSent: () => sent !== undefined,
  }
}
