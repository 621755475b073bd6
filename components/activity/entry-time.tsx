import { useFormatter, useNow } from "use-intl"
import { dateTimeFormat } from "../ui/date-time"
import { useRelativeTime } from "../ui/use-relative-time"

const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const

const minuteMs = 60_000

/** How long ago an edit was begun, with the clock's time; the exact moment is at hand. */
export function EntryTime({ value }: { value: string }) {
  const format = useFormatter()
  const relativeTime = useRelativeTime()
  const now = useNow({ updateInterval: minuteMs })
  const date = new Date(value)
  return (
    <time
      dateTime={value}
      title={`${format.dateTime(date, { ...dateTimeFormat, second: "2-digit" })} (${value})`}
      className="inline-flex flex-wrap items-baseline gap-x-1.5 tabular sm:flex-col sm:items-start"
    >
      <span suppressHydrationWarning>
        {relativeTime(date, new Date(Math.max(now.getTime(), date.getTime())))}
      </span>
      <span className="text-ink-faint text-xs">{format.dateTime(date, clock)}</span>
    </time>
  )
}
