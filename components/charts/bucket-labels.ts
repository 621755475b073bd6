import { useCallback, useMemo } from "react"
import { useFormatter, useLocale, useTranslations } from "use-intl"
import { addDays, type BucketSize, dayAt, weekdayOf } from "@/lib/catalogue"
import { useDateRange } from "../ui/use-date-range"
import { bucketTicks, type TickUnit } from "./bucket-ticks"
import type { ChartTick } from "./series-chart"

/** The ISO 8601 week number of a day, and the year of that week. */
function isoWeek(day: string): { readonly week: number; readonly year: number } {
  const thursday = addDays(day, 4 - weekdayOf(day))
  const year = Number(thursday.slice(0, 4))
  const days = (Date.parse(`${thursday}T00:00Z`) - Date.UTC(year, 0, 1)) / 86_400_000
  return { week: Math.floor(days / 7) + 1, year }
}

const dayFormat = { day: "numeric", month: "short", year: "numeric" } as const
const hourFormat = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const

/** Formats a bucket from its start and its exclusive end. */
export type BucketLabel = (from: number, to: number) => string

/** Formats buckets of a size on the calendar of a time zone. */
export function useBucketLabel(bucket: BucketSize, timeZone: string): BucketLabel {
  const t = useTranslations("kpis.bucketNames")
  const dateRange = useDateRange()
  const locale = useLocale()
  return useMemo(() => {
    const date = (ms: number, options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(ms)
    const labels: Readonly<Record<BucketSize, BucketLabel>> = {
      hour: (from) => date(from, { ...dayFormat, ...hourFormat, timeZoneName: "short" }),
      day: (from) => date(from, { ...dayFormat, weekday: "short" }),
      week: (from, to) =>
        t("week", {
          week: isoWeek(dayAt(from, timeZone)).week,
          days: dateRange(new Date(from), new Date(to - 1), { ...dayFormat, timeZone }),
        }),
      month: (from) => date(from, { month: "long", year: "numeric" }),
      quarter: (from) => {
        const day = dayAt(from, timeZone)
        const quarter = Math.ceil(Number(day.slice(5, 7)) / 3)
        return t("quarter", { quarter, year: day.slice(0, 4) })
      },
      year: (from) => date(from, { year: "numeric" }),
    }
    return labels[bucket]
  }, [bucket, timeZone, dateRange, locale, t])
}

/** Pixels per bucket label on the time axis. */
const tickRoom = 84

/** Labels as many buckets as fit on an axis of this width. */
export function useTicks(
  timeZone: string,
): (edges: readonly number[], bucket: BucketSize, width: number) => ChartTick[] {
  const label = useTickLabel(timeZone)
  return useCallback(
    (edges, bucket, width) => {
      const max = Math.max(2, Math.floor(width / tickRoom))
      const { indexes, unit } = bucketTicks(edges, bucket, timeZone, max)
      return indexes.map((index) => ({ index, label: label(edges[index] ?? 0, unit) }))
    },
    [label, timeZone],
  )
}

function useTickLabel(timeZone: string): (ms: number, unit: TickUnit) => string {
  const format = useFormatter()
  return useMemo(
    () => (ms, unit) => {
      const date = new Date(ms)
      const isMidnight = dayAt(ms - 1, timeZone) !== dayAt(ms, timeZone)
      if (unit === "hour" && !isMidnight) return format.dateTime(date, { ...hourFormat, timeZone })
      if (unit === "month")
        return format.dateTime(date, { month: "short", year: "2-digit", timeZone })
      if (unit === "year") return format.dateTime(date, { year: "numeric", timeZone })
      return format.dateTime(date, { day: "numeric", month: "short", timeZone })
    },
    [format, timeZone],
  )
}
