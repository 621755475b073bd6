"use client"

import { CloudOff, Hourglass, type LucideIcon, Pause } from "lucide-react"
import { useTranslations } from "use-intl"
import type { Quota, QuotaSnapshot } from "@/lib/client"
import { cn } from "../ui/class-names"
import { Popover, PopoverContent, PopoverTrigger } from "../ui/popover"
import { useQuota } from "../ui/use-quota"
import { QuotaDetails } from "./quota-details"
import { type QuotaState, quotaState, shareOf } from "./quota-state"

const radius = 6
const round = 2 * Math.PI * radius

/** A small ring that fills as the quota is used; the figure beside it says the same. */
function QuotaRing({ share }: { share: number }) {
  const circle = { cx: 8, cy: 8, r: radius, fill: "none", strokeWidth: 2.5 }
  return (
    <svg viewBox="0 0 16 16" className="-rotate-90 size-4 shrink-0" aria-hidden="true">
      <circle {...circle} className="stroke-line-strong" />
      <circle
        {...circle}
        className="stroke-current transition-[stroke-dasharray]"
        strokeDasharray={`${share * round} ${round}`}
      />
    </svg>
  )
}

const icons: Readonly<Record<Exclude<QuotaState, "calm">, LucideIcon>> = {
  down: CloudOff,
  paused: Pause,
  waiting: Hourglass,
}

const tones = {
  calm: "text-ink-muted",
  waiting: "text-caution-ink",
  paused: "text-caution-ink",
  down: "text-critical-ink",
} as const satisfies Record<QuotaState, string>

const usesNoLimit = ({ quota }: QuotaSnapshot) => quota.platformLimit === null && !quota.isDown

/** How much of the platform's quota everybody together uses; what is behind the figure opens on demand. */
export function QuotaMeter() {
  const t = useTranslations("quota")
  const snapshot = useQuota()
  if (snapshot && usesNoLimit(snapshot)) return null
  const state = snapshot ? quotaState(snapshot.quota) : "calm"
  return (
    <Popover>
      <PopoverTrigger
        disabled={!snapshot}
        className={cn(
          "flex h-8 min-w-8 items-center justify-center gap-2 whitespace-nowrap rounded-md px-2 text-xs tabular transition-colors hover:bg-hover data-popup-open:bg-hover sm:min-w-22",
          tones[state],
        )}
      >
        {snapshot ? (
          <Figures state={state} quota={snapshot.quota} />
        ) : (
          <>
            <QuotaRing share={0} />
            <span className="sr-only">{t("meter.unknown")}</span>
          </>
        )}
      </PopoverTrigger>
      {snapshot ? (
        <PopoverContent align="end" label={t("details.label")} className="w-80 p-4">
          <QuotaDetails snapshot={snapshot} state={state} />
        </PopoverContent>
      ) : null}
    </Popover>
  )
}

function Figures({ state, quota }: { state: QuotaState; quota: Quota }) {
  const t = useTranslations("quota")
  const { used, waiting } = quota
  const platformLimit = quota.platformLimit ?? 0
  const long = t("meter.usedLong", { used, platformLimit })
  if (state === "calm")
    return (
      <>
        <QuotaRing share={shareOf(used, quota)} />
        <span className="sr-only xl:hidden">{long}</span>
        <span className="hidden sm:inline xl:hidden" aria-hidden="true">
          {t("meter.used", { used, platformLimit })}
        </span>
        <span className="hidden xl:inline">{long}</span>
      </>
    )
  const Icon = icons[state]
  return (
    <>
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      <span className="sr-only font-medium sm:not-sr-only">
        {t(`meter.${state}`, { count: waiting.person })}
      </span>
      {quota.platformLimit ? <span className="sr-only">{long}</span> : null}
    </>
  )
}
