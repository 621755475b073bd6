import { useFormatter, useNow, useTranslations } from "use-intl"
import type { SyncStatus } from "@/lib/client"
import { dateTimeFormat } from "../ui/date-time-format"
import { useRelativeTime } from "../ui/use-relative-time"

const lookEveryMs = 15_000

/** When a copy is due by itself, in words; nothing of one that does not rest. */
function NextRun({ copy: { state, nextAt, everyMinutes } }: { copy: SyncStatus }) {
  const t = useTranslations("dataSets.figures")
  const relativeTime = useRelativeTime()
  const now = useNow({ updateInterval: lookEveryMs })
  if (state !== "idle") return null
  if (everyMinutes === null) return <span>{t("never")}</span>
  if (nextAt === null) return null
  const isSoon = Date.parse(nextAt) <= now.getTime()
  return (
    <span title={nextAt}>
      {isSoon ? t("soon") : t("next", { when: relativeTime(new Date(nextAt), now) })}
    </span>
  )
}

function Freshness({ syncedUntil }: { syncedUntil: string }) {
  const t = useTranslations("dataSets.figures")
  const format = useFormatter()
  const relativeTime = useRelativeTime()
  const now = useNow({ updateInterval: lookEveryMs })
  const then = new Date(syncedUntil)
  const ago = relativeTime(then.getTime() > now.getTime() ? now : then, now)
  return (
    <time dateTime={syncedUntil} title={syncedUntil}>
      {`${t("asOf", { time: format.dateTime(then, dateTimeFormat) })} (${ago})`}
    </time>
  )
}

/** What a copy holds, as of when, and when it is read again. */
export function CopyFigures({ copy }: { copy: SyncStatus }) {
  const t = useTranslations("dataSets.figures")
  const { rows, syncedUntil } = copy
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-0.5 text-ink-muted text-xs tabular">
      <span>{t("rows", { count: rows })}</span>
      {syncedUntil ? <Freshness syncedUntil={syncedUntil} /> : null}
      <NextRun copy={copy} />
    </p>
  )
}
