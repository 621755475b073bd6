import type { CallLogRule, CallNumbers, CallPriority } from "../../db"

/** Who a call is for, most urgent first: a person at a page, an export or a batch of edits, the copies. */
export const priorities = ["person", "export", "sync"] as const
export type Priority = CallPriority

/** A number for each priority. */
export type ByPriority = CallNumbers

/** A monotonic clock and its timers, in milliseconds. */
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
/** The deadline of the headers, plus the time that a taken call may take to be sent. */
const inFlightMs = 15_000

/** The dashboard's own limit (decisions "Rate limit"): 95 % of the platform's requests a minute, in 61 s, of which exports and copies always have a twentieth, and copies `maxCopies` at most; undefined for 0, no limit. */
export function quotaRule(requestsPerMinute: number, maxCopies?: number): QuotaRule | undefined {
  if (requestsPerMinute === 0) return undefined
  const limit = Math.max(1, Math.floor(share * requestsPerMinute))
  const reserved = limit < minShared ? 0 : Math.max(1, Math.round(reserve * limit))
  return { limit, windowMs, inFlightMs, reserved, maxCopies }
}

/** Without a limit every call is made at once, unless `confirm` throws. */
export const unlimited: Pick<Governor, "run" | "pause"> = {
  async run({ confirm }, call) {
    confirm?.()
    return call(() => {})
  },
  pause: async () => {},
}

/**
 * A request for one call. `person` is counted, so that nobody delays the others (decision "One person's
 * share"); `signal` leaves the queue; `confirm` runs right before the call, and throws where it can no
 * longer be made.
 */
export interface Ticket {
  readonly priority: Priority
  readonly person?: string
  readonly signal?: AbortSignal
  readonly confirm?: () => void
}

/** The quota for a person to see: calls in the window and waiting ones over all instances, times in milliseconds. */
export interface QuotaReading {
  /** Calls in any `windowMs`. */
  readonly limit: number
  readonly windowMs: number
  readonly used: number
  readonly usedByLane: ByPriority
  readonly waiting: ByPriority
  /** Until a person's call could go, 0 where one could now. */
  readonly freeInMs: number
  /** Until a person who comes now can expect their call, after those who wait. */
  readonly turnInMs: number
  /** What is left of a pause that the platform asked for, else 0. */
  readonly pausedMs: number
}

/** Spends the quota of the company's one client id: every request to the platform, for tokens too, goes through `run`. */
export interface Governor {
  /**
   * Makes the call as soon as the quota has a slot for it; `arrived` may be called when the platform's
   * headers came, else the call's end counts. Throws `UpstreamError` `quota_exhausted` with seconds to wait
   * where that would take too long, `shared_state_unavailable` where the log cannot be reached, the signal's
   * reason where it aborts before the call is made, and what `confirm` or the call throws. The slot of a
   * call that is not made is given back.
   */
  run<T>(ticket: Ticket, call: (arrived: () => void) => Promise<T>): Promise<T>
  /** After a 429: no instance calls for so many milliseconds, an hour at most. */
  pause(ms: number): Promise<void>
  read(): Promise<QuotaReading>
  /** Calls the listener with the figures now and whenever they change, at most once a second; returns how to stop. */
  watch(listener: (reading: QuotaReading) => void): () => void
  /** Refuses those who wait and withdraws them from the log. */
  close(): Promise<void>
}
