import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CirclePause,
  Clock,
  LoaderCircle,
} from "lucide-react"
import { useTranslations } from "use-intl"
import { type BadgeLook, IconBadge } from "../ui/icon-badge"
import type { ShownState } from "./shown-state"

const looks = {
  none: { tone: "outline", Icon: CircleDashed },
  copying: { tone: "accent", Icon: LoaderCircle },
  updating: { tone: "accent", Icon: LoaderCircle },
  checking: { tone: "accent", Icon: LoaderCircle },
  waiting: { tone: "caution", Icon: Clock },
  paused: { tone: "neutral", Icon: CirclePause },
  complete: { tone: "positive", Icon: CircleCheck },
  part: { tone: "caution", Icon: CircleDashed },
  failed: { tone: "critical", Icon: CircleAlert },
} as const satisfies Record<ShownState, BadgeLook>

/** What a copy is doing. */
export function StateBadge({ state }: { state: ShownState }) {
  const t = useTranslations("dataSets.badge")
  return <IconBadge {...looks[state]}>{t(state)}</IconBadge>
}
