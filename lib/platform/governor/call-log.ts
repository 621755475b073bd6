import type { ByPriority, Demand, Priority } from "./governor"

/** A request for up to `count` calls of one priority; 0 only reports the demand. */
export interface CallRequest {
  readonly priority: Priority
  readonly count: number
  /** How many wait at this instance, including those of this request. */
  readonly demand: Demand
  /** For person calls, where each person has a share. */
  readonly persons?: {
    /** The owner's hash for each call, in order; "" for nobody's. */
    readonly owners: readonly string[]
    /**
     * Whoever has this many calls in the window is over their share: theirs go one by one, and only where
     * everybody else who called could still have as many. Once half of the calls are used, the share is
     * the limit divided by those who called, where that is less.
     */
    readonly share: number
  }
}

/** How many calls in use a result lists. */
export const maxLeaves = 500

/** The calls that were taken; where they are fewer than requested, when to try again and what is in the way. Times in milliseconds from now. */
export interface TakeResult {
  readonly ids: readonly string[]
  readonly waitMs: number
  /** When each call in use stops counting, soonest first, at most `maxLeaves`. */
  readonly leavesMs: readonly number[]
  /** How many wait at the other instances; of the persons only those within their share. */
  readonly elsewhere: ByPriority
  /** How many calls each owner has in the window, including those just taken. */
  readonly calls: Readonly<Record<string, number>>
  /** The current share, where `persons` was given. */
  readonly share?: number
}

/** The quota's state: `used` counts the calls of the window, `waiting` those who wait at other instances. */
export interface LogReading {
  readonly used: ByPriority
  readonly waiting: ByPriority
  /** Until a person's call could go, 0 where one could now. */
  readonly freeInMs: number
  /** What is left of a pause that the platform asked for, else 0. */
  readonly pausedMs: number
}

/**
 * The calls of one client id at the platform: one log for all instances, by the clock of the database that
 * stores it. Every method rejects where that cannot be reached.
 */
export interface CallLog {
  take(request: CallRequest): Promise<TakeResult>
  /** The call has reached the platform or never will: it counts for one window from now. */
  endCall(id: string): Promise<void>
  /** The call was not made: it no longer counts. */
  giveBack(id: string): Promise<void>
  /** No call of this client id is given out for so long. */
  pause(ms: number): Promise<void>
  read(): Promise<LogReading>
}
