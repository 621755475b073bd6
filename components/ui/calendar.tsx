// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a month is a table that is a grid of days (ARIA's date picker)
// biome-ignore-all lint/a11y/useFocusableInteractive: the button in a day's cell holds the focus
"use client"

import { ChevronLeft, ChevronRight } from "lucide-react"
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react"
import { useFormatter, useLocale, useTranslations } from "use-intl"
import { addDays, type Day, type DayRange, startOfMonth, weekdayOf } from "@/lib/catalogue"
import { cn } from "./class-names"
import { IconButton } from "./icon-button"

interface WithWeeks {
  readonly getWeekInfo?: () => { readonly firstDay: number }
  readonly weekInfo?: { readonly firstDay: number }
}

/**
 * The first weekday of a language's region: 1 is Monday, 7 is Sunday; Monday if the runtime does
 * not know.
 */
export function firstWeekdayOf(language: string): number {
  const locale: Intl.Locale & WithWeeks = new Intl.Locale(language)
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1
}

export const startOfShownWeek = (day: Day, firstWeekday: number): Day =>
  addDays(day, -((weekdayOf(day) - firstWeekday + 7) % 7))

/** The weeks of a month, always six so that the calendar keeps its height. */
export function monthWeeks(month: Day, firstWeekday: number): Day[][] {
  const first = startOfShownWeek(startOfMonth(month), firstWeekday)
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => addDays(first, week * 7 + day)),
  )
}

/** The same day N months later, or the month's last day if it is shorter. */
export function addMonths(day: Day, count: number): Day {
  const month = startOfMonth(day, count)
  const last = addDays(startOfMonth(month, 1), -1)
  const same = `${month.slice(0, 8)}${day.slice(8)}`
  return same < last ? same : last
}

/** The day that a key moves to (ARIA date grid); undefined for other keys. */
export function dayForKey(
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  day: Day,
  firstWeekday: number,
): Day | undefined {
  if (key === "ArrowLeft") return addDays(day, -1)
  if (key === "ArrowRight") return addDays(day, 1)
  if (key === "ArrowUp") return addDays(day, -7)
  if (key === "ArrowDown") return addDays(day, 7)
  if (key === "Home") return startOfShownWeek(day, firstWeekday)
  if (key === "End") return addDays(startOfShownWeek(day, firstWeekday), 6)
  if (key === "PageUp") return addMonths(day, shiftKey ? -12 : -1)
  if (key === "PageDown") return addMonths(day, shiftKey ? 12 : 1)
  return undefined
}

interface CalendarProps {
  /** The selected days; a single day is a range. */
  readonly selected: DayRange | undefined
  readonly today: Day
  readonly onSelect: (day: Day) => void
}

const toDate = (day: Day) => new Date(`${day}T00:00:00Z`)

/**
 * A month to pick a day from, by mouse or keyboard: arrows, Home, End, Page Up and Page Down; Shift
 * moves by years.
 */
export function Calendar({ selected, today, onSelect }: CalendarProps) {
  const [active, setActive] = useState(selected?.to ?? today)
  const [byKey, setByKey] = useState(false)
  const firstWeekday = firstWeekdayOf(useLocale())
  const headingId = useId()
  const go = (day: Day, key: boolean) => {
    setActive(day)
    setByKey(key)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayForKey(event, active, firstWeekday)
    if (!next) return
    event.preventDefault()
    go(next, true)
  }
  const weeks = monthWeeks(active, firstWeekday)
  return (
    <div className="grid gap-1">
      <MonthHeading
        id={headingId}
        month={active}
        onMove={(count) => go(addMonths(active, count), false)}
      />
      <table
        role="grid"
        aria-labelledby={headingId}
        onKeyDown={onKeyDown}
        className="border-separate border-spacing-y-0.5"
      >
        <WeekdayNames week={weeks[0] ?? []} />
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <DayCell
                  key={day}
                  day={day}
                  month={active}
                  selected={selected}
                  isToday={day === today}
                  isActive={day === active}
                  takesFocus={byKey}
                  onSelect={(chosen) => {
                    go(chosen, false)
                    onSelect(chosen)
                  }}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface MonthHeadingProps {
  readonly id: string
  readonly month: Day
  readonly onMove: (count: number) => void
}

function MonthHeading({ id, month, onMove }: MonthHeadingProps) {
  const t = useTranslations("filters")
  const format = useFormatter()
  return (
    <div className="flex items-center gap-1">
      <span id={id} aria-live="polite" className="flex-1 px-2 font-medium text-sm capitalize">
        {format.dateTime(toDate(month), { month: "long", year: "numeric", timeZone: "UTC" })}
      </span>
      <IconButton label={t("calendar.previous")} size="sm" onClick={() => onMove(-1)}>
        <ChevronLeft aria-hidden="true" />
      </IconButton>
      <IconButton label={t("calendar.next")} size="sm" onClick={() => onMove(1)}>
        <ChevronRight aria-hidden="true" />
      </IconButton>
    </div>
  )
}

function WeekdayNames({ week }: { week: readonly Day[] }) {
  const format = useFormatter()
  const name = (day: Day, weekday: "long" | "short") =>
    format.dateTime(toDate(day), { weekday, timeZone: "UTC" })
  return (
    <thead>
      <tr>
        {week.map((day) => (
          <th
            key={day}
            scope="col"
            abbr={name(day, "long")}
            className="h-7 font-normal text-2xs text-ink-faint"
          >
            {name(day, "short").replace(/\.$/, "").slice(0, 3)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface DayCellProps {
  readonly day: Day
  readonly month: Day
  readonly selected: DayRange | undefined
  readonly isToday: boolean
  /** The only day in the tab order. */
  readonly isActive: boolean
  readonly takesFocus: boolean
  readonly onSelect: (day: Day) => void
}

const isIn = (range: DayRange | undefined, day: Day): boolean =>
  range !== undefined && range.from <= day && day <= range.to

function DayCell(props: DayCellProps) {
  const { day, month, selected, isToday, isActive, takesFocus, onSelect } = props
  const format = useFormatter()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isActive && takesFocus) button.current?.focus()
  }, [isActive, takesFocus])
  const chosen = isIn(selected, day)
  const isEnd = day === selected?.from || day === selected?.to
  return (
    <td
      role="gridcell"
      aria-selected={chosen}
      className={cn(
        "p-0 text-center",
        chosen && "bg-accent-soft",
        chosen && !isIn(selected, addDays(day, -1)) && "rounded-l-md",
        chosen && !isIn(selected, addDays(day, 1)) && "rounded-r-md",
      )}
    >
      <button
        ref={button}
        type="button"
        tabIndex={isActive ? 0 : -1}
        aria-label={format.dateTime(toDate(day), { dateStyle: "full", timeZone: "UTC" })}
        aria-current={isToday ? "date" : undefined}
        onClick={() => onSelect(day)}
        className={cn(
          "mx-auto grid size-8 place-items-center rounded-md text-xs tabular",
          isToday && "font-semibold",
          isEnd ? "bg-accent text-on-accent hover:bg-accent-hover" : "hover:bg-hover",
          !isEnd && isToday && "text-accent-ink",
          !isEnd && !isToday && day.slice(0, 7) !== month.slice(0, 7) && "text-ink-faint",
        )}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  )
}
