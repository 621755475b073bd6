import { ownValue } from "@/lib/catalogue"
import type { BadgeTone } from "../ui/badge"

const tones: { readonly [value: string]: BadgeTone } = {
  Approved: "positive",
  Completed: "positive",
  Published: "positive",
  Pending: "caution",
  Draft: "caution",
  Rejected: "critical",
}

/** The colour of an enumerated value, where it says how things stand; unknown values stay neutral. */
export const toneOf = (value: string): BadgeTone => ownValue(tones, value) ?? "neutral"
