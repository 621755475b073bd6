import { addDays, type Day, startOfMonth, weekdayOf } from "@/lib/catalogue"

interface WithWeeks {
  readonly getWeekInfo?: () => { readonly firstDay: number }
  readonly weekInfo?: { readonly firstDay: number }
}

/** The day on which weeks begin where a language is spoken: 1 is Monday, 7 is Sunday; Monday where the runtime does not know. */
export function firstWeekdayOf(language: string): number {
  const locale: Intl.Locale & WithWeeks = new Intl.Locale(language)
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1
}

/** The start of a day's week where weeks begin on `firstWeekday`. */
export const startOfWeek = (day: Day, firstWeekday: number): Day =>
  addDays(day, -((weekdayOf(day) - firstWeekday + 7) % 7))

/** The weeks that a month's days lie in, always six, so that a calendar does not jump. */
export function monthWeeks(month: Day, firstWeekday: number): Day[][] {
  const first = startOfWeek(startOfMonth(month), firstWeekday)
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => addDays(first, week * 7 + day)),
  )
}

/** The same day of the month so many months later, or that month's last where it is shorter. */
export function addMonths(day: Day, count: number): Day {
  const month = startOfMonth(day, count)
  const last = addDays(startOfMonth(month, 1), -1)
  const same = `${month.slice(0, 8)}${day.slice(8)}`
  return same < last ? same : last
}

/** Where a key leads in a calendar (ARIA's date grid), or undefined where it leads nowhere. */
export function dayForKey(
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  day: Day,
  firstWeekday: number,
): Day | undefined {
  if (key === "ArrowLeft") return addDays(day, -1)
  if (key === "ArrowRight") return addDays(day, 1)
  if (key === "ArrowUp") return addDays(day, -7)
  if (key === "ArrowDown") return addDays(day, 7)
  if (key === "Home") return startOfWeek(day, firstWeekday)
  if (key === "End") return addDays(startOfWeek(day, firstWeekday), 6)
  if (key === "PageUp") return addMonths(day, shiftKey ? -12 : -1)
  if (key === "PageDown") return addMonths(day, shiftKey ? 12 : 1)
  return undefined
}
