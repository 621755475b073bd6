import type { Size } from "../suite"
import type { Lag } from "./lag"

/** One day to simulate, in its own database. */
export interface DayOrder {
  readonly size: Size
  readonly databaseUrl: string
  readonly hasCopies: boolean
}

/** The result of a simulated day; times are in its milliseconds. */
export interface DayOutcome {
  /** The time from request to response of each read by people, in order of request. */
  readonly waits: readonly number[]
  readonly failures: readonly string[]
  /** The number of calls that the service refused with 429. */
  readonly refused: number
  readonly personCalls: number
  /** Calls during the measured day. */
  readonly copyCalls: number
  /** The maximum number of calls in any 60 seconds. */
  readonly mostInAMinute: number
  readonly copies?: {
    readonly firstCopyMinutes: number
    readonly samples: number
    /** The maximum lag that the copies reported, in minutes. */
    readonly claimed: Lag
    /** The median reported lag, over all lists and samples. */
    readonly usual: Lag
    /** The maximum age of a change that was missing in a copy, in minutes. */
    readonly missing: Lag
    /** How often a change was missing that was older than the reported lag. */
    readonly untrue: number
    readonly compared: number
    readonly different: number
    readonly worst: readonly string[]
    readonly faults: readonly string[]
  }
}
