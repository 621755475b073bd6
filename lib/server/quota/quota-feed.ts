import "server-only"
import type { Quota } from "../../contract"
import type { Governor, QuotaReading } from "../../platform"
import { BffError } from "../http/problem"
import { atMostEvery } from "../reads/at-most-every"

type ByLane = QuotaReading["usedByLane"]

/** The figures for everybody who looks: many listeners cost one watch of the governor. */
export interface QuotaFeed {
  /** Throws `BffError` `shared_state_unavailable` where the figures cannot be had. */
  read(): Promise<Quota>
  /** Tells the figures as JSON text, now and when they change, at most once a second; answers how to stop. */
  watch(listener: (text: string) => void): () => void
  close(): void
}

export interface QuotaFeedDependencies {
  /** Absent where no limit is set. */
  readonly governor: Pick<Governor, "read" | "watch"> | undefined
  /** Requests a minute, 0 for no limit. */
  readonly platformLimit: number
  readonly isDown: () => boolean
  readonly intervalMs?: number
}

const none: ByLane = { person: 0, export: 0, sync: 0 }
const unlimited = { limit: null, windowMs: 60_000, used: 0, usedByLane: none, waiting: none }
const untouched = { ...unlimited, freeInMs: 0, turnInMs: 0, pausedMs: 0 }

const toSeconds = (ms: number) => Math.ceil(ms / 1000)

/** Makes the feed of one instance; without a governor only `isDown` changes. */
export function createQuotaFeed(dependencies: QuotaFeedDependencies): QuotaFeed {
  const { governor, platformLimit, isDown, intervalMs = 1000 } = dependencies
  const listeners = new Set<(text: string) => void>()
  let reading: QuotaReading | undefined
  let told: string | undefined
  const ask = governor && atMostEvery(intervalMs, governor.read)
  let stop = () => {}

  function show(figures: QuotaReading | typeof untouched): Quota {
    const { limit, windowMs, used, usedByLane, waiting } = figures
    return {
      platformLimit: platformLimit || null,
      limit,
      windowSeconds: toSeconds(windowMs),
      used,
      usedByLane,
      waiting,
      freeInSeconds: toSeconds(figures.freeInMs),
      turnInSeconds: toSeconds(figures.turnInMs),
      pausedSeconds: toSeconds(figures.pausedMs),
      isDown: isDown(),
    }
  }

  function tell() {
    if (governor && !reading) return
    const text = JSON.stringify(show(reading ?? untouched))
    if (text === told) return
    told = text
    for (const listener of listeners) listener(text)
  }

  function start() {
    const timer = setInterval(tell, intervalMs)
    timer.unref()
    const unwatch = governor?.watch((next) => {
      reading = next
      if (told === undefined) tell()
    })
    stop = () => {
      clearInterval(timer)
      unwatch?.()
      reading = undefined
      told = undefined
    }
    if (!governor) tell()
  }

  return {
    async read() {
      if (!ask) return show(untouched)
      try {
        return show(reading ?? (await ask()))
      } catch {
        throw new BffError("shared_state_unavailable", { retryAfter: 5 })
      }
    },
    watch(listener) {
      listeners.add(listener)
      if (listeners.size === 1) start()
      else if (told !== undefined) listener(told)
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) stop()
      }
    },
    close() {
      listeners.clear()
      stop()
    },
  }
}
