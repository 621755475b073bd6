"use client"

import { useFormatter, useNow } from "use-intl"
import { cn } from "./class-names"
import { dateTimeFormat } from "./date-time-format"
import { useRelativeTime } from "./use-relative-time"

export { dateTimeFormat }

export interface DateTimeProps {
  /** ISO 8601 with a zone. */
  readonly value: string
  /** Adds the relative time in small print. */
  readonly relative?: boolean
  readonly className?: string | undefined
}

const minuteMs = 60_000

/** The page's clock does not advance, and a record changed since then is not in the future. */
const isJustNow = (date: Date, now: Date) => date > now && date.getTime() < Date.now() + minuteMs

/** A moment in the reader's time zone; the title has the exact value. */
export function DateTime({ value, relative = false, className }: DateTimeProps) {
  const format = useFormatter()
  const relativeTime = useRelativeTime()
  const now = useNow()
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) return <span className={className}>{value}</span>
  return (
    <span className={cn("inline-flex flex-wrap items-baseline gap-x-2", className)}>
      <time dateTime={value} title={value}>
        {format.dateTime(date, dateTimeFormat)}
      </time>
      {relative ? (
        <span suppressHydrationWarning className="text-ink-faint text-xs print:hidden">
          {relativeTime(date, isJustNow(date, now) ? date : now)}
        </span>
      ) : null}
    </span>
  )
}
