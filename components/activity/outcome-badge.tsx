import { CircleCheck, CircleHelp, CircleSlash, CircleX, LoaderCircle } from "lucide-react"
import { useTranslations } from "use-intl"
import type { ActivityEntry } from "@/lib/client"
import { type BadgeLook, IconBadge } from "../ui/icon-badge"
import { outcomeOf, type ShownOutcome } from "./outcome-of"

const looks = {
  intended: { tone: "accent", Icon: LoaderCircle },
  applied: { tone: "positive", Icon: CircleCheck },
  refused: { tone: "critical", Icon: CircleX },
  not_sent: { tone: "neutral", Icon: CircleSlash },
  unknown: { tone: "caution", Icon: CircleHelp },
  unknown_applied: { tone: "positive", Icon: CircleCheck },
  unknown_not_applied: { tone: "neutral", Icon: CircleSlash },
  unknown_changed: { tone: "caution", Icon: CircleHelp },
  unknown_undetermined: { tone: "caution", Icon: CircleHelp },
} as const satisfies Record<ShownOutcome, BadgeLook>

/** How an edit ended, in a word or two. */
export function OutcomeBadge({ entry }: { entry: Pick<ActivityEntry, "outcome" | "verdict"> }) {
  const t = useTranslations("activity.outcome")
  const outcome = outcomeOf(entry)
  return <IconBadge {...looks[outcome]}>{t(outcome)}</IconBadge>
}
