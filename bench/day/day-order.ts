import type { Size } from "../suite"
import type { Lag } from "./lag"

/** One day that is simulated, in a database of its own. */
export interface DayOrder {
  readonly size: Size
  readonly databaseUrl: string
  readonly hasCopies: boolean
}

/** What a simulated day was like; times in milliseconds of it. */
export interface DayOutcome {
  /** For each read of people's, from the order to the answer, in the order in which they asked. */
  readonly waits: readonly number[]
  readonly failures: readonly string[]
  /** Calls that the service refused with 429. */
  readonly refused: number
  readonly personCalls: number
  /** In the measured day. */
  readonly copyCalls: number
  /** Of all calls, in 60 seconds. */
  readonly mostInAMinute: number
  readonly copies?: {
    readonly firstCopyMinutes: number
    readonly samples: number
    /** How far behind the copies said that they were at worst, in minutes. */
    readonly claimed: Lag
    /** The same in the middle, over all lists and samples. */
    readonly usual: Lag
    /** The age of the oldest change that was not in a copy, at worst, in minutes. */
    readonly missing: Lag
    /** How often something was missing that is older than the copy said. */
    readonly untrue: number
    readonly compared: number
    readonly different: number
    readonly worst: readonly string[]
    readonly faults: readonly string[]
  }
}
