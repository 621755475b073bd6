import type { Coverage } from "../../contract"

/** A coverage that is complete if all lists are copied. */
export function coverageOf(known: Pick<Coverage, "whole" | "lists" | "missing">): Coverage {
  const isComplete = known.lists > 0 && known.whole === known.lists
  const callsLeft = known.lists - known.whole
  const share = isComplete ? 1 : known.whole / Math.max(1, known.lists)
  return { ...known, isComplete, failing: 0, share, callsLeft, secondsLeft: isComplete ? 0 : 60 }
}
