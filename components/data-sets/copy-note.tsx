import { useNow, useTranslations } from "use-intl"
import type { SyncStatus } from "@/lib/client"
import { SupportId } from "../ui/support-id"
import { useCodeText } from "../ui/use-code-text"
import { useRelativeTime } from "../ui/use-relative-time"
import type { ShownState } from "./shown-state"

/** Why a copy is held up, stopped or failed, and how it goes on. */
export function CopyNote({ copy, state }: { copy: SyncStatus; state: ShownState }) {
  const t = useTranslations("dataSets.note")
  const errors = useTranslations("errors")
  const textOf = useCodeText()
  const isFailed = state === "failed"
  if (state === "paused" || state === "part") {
    const text = state === "paused" && !copy.run ? "resting" : state
    return <p className="text-ink-muted text-xs">{t(text)}</p>
  }
  if (!isFailed && state !== "waiting") return null
  const known = copy.reason === null ? undefined : textOf(copy.reason)
  const why = known ? `${known.title}. ${known.detail}` : errors("unexpected.detail")
  return (
    <div className={isFailed ? "grid gap-1 text-critical-ink text-xs" : "text-ink-muted text-xs"}>
      <p>
        {copy.reason === null ? null : why}
        {isFailed ? null : <GoesOn retryAt={copy.retryAt} />}
      </p>
      {isFailed ? <SupportId id={`${copy.reason ?? "internal"} ${copy.path}`} /> : null}
    </div>
  )
}

function GoesOn({ retryAt }: { retryAt: string | null }) {
  const t = useTranslations("dataSets.note")
  const relativeTime = useRelativeTime()
  const now = useNow({ updateInterval: 1000 })
  if (retryAt === null || Date.parse(retryAt) <= now.getTime()) return null
  return ` ${t("goesOn", { when: relativeTime(new Date(retryAt), now) })}`
}
