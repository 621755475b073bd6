import { ownValue, type RecordName } from "../../../catalogue"
import type { Bus } from "../../../db/bus"
import type { Log } from "../../http/log"
import { type Preparable, prepared } from "../prepared"
import type { Source } from "../source"
import type { AnswerStore, Lifetime } from "./answer-store"
import { createCachedSource } from "./cached-source"
import { createMemoryAnswers, dropTag, type MemoryBounds } from "./memory-answers"
import type { InFlightRequest } from "./reading"
import { createSharedAnswers, defaultTimes, type SharedTimes, withDeadline } from "./shared-answers"

const second = 1000
const minute = 60 * second
const hour = 60 * minute

const lasting = (freshMs: number, staleMs: number): Lifetime => ({
  freshMs,
  staleMs: freshMs + staleMs,
  keptMs: hour,
})

const lively = lasting(30 * second, 5 * minute)
const usual = lasting(minute, 10 * minute)
const steady = lasting(5 * minute, 30 * minute)

/** The platform renews these at half past each hour (specification 8, "Other limits"). */
export const halfHourly = ["calendar", "calendarCategory"] as const satisfies readonly RecordName[]

const lifetimes = {
  courseParticipation: usual,
  contentPost: usual,
  commentReaction: lively,
  questionParticipation: usual,
  contentView: lively,
  department: lively,
  userCustomField: steady,
  stageReview: lively,
  stageComment: lively,
  feedbackComment: lively,
  calendar: usual,
  calendarCategory: usual,
  calendarEvent: usual,
  highscore: usual,
  highscoreLevel: steady,
  dataPoint: usual,
  communicationTemplate: steady,
  notificationChannel: steady,
} as const satisfies Record<RecordName, Lifetime>

/** How long after half past the platform may still send the hour before. */
const settlingMs = 5 * minute

function untilHalfPast(now: number): Lifetime {
  const sinceHalfPast = (now + hour / 2) % hour
  const left = hour - sinceHalfPast
  const freshMs = sinceHalfPast < settlingMs ? Math.min(usual.freshMs, left) : left
  return { ...lasting(freshMs, usual.staleMs), keptMs: freshMs + hour }
}

/** How long an answer made of such records is good for when it is read at `now`, milliseconds since 1970. */
export function lifetimeOf(record: string, now: number): Lifetime {
  if (halfHourly.some((name) => name === record)) return untilHalfPast(now)
  const known: { readonly [record: string]: Lifetime } = lifetimes
  return ownValue(known, record) ?? usual
}

/** Tells every instance, and the store, that records of a tag changed. */
interface ChangeNotices {
  /** Resolves once all are told; where that fails, after a moment, and goes on trying. Never throws. */
  send(tag: string): Promise<void>
  /** True while the store has not been told. */
  isBehind(tag: string): boolean
  close(): void
}

const changeTopic = "records-changed"

function createChangeNotices({
  store,
  bus,
  times: { deadlineMs, restMs },
}: {
  store: AnswerStore
  bus: Bus
  times: SharedTimes
}): ChangeNotices {
  const behind = new Map<string, symbol>()
  let retry: NodeJS.Timeout | undefined

  const isDone = (work: Promise<void>) =>
    withDeadline(work, deadlineMs).then(
      () => true,
      () => false,
    )

  /** The store first: whoever hears of the change reads it there. */
  async function tell(tag: string) {
    const change = behind.get(tag)
    const stored = await isDone(store.invalidate(tag))
    const published = await isDone(bus.publish(changeTopic, tag))
    if (!stored || !published) retry ??= setTimeout(tellAgain, restMs).unref()
    else if (behind.get(tag) === change) behind.delete(tag)
  }

  async function tellAgain() {
    retry = undefined
    await Promise.all([...behind.keys()].map(tell))
  }

  return {
    send(tag) {
      behind.set(tag, Symbol(tag))
      return tell(tag)
    },
    isBehind: (tag) => behind.has(tag),
    close: () => clearTimeout(retry),
  }
}

/** Answers of the platform, kept in this process and in a store that all instances share. */
export interface AnswerCache {
  /** Puts the cache in front of the source that it asks for what it does not hold. */
  over(live: Source): Source
  /**
   * Forgets every answer made of records of this name, here, in the store and on all instances, and
   * resolves once they are told; reads that began before are not kept. Never throws.
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
  readonly lifetimeOf?: typeof lifetimeOf
  readonly bounds?: MemoryBounds
  readonly times?: SharedTimes
}

const mebibyte = 1024 * 1024
const defaultBounds: MemoryBounds = { maxBytes: 64 * mebibyte, largestBytes: 8 * mebibyte }

/** Counts the changes of each tag, and the gaps in which any may have changed, as one number that only grows. */
function createEpochs() {
  const changes = new Map<string, number>()
  let gaps = 0
  return {
    of: (tag: string) => gaps + (changes.get(tag) ?? 0),
    raise: (tag: string) => void changes.set(tag, (changes.get(tag) ?? 0) + 1),
    raiseAll() {
      gaps += 1
    },
  }
}

/** The memory is trusted only while the bus tells of every change. */
export function createAnswerCache({
  store: unprepared,
  bus,
  clock,
  log,
  lifetimeOf: chooseLifetime = lifetimeOf,
  bounds = defaultBounds,
  times = defaultTimes,
}: AnswerCacheDependencies): AnswerCache {
  const store = prepared(unprepared)
  const memory = createMemoryAnswers(bounds)
  const epochs = createEpochs()
  const inFlightRequests = new Map<
    string,
    { readonly tag: string; readonly flight: InFlightRequest }
  >()
  const notices = createChangeNotices({ store, bus, times })
  const { isBehind } = notices
  const { largestBytes } = bounds
  const shared = createSharedAnswers({ store, clock, times, largestBytes, isBehind })

  function forget(tag: string) {
    epochs.raise(tag)
    dropTag(memory, tag)
    for (const [name, { tag: flying }] of inFlightRequests)
      if (flying === tag) inFlightRequests.delete(name)
  }

  function forgetAll() {
    epochs.raiseAll()
    memory.clear()
    inFlightRequests.clear()
  }

  const stops = [bus.subscribe(changeTopic, forget), bus.onGap(forgetAll)]

  return {
    over: (live) =>
      createCachedSource({
        live,
        memory,
        shared,
        inFlightRequests,
        clock,
        log,
        lifetimeOf: chooseLifetime,
        epochOf: epochs.of,
        isTrusted: bus.isConnected,
      }),
    invalidate(record) {
      forget(record)
      return notices.send(record)
    },
    figures: () => ({
      bytes: memory.calculatedSize,
      entries: memory.size,
      inFlightRequests: inFlightRequests.size,
    }),
    close() {
      for (const stop of stops) stop()
      notices.close()
      shared.close()
    },
  }
}
