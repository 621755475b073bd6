import { useId } from "react"
import { useTranslations } from "use-intl"
import {
  type Day,
  type DayRange,
  isDay,
  parsePeriod,
  periodDays,
  presets,
  printPeriod,
} from "@/lib/catalogue"
import { Calendar } from "../ui/calendar"
import { Input } from "../ui/input"
import { FilterOptions } from "./filter-options"
import { useToday } from "./use-view-query"

export interface FilterPeriodProps {
  /** As in addresses; `2026-01-01..` until the end is chosen. */
  readonly text: string
  readonly invalid: boolean
  readonly describedBy: string
  readonly onChange: (text: string) => void
  /** Called when a period is chosen directly. */
  readonly onChoose: (text: string) => void
}

interface Ends {
  readonly from: string
  readonly to: string
}

function endsOf(text: string, today: Day): Ends {
  const period = parsePeriod(text)
  if (period) return periodDays(period, today)
  const [from = "", to = ""] = text.split("..")
  return { from, to }
}

/** The highlighted days: a whole range, or only its first day. */
function markedDays({ from, to }: Ends): DayRange | undefined {
  if (!isDay(from)) return isDay(to) ? { from: to, to } : undefined
  return isDay(to) && from <= to ? { from, to } : { from, to: from }
}

/** A named period or a custom range, typed or picked in a calendar. */
export function FilterPeriod({
  text,
  invalid,
  describedBy,
  onChange,
  onChoose,
}: FilterPeriodProps) {
  const t = useTranslations("filters")
  const { today } = useToday()
  const ends = endsOf(text, today)
  const write = ({ from, to }: Ends) => onChange(`${from}..${to}`)
  const isOpen = !parsePeriod(text) && isDay(ends.from) && ends.to === ""
  const select = (day: Day) => {
    if (!isOpen) return write({ from: day, to: "" })
    const [from = day, to = day] = [ends.from, day].toSorted()
    onChange(printPeriod({ from, to }))
  }
  return (
    <div className="grid gap-3 sm:grid-cols-[9.5rem_15rem]">
      <FilterOptions
        label={t("periods.label")}
        options={presets.map((value) => ({ value, label: t(`periods.${value}`) }))}
        value={text}
        others={false}
        onChoose={onChoose}
        className="border-0 max-sm:[&_[cmdk-list-sizer]]:grid max-sm:[&_[cmdk-list-sizer]]:grid-cols-2 [&_[cmdk-list]]:max-h-none [&_[cmdk-list]]:p-0"
      />
      <fieldset aria-label={t("periods.custom")} className="grid content-start gap-2">
        <div className="grid grid-cols-2 gap-2">
          <DayInput
            label={t("periods.from")}
            day={ends.from}
            invalid={invalid}
            describedBy={describedBy}
            onChange={(from) => write({ ...ends, from })}
          />
          <DayInput
            label={t("periods.to")}
            day={ends.to}
            invalid={invalid}
            describedBy={describedBy}
            onChange={(to) => write({ ...ends, to })}
          />
        </div>
        <Calendar selected={markedDays(ends)} today={today} onSelect={select} />
      </fieldset>
    </div>
  )
}

interface DayInputProps {
  readonly label: string
  readonly day: string
  readonly invalid: boolean
  readonly describedBy: string
  readonly onChange: (day: string) => void
}

function DayInput({ label, day, invalid, describedBy, onChange }: DayInputProps) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-ink-muted text-xs">
        {label}
      </label>
      <Input
        id={id}
        type="date"
        size="sm"
        value={day}
        onValueChange={onChange}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        className="[&::-webkit-calendar-picker-indicator]:hidden"
      />
    </div>
  )
}
