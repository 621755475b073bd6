import type { ByLane, Lane } from "./lane"

/**
 * Who asks for a call. `person` keeps one of them from delaying the others (decision "One person's share");
 * `isQuiet` is as urgent as its lane, but no sign of a person for whom the background would stand back;
 * `signal` gives the place up; `confirm` is asked when the turn has come, and throws where the call cannot
 * be made any more.
 */
export interface Ticket {
  readonly lane: Lane
  readonly person?: string
  readonly isQuiet?: boolean
  readonly signal?: AbortSignal
  readonly confirm?: () => void
}

/** The quota for a person to see: calls in the window and waiting ones over all instances, times in milliseconds. */
export interface QuotaReading {
  /** Calls in any `windowMs`. */
  readonly limit: number
  readonly windowMs: number
  readonly used: number
  readonly usedByLane: ByLane
  readonly waiting: ByLane
  /** Until a person's call could go, 0 where one could now. */
  readonly freeInMs: number
  /** Until a person who comes now, and has not had their share, can expect a turn behind those who wait. */
  readonly turnInMs: number
  /** What is left of a pause that the platform asked for, else 0. */
  readonly pausedMs: number
}

/** Spends the quota of the company's one client id: every request to the platform, for tokens too, goes through `run`. */
export interface Governor {
  /**
   * Makes the call when it is its turn; `arrived` may be called when the platform's headers came, else
   * the call's end counts. Throws `UpstreamError` `quota_exhausted` with seconds to wait where the turn
   * would come too late, `shared_state_unavailable` where the log cannot be reached, the signal's reason
   * where it aborts before the call is made, and what `confirm` or the call throws. What was taken for a
   * call that is not made is given back.
   */
  run<T>(ticket: Ticket, call: (arrived: () => void) => Promise<T>): Promise<T>
  /** After a 429: no instance calls for so many milliseconds, an hour at most. */
  pause(ms: number): Promise<void>
  read(): Promise<QuotaReading>
  /** Tells the figures now and whenever they change, at most once a second; answers how to stop. */
  watch(listener: (reading: QuotaReading) => void): () => void
  /** Refuses those who wait and lets the log know. */
  close(): Promise<void>
}
