"use client"

import { useRouter } from "next/navigation"
import { useTranslations } from "use-intl"
import { useCountdown } from "./use-countdown"

export interface CountdownProps {
  readonly seconds: number
  readonly onEnd: () => void
}

/** How long to wait; at the end the work goes on by itself. Seen, but not spoken every second. */
export function Countdown({ seconds, onEnd }: CountdownProps) {
  const t = useTranslations("quota")
  const left = useCountdown(seconds, onEnd)
  return (
    <span role="timer" aria-live="off" className="tabular">
      {t("goesOn", { seconds: left })}
    </span>
  )
}

/** Asks the server for the page again when the time is over. */
export function GoOnLater({ seconds }: { seconds: number }) {
  const router = useRouter()
  return <Countdown seconds={seconds} onEnd={() => router.refresh()} />
}
