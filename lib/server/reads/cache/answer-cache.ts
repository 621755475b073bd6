import { randomUUID } from "node:crypto"
import { LRUCache } from "lru-cache"
import { printRowScope } from "../../../catalogue"
import type { AnswerStore } from "../../../db"
import type { Bus } from "../../../db/bus"
import { type Answer, createSharedBody, type SharedBody } from "../../http/answers"
import type { Log } from "../../http/log"
import { reasonOf, toBffError } from "../../http/problem"
import { type Preparable, prepared } from "../prepared"
import type { ReadContext, ReadPriority, RecordQuery, Source } from "../source"
import { changeTopic, createChangeNotices } from "./change-notices"
import { type AnswerMemory, createAnswerFetcher, type FetchParts } from "./fetch-answer"
import { createInFlightRequest, type InFlightRequest } from "./in-flight-request"
import { lifetimeOf as defaultLifetimeOf } from "./lifetimes"
import { createSharedAnswers, defaultTimes, type SharedTimes } from "./shared-answers"

/** What two reads share when one answer serves both: operation, path, query, visibility and rows, all in canonical form. */
export function answerKey({ operation, rows, scope, search, following }: RecordQuery): string {
  const start = following ? "page" : "list"
  return `${operation.id}\n${scope.path}\n${start}\n${search}\n${scope.visibility}\n${printRowScope(rows)}`
}

/** An answer in this process's memory and until when it is good, by the process's clock. */
export interface CachedAnswer {
  readonly tag: string
  readonly answer: Answer & {
    readonly body: Uint8Array<ArrayBuffer>
    readonly shared: SharedBody
  }
  readonly freshUntil: number
  readonly staleUntil: number
  readonly staleIfErrorUntil: number
  /** The platform failed to renew it and is left alone until then. */
  restUntil: number
}

/** What may be held: in all, and by one answer. */
export interface MemoryBounds {
  readonly maxBytes: number
  readonly maxAnswerBytes: number
}

const entryBytes = 512

/** A body may be cached compressed as well, where that halves it. */
const weigh = (keyLength: number, bytes: number) => entryBytes + 2 * keyLength + 1.5 * bytes

/** Answers by key within bounds, the least recently used given up first; a larger one is not cached, nor is what it replaces. */
export const createMemoryAnswers = ({ maxBytes, maxAnswerBytes }: MemoryBounds) =>
  new LRUCache<string, CachedAnswer>({
    maxSize: maxBytes,
    maxEntrySize: Math.min(maxBytes, Math.ceil(weigh(0, maxAnswerBytes))),
    sizeCalculation: ({ answer }, key) => Math.ceil(weigh(key.length, answer.body.byteLength)),
  })

type MemoryAnswers = ReturnType<typeof createMemoryAnswers>

/** Gives up every answer that is made of a tag's records. */
export function dropTag(memory: MemoryAnswers, tag: string): void {
  for (const [key, entry] of [...memory.entries()]) if (entry.tag === tag) memory.delete(key)
}

/** Gives up every answer that nobody may be sent any more. */
export function dropExpired(memory: MemoryAnswers, now: number): void {
  for (const [key, { staleIfErrorUntil }] of [...memory.entries()])
    if (staleIfErrorUntil <= now) memory.delete(key)
}

const dropEveryMs = 60_000

/** The memory with the versions of its records; it is read and filled only while the bus tells of every change. */
export function createAnswerMemory(
  answers: MemoryAnswers,
  { clock, isTrusted }: { clock: () => number; isTrusted: () => boolean },
) {
  const changes = new Map<string, number>()
  /** Times in which any records may have changed. */
  let gaps = 0
  const versionOf = (tag: string) => gaps + (changes.get(tag) ?? 0)
  const find = (key: string) => (isTrusted() ? answers.get(key) : undefined)

  const memory: AnswerMemory = {
    versionOf,
    remember(key, { body, asOf, ...times }, { tag, version, restMs = 0 }) {
      const now = clock()
      const shared = createSharedBody(body)
      const entry: CachedAnswer = {
        tag,
        answer: { body, shared, source: "cache", asOf },
        freshUntil: now + times.freshMs,
        staleUntil: now + times.staleMs,
        staleIfErrorUntil: now + times.staleIfErrorMs,
        restUntil: now + restMs,
      }
      if (isTrusted() && versionOf(tag) === version) answers.set(key, entry)
      return entry.answer
    },
    findOnError(key, restMs) {
      const entry = find(key)
      if (!entry || clock() >= entry.staleIfErrorUntil) return undefined
      entry.restUntil = clock() + restMs
      return entry.answer
    },
    remove: (key) => void answers.delete(key),
  }

  return {
    ...memory,
    find,
    forget(tag: string) {
      changes.set(tag, (changes.get(tag) ?? 0) + 1)
      dropTag(answers, tag)
    },
    forgetAll() {
      gaps += 1
      answers.clear()
    },
  }
}

/** Whether a cached answer may be sent now, and whether it is to be renewed behind it. */
function judge(entry: CachedAnswer, now: number): "use" | "renew" | "fetch" {
  if (now < entry.freshUntil) return "use"
  const resting = now < entry.restUntil
  if (now < entry.staleUntil) return resting ? "use" : "renew"
  return resting && now < entry.staleIfErrorUntil ? "use" : "fetch"
}

interface CachedSourceParts extends FetchParts {
  readonly memory: ReturnType<typeof createAnswerMemory>
  readonly live: Source
  /** Those that may be joined, by query and priority. */
  readonly inFlight: Map<string, { readonly tag: string; readonly request: InFlightRequest }>
}

/**
 * Fresh answers come from memory; stale ones too, renewed in the background; of those who ask for what
 * is not cached, one asks the store or the platform and all get its answer.
 */
function createCachedSource({ live, inFlight, ...parts }: CachedSourceParts): Source {
  const { memory, clock, log } = parts
  const fetchAnswer = createAnswerFetcher(parts, renew)

  function start(query: RecordQuery, key: string, context: ReadContext) {
    const { requestId, traceparent, priority, refresh = false } = context
    const name = `${refresh ? "refresh" : "read"} ${priority} ${key}`
    const started = createInFlightRequest({
      priority,
      live: (call) => live(query, { requestId, traceparent, ...call }),
      work: (request) =>
        fetchAnswer({ query, key, priority, refresh }, request).finally(() => {
          if (inFlight.get(name)?.request === request) inFlight.delete(name)
        }),
    })
    inFlight.set(name, { tag: query.operation.record, request: started })
    return started
  }

  function findInFlight(key: string, priority: ReadPriority, refresh: boolean | undefined) {
    const reading = refresh ? undefined : inFlight.get(`read ${priority} ${key}`)
    const known = inFlight.get(`refresh ${priority} ${key}`) ?? reading
    return known?.request.isWanted() ? known.request : undefined
  }

  function renew(query: RecordQuery, key: string) {
    if (findInFlight(key, "sync", false)) return
    const requestId = randomUUID()
    const operation = query.operation.id
    start(query, key, { requestId, priority: "sync" })
      .join({})
      .catch((error) => {
        const reason = reasonOf(error)
        const because = reason !== undefined && { reason }
        const { code } = toBffError(error)
        log.error({ requestId, operation, code, ...because }, "renewal failed")
      })
  }

  return async (query, context) => {
    const key = answerKey(query)
    const { priority, refresh } = context
    const entry = refresh ? undefined : memory.find(key)
    const verdict = entry ? judge(entry, clock()) : "fetch"
    if (verdict === "renew") renew(query, key)
    if (entry && verdict !== "fetch") return entry.answer
    const request = findInFlight(key, priority, refresh) ?? start(query, key, context)
    return request.join(context)
  }
}

/** Answers of the platform, cached in this process and in a store that all instances share. */
export interface AnswerCache {
  /** Puts the cache in front of the source that it asks for what it does not hold. */
  over(live: Source): Source
  /**
   * Forgets every answer made of records of this name, here, in the store and on all instances, and
   * resolves once they have heard; reads that began before are not cached. Never throws.
   */
  invalidate(record: string): Promise<void>
  /** What this process holds. */
  figures(): { readonly bytes: number; readonly entries: number; readonly inFlightRequests: number }
  close(): void
}

export interface AnswerCacheDependencies {
  readonly store: AnswerStore & Preparable
  readonly bus: Bus
  readonly clock: () => number
  readonly log: Log
  readonly lifetimeOf?: FetchParts["lifetimeOf"]
  readonly bounds?: MemoryBounds
  readonly times?: SharedTimes
}

const mebibyte = 1024 * 1024
const defaultBounds: MemoryBounds = { maxBytes: 64 * mebibyte, maxAnswerBytes: 8 * mebibyte }

export function createAnswerCache({
  store: unprepared,
  bus,
  clock,
  log,
  lifetimeOf = defaultLifetimeOf,
  bounds = defaultBounds,
  times = defaultTimes,
}: AnswerCacheDependencies): AnswerCache {
  const store = prepared(unprepared)
  const answers = createMemoryAnswers(bounds)
  const memory = createAnswerMemory(answers, { clock, isTrusted: bus.isConnected })
  const inFlight: CachedSourceParts["inFlight"] = new Map()
  const notices = createChangeNotices({ store, bus, times })
  const { isPending } = notices
  const { maxAnswerBytes } = bounds
  const shared = createSharedAnswers({ store, clock, times, maxAnswerBytes, isPending })

  function forget(tag: string) {
    memory.forget(tag)
    for (const [name, { tag: read }] of inFlight) if (read === tag) inFlight.delete(name)
  }

  function forgetAll() {
    memory.forgetAll()
    inFlight.clear()
  }

  const dropping = setInterval(() => dropExpired(answers, clock()), dropEveryMs).unref()
  const stops = [bus.subscribe(changeTopic, forget), bus.onGap(forgetAll)]

  return {
    over: (live) => createCachedSource({ live, memory, shared, inFlight, clock, log, lifetimeOf }),
    invalidate(record) {
      forget(record)
      return notices.send(record)
    },
    figures: () => ({
      bytes: answers.calculatedSize,
      entries: answers.size,
      inFlightRequests: inFlight.size,
    }),
    close() {
      clearInterval(dropping)
      for (const stop of stops) stop()
      notices.close()
      shared.close()
    },
  }
}
