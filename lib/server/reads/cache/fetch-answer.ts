import { hash, randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { type ProblemCode, problems } from "../../../contract/problems"
import type { AnswerAddress, AnswerLifetime, OpenedAnswer, StoredAnswer } from "../../../db"
import { isUpstreamError } from "../../../platform"
import type { Answer } from "../../http/answers"
import type { Log } from "../../http/log"
import { toBffError } from "../../http/problem"
import type { ReadPriority, RecordQuery } from "../source"
import type { InFlightRequest } from "./in-flight-request"
import type { SharedAnswers } from "./shared-answers"

/** The answers in this process's memory, as a request that fetches one finds and fills them. */
export interface AnswerMemory {
  /** A number that grows with every change of the tag's records. */
  versionOf(tag: string): number
  /** Puts an answer there unless its records changed since `version`; the platform is left alone about it for `restMs`. */
  remember(
    key: string,
    answer: StoredAnswer,
    made: { readonly tag: string; readonly version: number; readonly restMs?: number },
  ): Answer
  /** What there is for when the platform fails, which is then left alone about it for `restMs`. */
  findOnError(key: string, restMs: number): Answer | undefined
  remove(key: string): void
}

export interface FetchParts {
  readonly memory: AnswerMemory
  readonly shared: SharedAnswers
  readonly clock: () => number
  readonly log: Log
  readonly lifetimeOf: (record: string, now: number) => AnswerLifetime
}

/** A key of fixed length for stores, in which no filter can be read. */
export const digestKey = (key: string): string => hash("sha256", key, "base64url")

/** The dashboard's own credentials are refused: that does not pass by itself, and old data would hide it. */
const lasting: readonly ProblemCode[] = ["upstream_unauthorized", "upstream_forbidden"]

const refusals: readonly number[] = [400, 403, 404, 410]

/** True for an error behind a gateway that may pass (502, 503, 504): a stale answer is then better than none (RFC 5861 "stale-if-error"). */
export function isPassing(error: unknown): boolean {
  const { code } = toBffError(error)
  return problems[code].status >= 502 && !lasting.includes(code)
}

/** True where the platform itself has said that there is no such answer any more, or not for the dashboard; a 401 speaks of credentials alone. */
export const isRefusal = (error: unknown): boolean =>
  isUpstreamError(error) && refusals.includes(error.status ?? 0)

/** What a request is to bring. */
interface Wanted {
  readonly query: RecordQuery
  readonly key: string
  readonly priority: ReadPriority
  /** Wants an answer newer than any cached one. */
  readonly refresh: boolean
}

/** A request's dealings with the store. */
interface Share {
  readonly address: AnswerAddress
  readonly lease: string
  /** The tag's version in this process when the request began. */
  readonly version: number
  readonly open: () => Promise<OpenedAnswer | undefined>
}

/** Milliseconds between the polls for what another instance is reading, and while this one queues. */
const polls = { first: 15, max: 500, queued: 1000 }
/** How long the platform is left alone about an answer that it failed to renew. */
const restMs = 5000

/** The platform's answer, or another instance's that comes while the call queues. */
function firstOf(request: InFlightRequest, { open }: Share): Promise<Answer | StoredAnswer> {
  return new Promise((resolve, reject) => {
    let over = false
    async function poll() {
      if (over || request.isSent()) return
      const opened = await open()
      if (!opened?.isAcceptable || !opened.answer) return pollLater()
      resolve(opened.answer)
      request.withdraw()
    }
    function pollLater() {
      next = setTimeout(poll, polls.queued).unref()
    }
    let next: NodeJS.Timeout | undefined
    const live = request.callLive().finally(() => {
      over = true
      clearTimeout(next)
    })
    live.then(resolve, reject)
    pollLater()
  })
}

const isStored = (answer: Answer | StoredAnswer): answer is StoredAnswer => "freshMs" in answer

/** True while another reader asks the platform. */
const isElsewhere = ({ isAcceptable, isLeased }: OpenedAnswer) => !isAcceptable && !isLeased

/**
 * The work of a request in flight: an answer from the store, else from the platform, else the stale one
 * when that fails. `renew` asks for a stale answer anew behind it.
 */
export function createAnswerFetcher(
  { memory, shared, clock, log, lifetimeOf }: FetchParts,
  renew: (query: RecordQuery, key: string) => void,
) {
  const remember = ({ key }: Wanted, share: Share, answer: StoredAnswer, rest = 0): Answer => {
    const { address, version } = share
    return memory.remember(key, answer, { tag: address.tag, version, restMs: rest })
  }

  function takeStored(wanted: Wanted, share: Share, answer: StoredAnswer): Answer {
    if (answer.freshMs <= 0 && wanted.priority !== "sync") renew(wanted.query, wanted.key)
    return remember(wanted, share, answer)
  }

  const findOnError = (wanted: Wanted, share: Share, answer: StoredAnswer | undefined) =>
    answer ? remember(wanted, share, answer, restMs) : memory.findOnError(wanted.key, restMs)

  function storeLive(wanted: Wanted, share: Share, live: Answer, opened?: OpenedAnswer): Answer {
    const { address, lease } = share
    const lifetime = lifetimeOf(address.tag, clock())
    const answer = { body: live.body, asOf: live.asOf, ...lifetime }
    if (opened) void shared.put(address, answer, { version: opened.version, lease })
    return { ...remember(wanted, share, answer), source: "live" }
  }

  async function requestAnswer(
    wanted: Wanted,
    share: Share,
    request: InFlightRequest,
    opened: OpenedAnswer | undefined,
  ) {
    const { address, lease } = share
    const stopHolding = opened && shared.hold(lease, request.isSent)
    try {
      const answer = await firstOf(request, share)
      if (!isStored(answer)) return storeLive(wanted, share, answer, opened)
      if (opened) void shared.release(address, lease)
      return takeStored(wanted, share, answer)
    } catch (error) {
      if (opened) void shared.release(address, lease)
      if (isRefusal(error)) {
        memory.remove(wanted.key)
        void shared.remove(address)
      }
      const stale = isPassing(error) && findOnError(wanted, share, opened?.answer)
      if (!stale) throw error
      const operation = wanted.query.operation.id
      log.info({ operation, code: toBffError(error).code }, "kept answer")
      return stale
    } finally {
      stopHolding?.()
    }
  }

  return async function fetchAnswer(wanted: Wanted, request: InFlightRequest): Promise<Answer> {
    const { query, key, priority, refresh } = wanted
    const address = { key: digestKey(key), tag: query.operation.record, priority }
    if (refresh) await shared.flushed(address)
    const started = performance.now()
    const lease = randomUUID()
    const accept = refresh || priority === "sync" ? "fresh" : "stale"
    const open = () => {
      const recent = refresh && { withinMs: performance.now() - started }
      return shared.open(address, { accept, lease, ...recent })
    }
    const share = { address, lease, version: memory.versionOf(address.tag), open }
    let opened = await open()
    for (let pause = polls.first; opened && isElsewhere(opened); pause *= 2) {
      await sleep(Math.min(pause, polls.max), undefined, { ref: false })
      if (!request.isWanted()) break
      opened = await open()
    }
    if (opened?.isAcceptable && opened.answer) return takeStored(wanted, share, opened.answer)
    return requestAnswer(wanted, share, request, opened)
  }
}
