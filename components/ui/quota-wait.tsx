"use client"

import { Hourglass } from "lucide-react"
import { useTranslations } from "use-intl"
import type { Turn } from "@/lib/client"
import { cn } from "./class-names"
import { useTurn } from "./use-quota"
import { useSecondsUntil } from "./use-seconds-until"

export interface QuotaWaitProps {
  /** A card over what is on its way, or a line beside other words. */
  readonly look: "card" | "line"
  readonly className?: string | undefined
}

/** For a page that waits: the place in the quota's queue and the time it will take; nothing while others or nobody waits for the quota. */
export function QuotaWait({ look, className }: QuotaWaitProps) {
  const t = useTranslations("quota")
  const turn = useTurn()
  const title = turn && t(turn.isPaused ? "wait.paused" : "wait.title")
  if (look === "line")
    return (
      <span className={className}>
        <span role="status">{title && `${title}. `}</span>
        {turn ? <TurnText turn={turn} /> : null}
      </span>
    )
  return (
    <div
      className={cn(
        "max-w-sm text-balance text-center",
        turn && "rounded-lg bg-raised px-6 py-5 shadow-popup",
        className,
      )}
    >
      {turn ? (
        <Hourglass className="mx-auto mb-3 size-5 text-caution-ink" aria-hidden="true" />
      ) : null}
      <p role="status" className="font-medium">
        {title}
      </p>
      {turn ? (
        <p className="mt-1 text-ink-muted">
          <TurnText turn={turn} />
        </p>
      ) : null}
    </div>
  )
}

function TurnText({ turn: { place, until } }: { turn: Turn }) {
  const t = useTranslations("quota")
  const seconds = useSecondsUntil(until)
  return (
    <span role="timer" aria-live="off" className="tabular">
      <span className="inline-block">{t("wait.place", { place })}</span>{" "}
      <span className="inline-block">{t("wait.about", { seconds })}</span>
    </span>
  )
}
