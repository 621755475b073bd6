import { mostLeaves, type Taking } from "./call-log"
import type { Lane } from "./lane"
import type { QuotaRule } from "./quota-rule"

/**
 * How many milliseconds from a refusal on somebody waits who has so many before them, if nobody else
 * comes: places that are free and those of the calls in use come up once a window. In the background
 * half of the rate is counted on.
 */
export function estimateWait(
  { waitMs, leavesMs }: Pick<Taking, "waitMs" | "leavesMs">,
  { lane, ahead, rule }: { lane: Lane; ahead: number; rule: QuotaRule },
): number {
  const { limit, windowMs } = rule
  const free = leavesMs.length < mostLeaves ? Math.max(0, limit - leavesMs.length) : 0
  const places = free + leavesMs.length
  const placeMs = leavesMs[(ahead % places) - free] ?? 0
  const turnMs = Math.max(waitMs, placeMs) + Math.floor(ahead / places) * windowMs
  return lane === "person" ? turnMs : Math.max(turnMs, (ahead * 2 * windowMs) / limit)
}
