import { useTranslations } from "use-intl"
import type { ActivityEntry } from "@/lib/client"
import { useCodeText } from "../ui/use-code-text"
import { outcomeOf } from "./outcome-of"

/** Why an edit was not made, or what reading back showed; undefined where there is nothing to say. */
export function useOutcomeReason(): (entry: ActivityEntry) => string | undefined {
  const t = useTranslations("activity.reason")
  const textOf = useCodeText()
  return (entry) => {
    const outcome = outcomeOf(entry)
    if (outcome === "applied") return undefined
    if (outcome !== "refused" && outcome !== "not_sent") return t(outcome)
    const why = textOf(entry.code)?.title
    if (outcome === "refused") return why ?? t(outcome)
    return why === undefined ? t(outcome) : `${t(outcome)} ${why}.`
  }
}
