import type { Quota } from "@/lib/client"

/** The meter's states, most urgent first. */
export type QuotaState = "down" | "paused" | "waiting" | "calm"

/** The state to display. Waiting for an immediate turn does not count as waiting. */
export function quotaState({ isDown, pausedSeconds, turnInSeconds, waiting }: Quota): QuotaState {
  if (isDown) return "down"
  if (pausedSeconds > 0) return "paused"
  return waiting.person > 0 && turnInSeconds > 0 ? "waiting" : "calm"
}
