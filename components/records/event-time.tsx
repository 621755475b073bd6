"use client"

import { useFormatter, useTimeZone, useTranslations } from "use-intl"
import { dateTimeFormat } from "../ui/date-time-format"

const canShow = (zone: string | undefined): zone is string => {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone })
    return zone !== undefined
  } catch {
    return false
  }
}

export interface EventTimeProps {
  /** ISO 8601 with a zone. */
  readonly value: string
  /** The time zone of the place; unknown names are ignored. */
  readonly zone?: string | undefined
}

/** A moment in local time of the place, and in the reader's zone if that differs. */
export function EventTime({ value, zone }: EventTimeProps) {
  const t = useTranslations("records")
  const format = useFormatter()
  const own = useTimeZone()
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) return value
  const mine = format.dateTime(date, dateTimeFormat)
  const there = canShow(zone) ? format.dateTime(date, { ...dateTimeFormat, timeZone: zone }) : mine
  return (
    <>
      <time dateTime={value} title={value}>
        {there}
      </time>
      <span className="block text-ink-faint text-xs">
        {zone ?? own}
        {there === mine ? null : ` · ${t("event.yourTime")}: ${mine}`}
      </span>
    </>
  )
}
