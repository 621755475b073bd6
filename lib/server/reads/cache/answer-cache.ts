import type { Bus } from "../../../db/bus"
import type { Log } from "../../http/log"
import { type Preparable, prepared } from "../prepared"
import type { Source } from "../source"
import type { AnswerStore } from "./answer-store"
import { createCachedSource } from "./cached-source"
import { changeTopic, createChangeNotices } from "./change-notices"
import type { InFlightRequest } from "./in-flight-request"
import { lifetimeOf } from "./lifetimes"
import { createMemoryAnswers, dropTag, type MemoryBounds } from "./memory-answers"
import { createSharedAnswers, defaultTimes, type SharedTimes } from "./shared-answers"

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
