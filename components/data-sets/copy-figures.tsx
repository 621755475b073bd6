import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CirclePause,
  Clock,
  LoaderCircle,
} from "lucide-react"
import { useFormatter, useNow, useTranslations } from "use-intl"
import type { SyncProgress, SyncStatus } from "@/lib/client"
import { dateTimeFormat } from "../ui/date-time-format"
import { type BadgeStyle, IconBadge } from "../ui/icon-badge"
import { ProgressBar } from "../ui/progress-bar"
import { SupportId } from "../ui/support-id"
import { useCodeText } from "../ui/use-code-text"
import { useRelativeTime } from "../ui/use-relative-time"
import type { ShownState } from "./listed-copy"

/** Why a copy is delayed, stopped or failed, and how it continues. */
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

function useProgressText({ rows, pages, share, callsLeft, minutesLeft }: SyncProgress): string {
  const t = useTranslations("dataSets.progress")
  const left =
    callsLeft === null
      ? [t("unknown")]
      : [
          t("calls", { count: callsLeft }),
          ...(minutesLeft === null ? [] : [t("minutes", { minutes: Math.round(minutesLeft) })]),
        ]
  return [
    ...(share === null ? [] : [t("share", { share: Math.floor(share * 100) / 100 })]),
    t("rows", { count: rows }),
    t("pages", { count: pages }),
    ...left,
  ].join(" · ")
}

interface CopyProgressProps {
  readonly name: string
  readonly copy: SyncStatus
  readonly run: SyncProgress
}

/** The progress of a run; indeterminate until it can be estimated. */
export function CopyProgressBar({ name, copy, run }: CopyProgressProps) {
  const t = useTranslations("dataSets.progress")
  const text = useProgressText(run)
  const { share } = run
  const moves = copy.state === "running" && !copy.isWaiting
  return (
    <div className="grid gap-1.5">
      <ProgressBar label={t("label", { name })} text={text} share={share} moves={moves} />
      <p className="text-ink-muted text-xs tabular">{text}</p>
    </div>
  )
}

const badges = {
  none: { tone: "outline", Icon: CircleDashed },
  copying: { tone: "accent", Icon: LoaderCircle },
  updating: { tone: "accent", Icon: LoaderCircle },
  checking: { tone: "accent", Icon: LoaderCircle },
  waiting: { tone: "caution", Icon: Clock },
  paused: { tone: "neutral", Icon: CirclePause },
  complete: { tone: "positive", Icon: CircleCheck },
  part: { tone: "caution", Icon: CircleDashed },
  failed: { tone: "critical", Icon: CircleAlert },
} as const satisfies Record<ShownState, BadgeStyle>

export function StateBadge({ state }: { state: ShownState }) {
  const t = useTranslations("dataSets.badge")
  return <IconBadge {...badges[state]}>{t(state)}</IconBadge>
}

const refreshMs = 15_000

/** When the next automatic run is due; empty unless the copy is idle. */
function NextRun({ copy: { state, nextAt, everyMinutes } }: { copy: SyncStatus }) {
  const t = useTranslations("dataSets.figures")
  const relativeTime = useRelativeTime()
  const now = useNow({ updateInterval: refreshMs })
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
  const now = useNow({ updateInterval: refreshMs })
  const then = new Date(syncedUntil)
  const ago = relativeTime(then.getTime() > now.getTime() ? now : then, now)
  return (
    <time dateTime={syncedUntil} title={syncedUntil}>
      {`${t("asOf", { time: format.dateTime(then, dateTimeFormat) })} (${ago})`}
    </time>
  )
}

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
