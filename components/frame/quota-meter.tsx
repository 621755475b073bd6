"use client"

import { CloudOff, Hourglass, type LucideIcon, Pause } from "lucide-react"
import { useTranslations } from "use-intl"
import type { QuotaSnapshot } from "@/lib/client"
import { cn } from "../ui/class-names"
import { Popover, PopoverContent, PopoverTrigger } from "../ui/popover"
import { useQuota } from "../ui/use-quota"
import { QuotaDetails } from "./quota-details"
import { type QuotaState, quotaState } from "./quota-state"

const icons: Readonly<Record<Exclude<QuotaState, "calm">, LucideIcon>> = {
  down: CloudOff,
  paused: Pause,
  waiting: Hourglass,
}

const tones = {
  waiting: "text-caution-ink",
  paused: "text-caution-ink",
  down: "text-critical-ink",
} as const satisfies Record<Exclude<QuotaState, "calm">, string>

const usesNoLimit = ({ quota }: QuotaSnapshot) => quota.platformLimit === null && !quota.isDown

/** Shows that people wait for the platform and why; nothing otherwise. Details open on demand. */
export function QuotaMeter() {
  const t = useTranslations("quota")
  const snapshot = useQuota()
  if (!snapshot || usesNoLimit(snapshot)) return null
  const { quota } = snapshot
  const state = quotaState(quota)
  if (state === "calm") return null
  const Icon = icons[state]
  return (
    <Popover>
      <PopoverTrigger
        className={cn(
          "flex h-8 min-w-8 items-center justify-center gap-2 whitespace-nowrap rounded-md px-2 text-xs tabular transition-colors hover:bg-hover data-popup-open:bg-hover sm:min-w-22",
          tones[state],
        )}
      >
        <Icon className="size-4 shrink-0" aria-hidden="true" />
        <span className="sr-only font-medium sm:not-sr-only">
          {t(`meter.${state}`, { count: quota.waiting.person })}
        </span>
      </PopoverTrigger>
      <PopoverContent align="end" label={t("details.label")} className="w-80 p-4">
        <QuotaDetails snapshot={snapshot} state={state} />
      </PopoverContent>
    </Popover>
  )
}
