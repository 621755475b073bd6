"use client"

import { CloudOff, Hourglass, type LucideIcon, Pause } from "lucide-react"
import { useTranslations } from "use-intl"
import type { QuotaSnapshot } from "@/lib/client"
import { cn } from "../ui/class-names"
import { Popover, PopoverContent, PopoverTrigger } from "../ui/popover"
import { useSecondsUntil } from "../ui/use-countdown"
import { useQuota } from "../ui/use-quota"
import { type QuotaState, quotaState } from "./quota-state"

type ShownState = Exclude<QuotaState, "calm">

const icons: Readonly<Record<ShownState, LucideIcon>> = {
  down: CloudOff,
  paused: Pause,
  waiting: Hourglass,
}

const tones = {
  waiting: "text-caution-ink",
  paused: "text-caution-ink",
  down: "text-critical-ink",
} as const satisfies Record<ShownState, string>

const usesNoLimit = ({ quota }: QuotaSnapshot) => quota.platformLimit === null && !quota.isDown

/** Shows that people wait for the platform; opens how long. Nothing otherwise. */
export function QuotaMeter() {
  const t = useTranslations("quota.meter")
  const snapshot = useQuota()
  if (!snapshot || usesNoLimit(snapshot)) return null
  const state = quotaState(snapshot.quota)
  if (state === "calm") return null
  const Icon = icons[state]
  return (
    <Popover>
      <PopoverTrigger
        className={cn(
          "flex h-8 min-w-8 items-center justify-center gap-2 whitespace-nowrap rounded-md px-2 text-xs tabular transition-colors hover:bg-hover data-popup-open:bg-hover",
          tones[state],
        )}
      >
        <Icon className="size-4 shrink-0" aria-hidden="true" />
        <span className="sr-only font-medium sm:not-sr-only">{t(state)}</span>
      </PopoverTrigger>
      <PopoverContent align="end" label={t(state)} className="w-80 p-4 text-sm">
        <Prospect snapshot={snapshot} state={state} />
      </PopoverContent>
    </Popover>
  )
}

interface ProspectProps {
  readonly snapshot: QuotaSnapshot
  readonly state: ShownState
}

/** When pages continue, with a countdown. */
function Prospect({ snapshot: { quota, at }, state }: ProspectProps) {
  const t = useTranslations("quota.details")
  const wait = { paused: quota.pausedSeconds, waiting: quota.turnInSeconds, down: 0 }
  const seconds = useSecondsUntil(at + wait[state] * 1000)
  return <p>{t(state, { seconds })}</p>
}
