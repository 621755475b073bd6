import type { Quota } from "@/lib/client"

/** What the meter says first: most urgent first. */
export type QuotaState = "down" | "paused" | "waiting" | "calm"

/** The state that a person should know of; who waits only for the turn of a moment waits for nothing. */
export function quotaState({ isDown, pausedSeconds, turnInSeconds, waiting }: Quota): QuotaState {
  if (isDown) return "down"
  if (pausedSeconds > 0) return "paused"
  return waiting.person > 0 && turnInSeconds > 0 ? "waiting" : "calm"
}

/** How full the platform's minute is, between 0 and 1; 0 where no limit is set. */
export const shareOf = (count: number, { platformLimit }: Quota): number =>
  platformLimit ? Math.min(1, count / platformLimit) : 0
