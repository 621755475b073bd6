/** Who a call is for, most urgent first: a person at a page, an export, the background sync. */
export const priorities = ["person", "export", "sync"] as const
export type Priority = (typeof priorities)[number]

/** A number for each priority. */
export type ByPriority = Readonly<Record<Priority, number>>

/** A priority, with persons over their share apart, most urgent first: these come after other persons and delay no export. */
export const queueClasses = ["person", "over-share", "export", "sync"] as const
export type QueueClass = (typeof queueClasses)[number]

export const priorityOf = (queueClass: QueueClass): Priority =>
  queueClass === "over-share" ? "person" : queueClass

/** The priorities that a queue class lets go first. */
export const yieldsTo = (queueClass: QueueClass): readonly Priority[] =>
  queueClass === "over-share" ? ["person"] : priorities.slice(0, priorities.indexOf(queueClass))

/** The priorities served first from the same part of the quota; the background has a part of its own. */
export const queuesAfter = (queueClass: QueueClass): readonly Priority[] =>
  queueClass === "sync" ? ["export"] : queueClass === "over-share" ? ["person"] : []

/** How many calls wait in each priority; of the person calls, how many are over their share and how many no person waits for. */
export interface Demand extends ByPriority {
  readonly overShare?: number
  readonly unattended?: number
}

export const noDemand: Demand = { person: 0, export: 0, sync: 0 }

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

/** At most `limit` calls in any `windowMs`; one whose end was not recorded counts as if it arrived `inFlightMs` after it was taken. */
export interface QuotaRule {
  readonly limit: number
  readonly windowMs: number
  readonly inFlightMs: number
  /** How many calls are reserved for the background while any wait there; 0 by default. */
  readonly reserved?: number
}

const share = 0.95
const tenth = 0.1
const minShared = 5
const windowMs = 61_000
/** The deadline of the headers, plus the time that a taken call may take to be sent. */
const inFlightMs = 15_000

/** A tenth, at least 1; none where the limit is too small to share. */
const reservedOf = (limit: number) =>
  limit < minShared ? 0 : Math.max(1, Math.floor(tenth * limit))

/** The dashboard's own limit (decisions "Rate limit"): 95 % of the platform's requests a minute, in 61 s; undefined for 0, no limit. */
export function quotaRule(requestsPerMinute: number): QuotaRule | undefined {
  if (requestsPerMinute === 0) return undefined
  const limit = Math.max(1, Math.floor(share * requestsPerMinute))
  return { limit, windowMs, inFlightMs, reserved: reservedOf(limit) }
}

/** How many calls in a window one person may make before they are over their share: a tenth of the limit, at least 1. */
export const personShare = ({ limit }: Pick<QuotaRule, "limit">): number =>
  Math.max(1, Math.floor(tenth * limit))

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
 * share"); no person waits for an `isUnattended` one, so the background does not yield to it; `signal`
 * leaves the queue; `confirm` runs right before the call, and throws where it can no longer be made.
 */
export interface Ticket {
  readonly priority: Priority
  readonly person?: string
  readonly isUnattended?: boolean
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
  /** Until a person who comes now, and is within their share, can expect their call, after those who wait. */
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
  /** Refuses those who wait and removes their demand from the log. */
  close(): Promise<void>
}
