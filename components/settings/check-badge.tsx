import { CircleCheck, CircleHelp, CircleX, LoaderCircle, Lock, PowerOff } from "lucide-react"
import { useTranslations } from "use-intl"
import { Badge, type BadgeTone } from "../ui/badge"
import type { WorkspaceCheck } from "./workspace"

export type CheckState = "running" | "failed" | WorkspaceCheck

const badges = {
  exists: { tone: "positive", Icon: CircleCheck },
  not_found: { tone: "critical", Icon: CircleX },
  no_access: { tone: "caution", Icon: Lock },
  feature_off: { tone: "caution", Icon: PowerOff },
  unclear: { tone: "neutral", Icon: CircleHelp },
} as const satisfies Record<WorkspaceCheck["result"], { tone: BadgeTone; Icon: typeof Lock }>

/** The platform's verdict on an entry. */
export function CheckBadge({ state }: { state: CheckState | undefined }) {
  const t = useTranslations("settings.check")
  if (state === undefined) return null
  if (state === "running")
    return (
      <Badge>
        <LoaderCircle className="motion-safe:animate-spin" aria-hidden="true" />
        {t("running")}
      </Badge>
    )
  if (state === "failed" || state.code !== undefined)
    return <Badge tone="caution">{t("failed")}</Badge>
  const { result, through: name } = state
  const { tone, Icon } = badges[result]
  const isThrough = name !== undefined && (result === "exists" || result === "unclear")
  return (
    <Badge tone={tone}>
      <Icon aria-hidden="true" />
      <span className="truncate">{isThrough ? t(`${result}Through`, { name }) : t(result)}</span>
    </Badge>
  )
}
