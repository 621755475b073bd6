import "server-only"
import type { Quota } from "../../contract"
import type { Governor, QuotaReading } from "../../platform"
import { BffError } from "../http/problem"
import { onceInInterval } from "../reads/once-in-interval"

/** The quota's figures for all readers: any number of listeners share one watch of the governor. */
export interface QuotaFeed {
  /** Throws `BffError` `shared_state_unavailable` if the figures are unavailable. */
  read(): Promise<Quota>
  /**
   * Calls the listener with the figures as JSON text, now and on each change, at most once a
   * second; returns a function that stops it.
   */
  watch(listener: (text: string) => void): () => void
  close(): void
}

export interface QuotaFeedDependencies {
  /** Absent if there is no limit. */
  readonly governor: Pick<Governor, "read" | "watch"> | undefined
  /** Requests a minute, 0 for no limit. */
  readonly platformLimit: number
  readonly isDown: () => boolean
  readonly intervalMs?: number
}

const none: QuotaReading["usedByLane"] = { person: 0, export: 0, sync: 0 }
const unlimited = { limit: null, windowMs: 60_000, used: 0, usedByLane: none, waiting: none }
const idle = { ...unlimited, freeInMs: 0, turnInMs: 0, pausedMs: 0 }

const toSeconds = (ms: number) => Math.ceil(ms / 1000)

/** The feed of one instance; without a governor, only `isDown` changes. */
export function createQuotaFeed(dependencies: QuotaFeedDependencies): QuotaFeed {
  const { governor, platformLimit, isDown, intervalMs = 1000 } = dependencies
  const listeners = new Set<(text: string) => void>()
  let reading: QuotaReading | undefined
  let lastText: string | undefined
  const readGovernor = governor && onceInInterval(intervalMs, governor.read)
  let stop = () => {}

  function toQuota(figures: QuotaReading | typeof idle): Quota {
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

  function publish() {
    if (governor && !reading) return
    const text = JSON.stringify(toQuota(reading ?? idle))
    if (text === lastText) return
    lastText = text
    for (const listener of listeners) listener(text)
  }

  function start() {
    const timer = setInterval(publish, intervalMs)
    timer.unref()
    const unwatch = governor?.watch((next) => {
      reading = next
      if (lastText === undefined) publish()
    })
    stop = () => {
      clearInterval(timer)
      unwatch?.()
      reading = undefined
      lastText = undefined
    }
    if (!governor) publish()
  }

  return {
    async read() {
      if (!readGovernor) return toQuota(idle)
      try {
        return toQuota(reading ?? (await readGovernor()))
      } catch {
        throw new BffError("shared_state_unavailable", { retryAfter: 5 })
      }
    },
    watch(listener) {
      listeners.add(listener)
      if (listeners.size === 1) start()
      else if (lastText !== undefined) listener(lastText)
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
