import { maxLeaves, type Taking } from "./call-log"
import type { Lane } from "./lane"
import type { QuotaRule } from "./quota-rule"

/**
 * How many milliseconds from a refusal on somebody waits who has so many before them, if nobody else
 * comes: places that are free and those of the calls in use come up once a window, what is reserved for
 * the background left out where it waits too. In the background half of the rate is counted on, and what
 * is reserved where people wait.
 */
export function estimateWait(
  { waitMs, leavesMs }: Pick<Taking, "waitMs" | "leavesMs">,
  {
    lane,
    ahead: before,
    isShared = false,
    rule,
  }: {
    readonly lane: Lane
    readonly ahead: number
    /** Whether people and the background both wait. */
    readonly isShared?: boolean
    readonly rule: QuotaRule
  },
): number {
  const { limit, windowMs, reserved = 0 } = rule
  const isPerson = lane === "person"
  const ahead = isShared && isPerson ? Math.floor((before * limit) / (limit - reserved)) : before
  const free = leavesMs.length < maxLeaves ? Math.max(0, limit - leavesMs.length) : 0
  const places = free + leavesMs.length
  const placeMs = leavesMs[(ahead % places) - free] ?? 0
  const turnMs = Math.max(waitMs, placeMs) + Math.floor(ahead / places) * windowMs
  const rate = isShared && reserved > 0 ? reserved : limit / 2
  return isPerson ? turnMs : Math.max(turnMs, (ahead * windowMs) / rate)
}
