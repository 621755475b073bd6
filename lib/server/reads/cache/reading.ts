import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { type ProblemCode, problems } from "../../../contract/problems"
import { isUpstreamError } from "../../../platform"
import type { Answer } from "../../http/answers"
import type { Log } from "../../http/log"
import { toBffError } from "../../http/problem"
import { createSharedBody } from "../../http/reply"
import type { Question } from "../parse-question"
import type { Lane, ReadContext, Source } from "../source"
import {
  type AnswerPlace,
  digestKey,
  type Lifetime,
  type Opened,
  type StoredAnswer,
} from "./answer-store"
import type { MemoryAnswer, MemoryAnswers } from "./memory-answers"
import { createPaidCall, type PaidCall, type Payment } from "./paid-call"
import type { SharedAnswers } from "./shared-answers"

/** What a cached source works with; sources of one cache share all but the first. */
export interface CacheParts {
  readonly live: Source
  readonly memory: MemoryAnswers
  readonly shared: SharedAnswers
  /** The flights under way that may be joined, by what is asked and in which lane. */
  readonly inFlightRequests: Map<string, { readonly tag: string; readonly flight: InFlightRequest }>
  readonly clock: () => number
  readonly log: Log
  readonly lifetimeOf: (record: string, now: number) => Lifetime
  /** A number that grows with every change of the tag's records. */
  readonly epochOf: (tag: string) => number
  /** False while changes may go unheard: the memory is then neither read nor filled. */
  readonly isTrusted: () => boolean
}

/** Somebody who waits for a flight's answer. */
type Reader = Pick<ReadContext, "person" | "signal">

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

/** The dashboard's own credentials are refused: that does not pass by itself, and old data would hide it. */
const lasting: readonly ProblemCode[] = ["upstream_unauthorized", "upstream_forbidden"]

const refusals: readonly number[] = [400, 403, 404, 410]

/** True for an error behind a gateway that may pass (502, 503, 504): a kept answer is then better than none (RFC 5861 "stale-if-error"). */
export function isPassing(error: unknown): boolean {
  const { code } = toBffError(error)
  return problems[code].status >= 502 && !lasting.includes(code)
}

/** True where the platform itself has said that there is no such answer any more, or not for the dashboard; a 401 speaks of credentials alone. */
export const isRefusal = (error: unknown): boolean =>
  isUpstreamError(error) && refusals.includes(error.status ?? 0)

/** What a flight is to bring. */
interface Wanted {
  readonly question: Question
  readonly key: string
  readonly lane: Lane
  /** Wants an answer newer than any kept one. */
  readonly refresh: boolean
}

/** A flight's dealings with the store. */
interface Share {
  readonly place: AnswerPlace
  readonly claim: string
  /** The tag's epoch when the flight began. */
  readonly epoch: number
  readonly open: () => Promise<Opened | undefined>
}

/** How often a read of another instance is looked for while it is under way, and while this one queues, in milliseconds. */
const looks = { first: 15, longest: 500, queued: 1000 }
/** How long the platform is left alone about an answer that it failed to renew. */
const restMs = 5000

/** The platform's answer, or another instance's that comes while the call waits for its turn. */
function firstOf(flight: InFlightRequest, { open }: Share): Promise<Answer | StoredAnswer> {
  return new Promise((resolve, reject) => {
    let over = false
    async function look() {
      if (over || flight.isSent()) return
      const opened = await open()
      if (!opened?.acceptable || !opened.answer) return lookLater()
      resolve(opened.answer)
      flight.withdraw()
    }
    function lookLater() {
      next = setTimeout(look, looks.queued).unref()
    }
    let next: NodeJS.Timeout | undefined
    const live = flight.callLive().finally(() => {
      over = true
      clearTimeout(next)
    })
    live.then(resolve, reject)
    lookLater()
  })
}

const isStored = (answer: Answer | StoredAnswer): answer is StoredAnswer => "text" in answer

const textOf = ({ body }: Answer) =>
  typeof body === "string" ? body : new TextDecoder().decode(body)

/**
 * The work of a flight: an answer from the store, else from the platform, else what is kept for when
 * that fails. `renew` asks for a stale answer anew behind it.
 */
export function createReading(
  { memory, shared, clock, log, lifetimeOf, epochOf, isTrusted }: CacheParts,
  renew: (question: Question, key: string) => void,
) {
  /** Puts an answer into memory unless its records changed since the flight began. */
  function remember({ question, key }: Wanted, { epoch }: Share, answer: StoredAnswer, rest = 0) {
    const tag = question.operation.record
    const now = clock()
    const shared = createSharedBody(Buffer.from(answer.text))
    const entry: MemoryAnswer = {
      tag,
      answer: { body: shared.bytes, shared, source: "cache", asOf: answer.asOf },
      freshUntil: now + answer.freshMs,
      staleUntil: now + answer.staleMs,
      keptUntil: now + answer.keptMs,
      restUntil: now + rest,
    }
    if (isTrusted() && epochOf(tag) === epoch) memory.set(key, entry)
    return entry.answer
  }

  function takeStored(wanted: Wanted, share: Share, answer: StoredAnswer): Answer {
    if (answer.freshMs <= 0 && wanted.lane !== "sync") renew(wanted.question, wanted.key)
    return remember(wanted, share, answer)
  }

  /** What is kept for the case that the platform fails, and the platform is left alone for a while. */
  function findKept(wanted: Wanted, share: Share, answer: StoredAnswer | undefined) {
    if (answer) return remember(wanted, share, answer, restMs)
    const entry = isTrusted() ? memory.get(wanted.key) : undefined
    if (!entry || clock() >= entry.keptUntil) return undefined
    entry.restUntil = clock() + restMs
    return entry.answer
  }

  async function ask(
    wanted: Wanted,
    share: Share,
    flight: InFlightRequest,
    opened: Opened | undefined,
  ) {
    const { place, claim } = share
    const stopHolding = opened && shared.hold(claim, flight.isSent)
    try {
      const answer = await firstOf(flight, share)
      if (isStored(answer)) {
        if (opened) void shared.release(place, claim)
        return takeStored(wanted, share, answer)
      }
      const { asOf } = answer
      const lifetime = lifetimeOf(place.tag, clock())
      const kept = { text: textOf(answer), asOf, ...lifetime }
      if (opened) void shared.put(place, kept, { generation: opened.generation, claim })
      return { ...remember(wanted, share, kept), source: "live" } as const
    } catch (error) {
      if (opened) void shared.release(place, claim)
      if (isRefusal(error)) {
        memory.delete(wanted.key)
        void shared.remove(place)
      }
      const kept = isPassing(error) && findKept(wanted, share, opened?.answer)
      if (!kept) throw error
      const operation = wanted.question.operation.id
      log.info({ operation, code: toBffError(error).code }, "kept answer")
      return kept
    } finally {
      stopHolding?.()
    }
  }

  return async function read(wanted: Wanted, flight: InFlightRequest): Promise<Answer> {
    const { question, key, lane, refresh } = wanted
    const place = { key: digestKey(key), tag: question.operation.record, lane }
    if (refresh) await shared.settled(place)
    const started = performance.now()
    const claim = randomUUID()
    const accept = refresh || lane === "sync" ? "fresh" : "stale"
    const open = () => {
      const recent = refresh && { withinMs: performance.now() - started }
      return shared.open(place, { accept, claim, ...recent })
    }
    const share = { place, claim, epoch: epochOf(place.tag), open }
    let opened = await open()
    for (let pause = looks.first; opened && isElsewhere(opened); pause *= 2) {
      await sleep(Math.min(pause, looks.longest), undefined, { ref: false })
      if (!flight.isWanted()) break
      opened = await open()
    }
    if (opened?.acceptable && opened.answer) return takeStored(wanted, share, opened.answer)
    return ask(wanted, share, flight, opened)
  }
}

/** True while another reader asks the platform. */
const isElsewhere = ({ acceptable, claimed }: Opened) => !acceptable && !claimed
