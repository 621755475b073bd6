import type { QuotaSight } from "./quota-store"

/** Where somebody stands who waits for the quota. */
export interface Turn {
  /** Their place in the queue, at most. */
  readonly place: number
  /** When they can expect their turn, on the page's running clock in milliseconds. */
  readonly until: number
  /** Whether the platform asked for a pause. */
  readonly isPaused: boolean
}

/**
 * The turn of somebody who waits, as the figures change: nobody who comes later goes before them, so
 * their place only falls and their time only comes nearer, but nobody goes before the first free call.
 * Undefined where no person waits for the quota.
 */
export function followTurn(
  before: Turn | undefined,
  sight: QuotaSight | undefined,
): Turn | undefined {
  if (!sight || sight.quota.waiting.person === 0) return undefined
  const { at, quota } = sight
  const { freeInSeconds, pausedSeconds, turnInSeconds } = quota
  if (!before && turnInSeconds === 0) return undefined
  const soonest = at + Math.max(freeInSeconds, pausedSeconds) * 1000
  const expected = Math.min(before?.until ?? Number.POSITIVE_INFINITY, at + turnInSeconds * 1000)
  return {
    place: Math.min(before?.place ?? Number.POSITIVE_INFINITY, quota.waiting.person),
    until: Math.max(soonest, expected),
    isPaused: pausedSeconds > 0,
  }
}
