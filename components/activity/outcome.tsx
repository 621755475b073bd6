import { CircleCheck, CircleHelp, CircleSlash, CircleX, LoaderCircle } from "lucide-react"
import { useTranslations } from "use-intl"
import type { ActivityEntry } from "../edits/activity-log"
import { type BadgeStyle, IconBadge } from "../ui/icon-badge"
import { useCodeText } from "../ui/use-code-text"

/** The outcome of an edit; if unknown, what reading the department back showed. */
type ShownOutcome =
  | Exclude<ActivityEntry["outcome"], "unknown">
  | "unknown"
  | `unknown_${NonNullable<ActivityEntry["verdict"]>}`

const outcomeOf = ({
  outcome,
  verdict,
}: Pick<ActivityEntry, "outcome" | "verdict">): ShownOutcome =>
  outcome === "unknown" && verdict ? `unknown_${verdict}` : outcome

/** True while the log may still learn the outcome by itself. */
export const isOpen = ({ outcome, verdict }: ActivityEntry): boolean =>
  outcome === "intended" || (outcome === "unknown" && verdict === null)

const badges = {
  intended: { tone: "accent", Icon: LoaderCircle },
  applied: { tone: "positive", Icon: CircleCheck },
  refused: { tone: "critical", Icon: CircleX },
  not_sent: { tone: "neutral", Icon: CircleSlash },
  unknown: { tone: "caution", Icon: CircleHelp },
  unknown_applied: { tone: "positive", Icon: CircleCheck },
  unknown_not_applied: { tone: "neutral", Icon: CircleSlash },
  unknown_changed: { tone: "caution", Icon: CircleHelp },
  unknown_undetermined: { tone: "caution", Icon: CircleHelp },
} as const satisfies Record<ShownOutcome, BadgeStyle>

export function OutcomeBadge({ entry }: { entry: Pick<ActivityEntry, "outcome" | "verdict"> }) {
  const t = useTranslations("activity.outcome")
  const outcome = outcomeOf(entry)
  return <IconBadge {...badges[outcome]}>{t(outcome)}</IconBadge>
}

/** Why an edit failed, or what reading back showed; undefined if there is nothing to report. */
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
