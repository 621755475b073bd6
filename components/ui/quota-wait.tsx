"use client"

import { Hourglass } from "lucide-react"
import { useEffect, useState } from "react"
import { useTranslations } from "use-intl"
import type { QueuePosition } from "@/lib/client"
import { cn } from "./class-names"
import { useSecondsUntil } from "./use-countdown"
import { useQueuePosition } from "./use-quota"
import { beginWait } from "./waits"

export interface QuotaWaitProps {
  /** A card over the page, or a line of text beside other text. */
  readonly variant: "card" | "line"
  readonly className?: string | undefined
}

/** The queue position and the time left of a waiting page; empty while nobody waits for quota. */
export function QuotaWait({ variant, className }: QuotaWaitProps) {
  const t = useTranslations("quota")
  const waiting = useQueuePosition()
  const title = waiting && t(waiting.isPaused ? "wait.paused" : "wait.title")
  if (variant === "line")
    return (
      <span className={className}>
        <span role="status">{title && `${title}. `}</span>
        {waiting ? <PositionText {...waiting} /> : null}
      </span>
    )
  return (
    <div
      className={cn(
        "max-w-sm text-balance text-center",
        waiting && "rounded-lg bg-raised px-6 py-5 shadow-popup",
        className,
      )}
    >
      {waiting ? (
        <Hourglass className="mx-auto mb-3 size-5 text-caution-ink" aria-hidden="true" />
      ) : null}
      <p role="status" className="font-medium">
        {title}
      </p>
      {waiting ? (
        <p className="mt-1 text-ink-muted">
          <PositionText {...waiting} />
        </p>
      ) : null}
    </div>
  )
}

function PositionText({ position, until }: Pick<QueuePosition, "position" | "until">) {
  const t = useTranslations("quota")
  const seconds = useSecondsUntil(until)
  return (
    <span role="timer" aria-live="off" className="tabular">
      <span className="inline-block">{t("wait.position", { position })}</span>{" "}
      <span className="inline-block">{t("wait.about", { seconds })}</span>
    </span>
  )
}

/**
 * Shown over a page that the server still waits for. It is outside the boundary, because React does
 * not hydrate a fallback that the server streamed.
 */
export function WaitNotice({ until }: { until: Promise<null> }) {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const endWait = beginWait()
    const end = () => {
      endWait()
      setIsOver(true)
    }
    until.then(end, end)
    return endWait
  }, [until])
  if (isOver) return null
  return (
    <div className="pointer-events-none absolute inset-x-0 top-48 grid justify-center px-4">
      <QuotaWait variant="card" />
    </div>
  )
}
