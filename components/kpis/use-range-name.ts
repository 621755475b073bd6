import { useCallback } from "react"
import { useTranslations } from "use-intl"
import type { RangeSeries, SeriesAnswer, SeriesRange } from "@/lib/catalogue"
import { useDateRange } from "../ui/use-date-range"

const day = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const

/** Writes the days of a range. */
export function useDaysText(): (range: Pick<RangeSeries, "from" | "to">) => string {
  const dateRange = useDateRange()
  return useCallback(({ from, to }) => dateRange(new Date(from), new Date(to), day), [dateRange])
}

/** Names what a question asks to look at, without its days. */
export function useRangeText(): (range: SeriesRange) => string {
  const t = useTranslations("kpis.ranges")
  const periods = useTranslations("filters.periods")
  const daysText = useDaysText()
  return useCallback(
    (range) => {
      if (typeof range !== "string") return daysText(range)
      if (range === "all" || range === "previous" || range === "year") return t(range)
      return periods(range)
    },
    [t, periods, daysText],
  )
}

/** Names the ranges of an answer, as its lines are called. */
export function useRangeName(answer: SeriesAnswer): (index: number) => string {
  const t = useTranslations("kpis.ranges")
  const rangeText = useRangeText()
  return useCallback(
    (index) => {
      const range = answer.ranges[index]?.range
      if (range === undefined) return ""
      return index === 0 ? t("this") : rangeText(range)
    },
    [answer, t, rangeText],
  )
}
