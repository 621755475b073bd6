import type { ByLane, Demand, Lane } from "./governor"

/** A wish for up to `count` calls of one lane; 0 only tells the demand. */
export interface CallRequest {
  readonly lane: Lane
  readonly count: number
  /** How many wait at this instance, those of this request among them. */
  readonly demand: Demand
  /** In the person lane, where persons are told apart. */
  readonly persons?: {
    /** A short name for whose each call is, in order; "" for nobody's. */
    readonly owners: readonly string[]
    /**
     * Whoever has so many calls in the window is behind: theirs go one by one, and only where everybody
     * else who called could still have as many. From half of the calls on the share is what there is for
     * everybody who called, divided, where that is less.
     */
    readonly share: number
  }
}

/** How many leaving calls a taking tells of. */
export const maxLeaves = 500

/** What was taken; where that is less than asked for, when another try makes sense and what stands in the way. Times in milliseconds from now. */
export interface Taking {
  readonly ids: readonly string[]
  readonly waitMs: number
  /** When each call in use stops counting, soonest first, at most `mostLeaves`. */
  readonly leavesMs: readonly number[]
  /** How many wait at the other instances; of the persons those who are not behind. */
  readonly elsewhere: ByLane
  /** How many calls each of the owners has in the window, those that were just taken among them. */
  readonly calls: Readonly<Record<string, number>>
  /** The share that counts now, where persons are told apart. */
  readonly share?: number
}

/** The quota as it stands. `used` counts the calls of the window, `waiting` those who wait at other instances. */
export interface LogReading {
  readonly used: ByLane
  readonly waiting: ByLane
  /** Until a person's call could go, 0 where one could now. */
  readonly freeInMs: number
  /** What is left of a pause that the platform asked for, else 0. */
  readonly pausedMs: number
}

/**
 * The calls of one client id at the platform, one log for all instances, by the clock of whoever keeps
 * it. Every method rejects where the keeper cannot be reached.
 */
export interface CallLog {
  take(request: CallRequest): Promise<Taking>
  /** The call has reached the platform or never will: it counts one window from now on. */
  settle(id: string): Promise<void>
  /** The call was not made: it counts no longer. */
  giveBack(id: string): Promise<void>
  /** Nobody of this client id calls for so long. */
  pause(ms: number): Promise<void>
  read(): Promise<LogReading>
}
