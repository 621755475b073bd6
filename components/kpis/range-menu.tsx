import { CalendarDays } from "lucide-react"
import { useState } from "react"
import { useTranslations } from "use-intl"
import { dayAt, periodDays, presets, type SeriesRange } from "@/lib/catalogue"
import { Button } from "../ui/button"
import { DayRangeForm } from "../ui/day-range-form"
import { Popover, PopoverContent, PopoverTrigger } from "../ui/popover"
import { useRangeText } from "./labels"

interface RangeMenuProps {
  readonly range: SeriesRange
  readonly zone: string
  readonly onChoose: (range: SeriesRange) => void
}

/** A named period, a custom range, or all days. */
export function RangeMenu({ range, zone, onChoose }: RangeMenuProps) {
  const t = useTranslations("kpis.controls")
  const rangeText = useRangeText()
  const [open, setOpen] = useState(false)
  const choose = (next: SeriesRange) => {
    setOpen(false)
    onChoose(next)
  }
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger render={<Button size="sm" />}>
        <CalendarDays aria-hidden="true" />
        <span className="sr-only">{t("range")}</span>
        {rangeText(range)}
      </PopoverTrigger>
      <PopoverContent label={t("range")} className="w-80">
        <div className="grid grid-cols-2 gap-1">
          {([...presets, "all"] as const).map((each) => (
            <Button
              key={each}
              size="sm"
              variant={each === range ? "secondary" : "ghost"}
              aria-pressed={each === range}
              className="justify-start"
              onClick={() => choose(each)}
            >
              {rangeText(each)}
            </Button>
          ))}
        </div>
        <DayRangeForm initial={daysOf(range, zone)} onChoose={choose} />
      </PopoverContent>
    </Popover>
  )
}

/** The editable days of a range; up to today if it has none. */
function daysOf(range: SeriesRange, zone: string) {
  const today = dayAt(Date.now(), zone)
  if (range === "all" || range === "previous" || range === "year") return { from: "", to: today }
  return periodDays(range, today)
}
