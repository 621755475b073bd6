"use client"

import { useRouter } from "next/navigation"
import { useEffect, useRef } from "react"
import { useTranslations } from "use-intl"
import { whenTouched } from "@/lib/client"
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

/** Asks the server for the page again when the time is over and somebody is there. */
export function GoOnLater({ seconds }: { seconds: number }) {
  const router = useRouter()
  const stop = useRef(() => {})
  useEffect(() => () => stop.current(), [])
  const goOn = () => {
    stop.current = whenTouched(() => router.refresh())
  }
  return <Countdown seconds={seconds} onEnd={goOn} />
}
