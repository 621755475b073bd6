import type { CallLogRule, CallNumbers, CallPriority } from "../../db"

/** Priorities, most urgent first: a person at a page, an export or batch of edits, the copies. */
export const priorities = ["person", "export", "sync"] as const
export type Priority = CallPriority

export type ByPriority = CallNumbers

/** A monotonic clock and timers, in milliseconds. */
export interface Timing {
  now(): number
  /** Returns a function that cancels the timer. */
  after(ms: number, work: () => void): () => void
}

export const monotonicTime: Timing = {
  now: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}

export type QuotaRule = CallLogRule

const share = 0.95
const reserve = 0.05
const minShared = 5
const windowMs = 61_000
/** The deadline for headers, plus the time to send a granted call. */
const inFlightMs = 15_000

/**
 * The dashboard's own limit (decisions "Rate limit"): 95 % of the platform's requests per minute,
 * in 61 s. A twentieth is reserved for exports and copies, and copies use at most `maxCopies`.
 * Undefined for 0, no limit.
 */
export function quotaRule(requestsPerMinute: number, maxCopies?: number): QuotaRule | undefined {
  if (requestsPerMinute === 0) return undefined
  const limit = Math.max(1, Math.floor(share * requestsPerMinute))
  const reserved = limit < minShared ? 0 : Math.max(1, Math.round(reserve * limit))
  return { limit, windowMs, inFlightMs, reserved, maxCopies }
}

/** Makes every call at once, unless `confirm` throws. */
export const unlimited: Pick<Governor, "run" | "pause"> = {
  async run({ confirm }, call) {
    confirm?.()
    return call(() => {})
  },
  pause: async () => {},
}

/**
 * A request for one call. Calls are counted by `person`, so that nobody delays the others (decision
 * "One person's share"). Aborting `signal` leaves the queue. `confirm` runs right before the call
 * and throws if it can no longer be made.
 */
export interface Ticket {
  readonly priority: Priority
  readonly person?: string
  readonly signal?: AbortSignal
  readonly confirm?: () => void
}

/**
 * The quota as shown to people: calls in the window and waiting calls across all instances. Times
 * are in milliseconds.
 */
export interface QuotaReading {
  /** Calls allowed in any `windowMs`. */
  readonly limit: number
  readonly windowMs: number
  readonly used: number
  readonly usedByLane: ByPriority
  readonly waiting: ByPriority
  /** Until a person's call could go, 0 if one could go now. */
  readonly freeInMs: number
  /** Expected wait for a person who arrives now, after those already waiting. */
  readonly turnInMs: number
  /** Remaining pause requested by the platform, else 0. */
  readonly pausedMs: number
}

/**
 * Spends the quota of the company's one client id. Every request to the platform, including token
 * requests, goes through `run`.
 */
export interface Governor {
  /**
   * Makes the call as soon as the quota has a slot for it. `arrived` may be called when the
   * platform's headers arrive; otherwise the end of the call counts. Throws `UpstreamError`
   * `quota_exhausted` with the seconds to wait if that would take too long,
   * `shared_state_unavailable` if the log cannot be reached, the signal's reason if it aborts
   * before the call, and whatever `confirm` or the call throws. The slot of a call that was not
   * made is given back.
   */
  run<T>(ticket: Ticket, call: (arrived: () => void) => Promise<T>): Promise<T>
  /** After a 429: no instance calls for the given milliseconds, at most an hour. */
  pause(ms: number): Promise<void>
  read(): Promise<QuotaReading>
  /**
   * Calls the listener with the figures now and on every change, at most once a second. Returns a
   * function that stops it.
   */
  watch(listener: (reading: QuotaReading) => void): () => void
  /** Refuses waiting calls and withdraws them from the log. */
  close(): Promise<void>
}
