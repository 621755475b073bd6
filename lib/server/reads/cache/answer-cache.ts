import "server-only"
import { randomUUID } from "node:crypto"
import { LRUCache } from "lru-cache"
import { printRowScope } from "../../../catalogue"
import { type ProblemCode, problems } from "../../../contract/problems"
import type { Bus } from "../../../db/bus"
import { isUpstreamError } from "../../../platform"
import type { Answer } from "../../http/answers"
import type { Log } from "../../http/log"
import { reasonOf, toBffError } from "../../http/problem"
import type { ReadContext, ReadPriority, RecordQuery, Source } from "../source"
import { withDeadline } from "../with-deadline"
import { createInFlightRequest, type InFlightRequest } from "./in-flight-request"
import { type AnswerLifetime, lifetimeOf as usualLifetimeOf } from "./lifetimes"

/**
 * The key shared by reads with the same answer: operation, path, query, visibility and rows, in
 * canonical form.
 */
export function answerKey({ operation, rows, scope, search, following }: RecordQuery): string {
  const start = following ? "page" : "list"
  return `${operation.id}\n${scope.path}\n${start}\n${search}\n${scope.visibility}\n${printRowScope(rows)}`
}

/** A cached answer, the record it consists of, and its expiry times by the process's clock. */
interface CachedAnswer {
  readonly record: string
  readonly answer: Answer
  readonly freshUntil: number
  readonly staleUntil: number
  readonly staleIfErrorUntil: number
  /** The platform failed to renew it; no renewal is attempted until then. */
  restUntil: number
}

/** Memory limits: in total, and per answer. */
export interface MemoryBounds {
  readonly maxBytes: number
  readonly maxAnswerBytes: number
}

const mebibyte = 1024 * 1024
const usualBounds: MemoryBounds = { maxBytes: 64 * mebibyte, maxAnswerBytes: 8 * mebibyte }
const entryBytes = 512
/** How long not to retry after the platform failed to renew an answer. */
const restMs = 5000
const dropEveryMs = 60_000
const announceMs = 1000
const changeTopic = "records-changed"

/**
 * Rejected credentials of the dashboard are not temporary, and stale data would hide the problem.
 */
const lasting: readonly ProblemCode[] = ["upstream_unauthorized", "upstream_forbidden"]
const refusals: readonly number[] = [400, 403, 404, 410]

/**
 * True for a gateway error that may be temporary (502, 503, 504), for which a stale answer is
 * better than none (RFC 5861 "stale-if-error").
 */
function isPassing(error: unknown): boolean {
  const { code } = toBffError(error)
  return problems[code].status >= 502 && !lasting.includes(code)
}

/**
 * True if the platform reports that the answer no longer exists, or not for the dashboard; a 401
 * only concerns credentials.
 */
const isRefusal = (error: unknown): boolean =>
  isUpstreamError(error) && refusals.includes(error.status ?? 0)

/**
 * Answers by key within limits, evicting the least recently used; larger answers are not cached. A
 * body may also be stored compressed if that halves its size.
 */
const openMemory = ({ maxBytes, maxAnswerBytes }: MemoryBounds) =>
  new LRUCache<string, CachedAnswer>({
    maxSize: maxBytes,
    maxEntrySize: Math.min(maxBytes, Math.ceil(entryBytes + 1.5 * maxAnswerBytes)),
    sizeCalculation: ({ answer }, key) =>
      Math.ceil(entryBytes + 2 * key.length + 1.5 * Buffer.byteLength(answer.text)),
  })

/** Whether a cached answer may be sent now, and whether to renew it in the background. */
function judge(entry: CachedAnswer, now: number): "use" | "renew" | "fetch" {
  if (now < entry.freshUntil) return "use"
  const resting = now < entry.restUntil
  if (now < entry.staleUntil) return resting ? "use" : "renew"
  return resting && now < entry.staleIfErrorUntil ? "use" : "fetch"
}

/** The platform's answers in this process's memory. */
export interface AnswerCache {
  /** Puts the cache in front of a source, which it calls on a miss. */
  over(live: Source): Source
  /**
   * Invalidates every answer made of records of this name, on all instances; reads that began
   * earlier are not cached. Never throws.
   */
  invalidate(record: string): Promise<void>
  /** Usage of this process. */
  figures(): { readonly bytes: number; readonly entries: number; readonly inFlightRequests: number }
  close(): void
}

export interface AnswerCacheDependencies {
  /** Notifies every instance of changes. */
  readonly bus: Bus
  readonly clock: () => number
  readonly log: Log
  readonly lifetimeOf?: (record: string, now: number) => AnswerLifetime
  readonly bounds?: MemoryBounds
}

/**
 * Serves fresh answers from memory, and stale ones while renewing them in the background.
 * Concurrent reads that miss share one call of the platform. Memory is only used while the bus is
 * connected, so that no invalidation is missed.
 */
export function createAnswerCache({
  bus,
  clock,
  log,
  lifetimeOf = usualLifetimeOf,
  bounds = usualBounds,
}: AnswerCacheDependencies): AnswerCache {
  const memory = openMemory(bounds)
  const inFlight = new Map<string, { readonly record: string; readonly request: InFlightRequest }>()
  const changes = new Map<string, number>()
  /** Number of interruptions during which any record may have changed. */
  let gaps = 0
  let again: NodeJS.Timeout | undefined

  const versionOf = (record: string) => gaps + (changes.get(record) ?? 0)
  const find = (key: string) => (bus.isConnected() ? memory.get(key) : undefined)

  function keep(key: string, record: string, { text, asOf }: Answer) {
    const { freshMs, staleMs, staleIfErrorMs } = lifetimeOf(record, clock())
    const now = clock()
    memory.set(key, {
      record,
      answer: { text, source: "cache", asOf },
      freshUntil: now + freshMs,
      staleUntil: now + staleMs,
      staleIfErrorUntil: now + staleIfErrorMs,
      restUntil: now,
    })
  }

  /** The stale answer to use when the platform fails; pauses its renewal for a while. */
  function findOnError(key: string, error: unknown): Answer | undefined {
    if (isRefusal(error)) memory.delete(key)
    const entry = isPassing(error) ? find(key) : undefined
    if (!entry || clock() >= entry.staleIfErrorUntil) return undefined
    entry.restUntil = clock() + restMs
    return entry.answer
  }

  async function fetchAnswer({ operation }: RecordQuery, key: string, request: InFlightRequest) {
    const { id, record } = operation
    const version = versionOf(record)
    try {
      const answer = await request.callLive()
      if (bus.isConnected() && versionOf(record) === version) keep(key, record, answer)
      return answer
    } catch (error) {
      const stale = findOnError(key, error)
      if (!stale) throw error
      log.info({ operation: id, code: toBffError(error).code }, "kept answer")
      return stale
    }
  }

  function start(live: Source, query: RecordQuery, key: string, context: ReadContext) {
    const { requestId, traceparent, priority, refresh = false } = context
    const name = nameOf(key, priority, refresh)
    const started = createInFlightRequest({
      priority,
      live: (call) => live(query, { requestId, traceparent, ...call }),
      work: (request) =>
        fetchAnswer(query, key, request).finally(() => {
          if (inFlight.get(name)?.request === request) inFlight.delete(name)
        }),
    })
    inFlight.set(name, { record: query.operation.record, request: started })
    return started
  }

  /**
   * A refresh never joins a normal read, whose answer may be older; a normal read may join either.
   */
  const nameOf = (key: string, priority: ReadPriority, refresh: boolean) =>
    `${refresh ? "refresh" : "read"} ${priority} ${key}`

  function findInFlight(key: string, priority: ReadPriority, refresh = false) {
    const reading = refresh ? undefined : inFlight.get(nameOf(key, priority, false))
    const known = inFlight.get(nameOf(key, priority, true)) ?? reading
    return known?.request.isWanted() ? known.request : undefined
  }

  function renew(live: Source, query: RecordQuery, key: string) {
    if (findInFlight(key, "sync")) return
    const requestId = randomUUID()
    start(live, query, key, { requestId, priority: "sync" })
      .join({})
      .catch((error) => {
        const reason = reasonOf(error)
        const { code } = toBffError(error)
        const operation = query.operation.id
        log.error({ requestId, operation, code, ...(reason && { reason }) }, "renewal failed")
      })
  }

  function forget(record: string) {
    changes.set(record, (changes.get(record) ?? 0) + 1)
    for (const [key, entry] of [...memory.entries()])
      if (entry.record === record) memory.delete(key)
    for (const [name, { record: read }] of inFlight) if (read === record) inFlight.delete(name)
  }

  /**
   * Notifies the other instances, and retries later on failure. An edit waits at most one second
   * for it.
   */
  const announce = (record: string): Promise<void> =>
    withDeadline(bus.publish(changeTopic, record), announceMs).catch(() => {
      again = setTimeout(() => void announce(record), restMs).unref()
    })

  function forgetAll() {
    gaps += 1
    memory.clear()
    inFlight.clear()
  }

  /** Answers may identify people, so they are removed as soon as they can no longer be served. */
  function dropExpired() {
    for (const [key, { staleIfErrorUntil }] of [...memory.entries()])
      if (staleIfErrorUntil <= clock()) memory.delete(key)
  }

  const dropping = setInterval(dropExpired, dropEveryMs).unref()
  const stops = [bus.subscribe(changeTopic, forget), bus.onGap(forgetAll)]

  return {
    over: (live) => async (query, context) => {
      const key = answerKey(query)
      const { priority, refresh } = context
      const entry = refresh ? undefined : find(key)
      const verdict = entry ? judge(entry, clock()) : "fetch"
      if (verdict === "renew") renew(live, query, key)
      if (entry && verdict !== "fetch") return entry.answer
      const request = findInFlight(key, priority, refresh) ?? start(live, query, key, context)
      return request.join(context)
    },
    invalidate(record) {
      forget(record)
      return announce(record)
    },
    figures: () => ({
      bytes: memory.calculatedSize,
      entries: memory.size,
      inFlightRequests: inFlight.size,
    }),
    close() {
      clearInterval(dropping)
      clearTimeout(again)
      for (const stop of stops) stop()
    },
  }
}
