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

/**
 * The time to wait; work continues by itself at the end. Visible, but not announced every second.
 */
export function Countdown({ seconds, onEnd }: CountdownProps) {
  const t = useTranslations("quota")
  const left = useCountdown(seconds, onEnd)
  return (
    <span role="timer" aria-live="off" className="tabular">
      {t("goesOn", { seconds: left })}
    </span>
  )
}

/** Refreshes the page after the wait, once it is visible. */
export function GoOnLater({ seconds }: { seconds: number }) {
  const router = useRouter()
  const stop = useRef(() => {})
  useEffect(() => () => stop.current(), [])
  const goOn = () => {
    stop.current = whenTouched(() => router.refresh())
  }
  return <Countdown seconds={seconds} onEnd={goOn} />
}
