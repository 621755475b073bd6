"use client"

import { useFormatter, useNow, useTranslations } from "use-intl"
import { dateTimeFormat } from "./date-time-format"

const dayFormat = { dateStyle: "short" } as const
const timeFormat = { timeStyle: "short" } as const

/** The age of data in the standard phrase: "Updated 18:04", with the day unless it is today. */
export function useUpdatedText(): (asOf: string | null | undefined, timeZone?: string) => string {
  const t = useTranslations("common")
  const format = useFormatter()
  const now = useNow()
  return (asOf, timeZone) => {
    if (!asOf) return t("updatedNow")
    const zone = timeZone === undefined ? {} : { timeZone }
    const [date, day] = [new Date(asOf), { ...dayFormat, ...zone }]
    const isToday = format.dateTime(date, day) === format.dateTime(now, day)
    const shown = isToday ? timeFormat : dateTimeFormat
    return t("updated", { time: format.dateTime(date, { ...shown, ...zone }) })
  }
}

interface UpdatedAtProps {
  /** ISO 8601; absent for data that just arrived. */
  readonly value: string | null | undefined
  readonly timeZone?: string | undefined
}

/** Same, with the exact time as its title. */
export function UpdatedAt({ value, timeZone }: UpdatedAtProps) {
  const text = useUpdatedText()(value, timeZone)
  return (
    <time dateTime={value ?? undefined} title={value ?? undefined} suppressHydrationWarning>
      {text}
    </time>
  )
}
