import type { Quota } from "./quota"

/**
 * About how many seconds so many calls of one person take, by the quota as it stands: what is free goes
 * at once, the others as fast as the window lets them; undefined where there is no limit.
 */
export function secondsForCalls(calls: number, quota: Quota): number | undefined {
  const { limit, used, waiting, windowSeconds, pausedSeconds } = quota
  if (limit === null) return undefined
  const free = Math.max(0, limit - used - waiting.person)
  const later = Math.max(0, calls - free)
  return Math.ceil(pausedSeconds + (later * windowSeconds) / limit)
}
