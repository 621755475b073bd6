import type { ActivityEntry } from "@/lib/client"

/** How an edit ended, with what reading back showed where its outcome is unknown. */
export type ShownOutcome =
  | Exclude<ActivityEntry["outcome"], "unknown">
  | "unknown"
  | `unknown_${NonNullable<ActivityEntry["verdict"]>}`

export const outcomeOf = ({
  outcome,
  verdict,
}: Pick<ActivityEntry, "outcome" | "verdict">): ShownOutcome =>
  outcome === "unknown" && verdict ? `unknown_${verdict}` : outcome

/** True while the log will say more about an edit by itself. */
export const isOpen = ({ outcome, verdict }: ActivityEntry): boolean =>
  outcome === "intended" || (outcome === "unknown" && verdict === null)
