import { CalendarDays } from "lucide-react"
import { useState } from "react"
import { useTimeZone, useTranslations } from "use-intl"
import { dayAt, type Period, periodDays, presets } from "@/lib/catalogue"
import { Button } from "../ui/button"
import { DayRangeForm } from "../ui/day-range-form"
import { Popover, PopoverContent, PopoverTrigger } from "../ui/popover"
import { useDateRange } from "../ui/use-date-range"

export interface PeriodControlProps {
  /** Undefined means any time. */
  readonly period: Period | undefined
  readonly onPeriod: (period: Period | undefined) => void
}

const dayFormat = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const

/** Selects the days shown: a named period, a custom range, or all. */
export function PeriodControl({ period, onPeriod }: PeriodControlProps) {
  const t = useTranslations("activity.filter")
  const periods = useTranslations("filters.periods")
  const dateRange = useDateRange()
  const [open, setOpen] = useState(false)
  const today = dayAt(Date.now(), useTimeZone() ?? "UTC")
  const initial = period ? periodDays(period, today) : { from: "", to: today }
  const choose = (next: Period | undefined) => {
    setOpen(false)
    onPeriod(next)
  }
  const textOf = (each: Period | undefined) => {
    if (each === undefined) return t("anyTime")
    if (typeof each === "string") return periods(each)
    return dateRange(new Date(each.from), new Date(each.to), dayFormat)
  }
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger render={<Button size="sm" className="max-sm:w-full" />}>
        <CalendarDays aria-hidden="true" />
        <span className="sr-only">{t("period")}</span>
        {textOf(period)}
      </PopoverTrigger>
      <PopoverContent label={t("period")} className="w-80">
        <div className="grid grid-cols-2 gap-1">
          {[undefined, ...presets].map((each) => (
            <Button
              key={each ?? ""}
              size="sm"
              variant={each === period ? "secondary" : "ghost"}
              aria-pressed={each === period}
              className="justify-start"
              onClick={() => choose(each)}
            >
              {textOf(each)}
            </Button>
          ))}
        </div>
        <DayRangeForm initial={initial} onChoose={choose} />
      </PopoverContent>
    </Popover>
  )
}
