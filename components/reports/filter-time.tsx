import { useTranslations } from "use-intl"
import { type Day, isDay } from "@/lib/catalogue"
import { Calendar } from "../ui/calendar"
import { Input, type InputProps } from "../ui/input"
import { useToday } from "./use-view-query"

export interface FilterTimeProps {
  /** The text of a `datetime-local` control. */
  readonly text: string
  readonly onChange: (text: string) => void
  /** Shown where the days are to be had by mouse as well. */
  readonly calendar: boolean
  /** The time zone in which it is written; undefined for times that have none. */
  readonly zone: string | undefined
  readonly shared: InputProps
}

/** A moment: its day and time written, its day also chosen in a calendar. */
export function FilterTime({ text, onChange, calendar, zone, shared }: FilterTimeProps) {
  const t = useTranslations("filters")
  const reports = useTranslations("reports")
  const { today } = useToday()
  const day = text.slice(0, 10)
  const choose = (chosen: Day) => onChange(`${chosen}T${text.slice(11) || "00:00:00"}`)
  return (
    <div className="grid gap-2">
      <Input
        {...shared}
        type="datetime-local"
        step={1}
        value={text}
        onValueChange={onChange}
        className="[&::-webkit-calendar-picker-indicator]:hidden"
      />
      <p className="text-ink-faint text-xs">
        {zone ? t("inZone", { zone }) : reports("filter.wallClockHint")}
      </p>
      {calendar ? (
        <Calendar
          selected={isDay(day) ? { from: day, to: day } : undefined}
          today={today}
          onSelect={choose}
        />
      ) : null}
    </div>
  )
}
