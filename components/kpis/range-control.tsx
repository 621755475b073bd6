import { CalendarDays } from "lucide-react"
import { useState } from "react"
import { useTranslations } from "use-intl"
import { dayAt, periodDays, presets, type SeriesQuestion, type SeriesRange } from "@/lib/catalogue"
import { Button } from "../ui/button"
import { DayRangeForm } from "../ui/day-range-form"
import { Popover, PopoverContent, PopoverTrigger } from "../ui/popover"
import type { QuestionPartProps } from "./explorer-setup"
import { useRangeText } from "./use-range-name"

/** Which days are looked at: a period by its name, days from one to another, or all that there are. */
export function RangeControl({ question, ask }: QuestionPartProps) {
  const t = useTranslations("kpis")
  const rangeText = useRangeText()
  const [open, setOpen] = useState(false)
  const [first, ...others] = question.ranges
  const choose = (range: SeriesRange) => {
    setOpen(false)
    ask({ ranges: [range, ...others.filter((each) => each !== range)] })
  }
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger render={<Button size="sm" />}>
        <CalendarDays aria-hidden="true" />
        <span className="sr-only">{t("controls.range")}</span>
        {rangeText(first)}
      </PopoverTrigger>
      <PopoverContent label={t("controls.range")} className="w-80">
        <div className="grid grid-cols-2 gap-1">
          {([...presets, "all"] as const).map((range) => (
            <Button
              key={range}
              size="sm"
              variant={range === first ? "secondary" : "ghost"}
              aria-pressed={range === first}
              className="justify-start"
              onClick={() => choose(range)}
            >
              {rangeText(range)}
            </Button>
          ))}
        </div>
        <DayRangeForm initial={daysOf(question)} onChoose={choose} />
      </PopoverContent>
    </Popover>
  )
}

/** The days that a question looks at, to be changed; up to today where it does not say them. */
function daysOf({ ranges: [first], zone }: SeriesQuestion) {
  const today = dayAt(Date.now(), zone)
  if (first === "all" || first === "previous" || first === "year") return { from: "", to: today }
  return periodDays(first, today)
}
