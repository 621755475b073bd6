import { addDays, type Day, startOfMonth } from "../day"
import type { DayRange } from "../periods"

const lastOfMonth = (day: Day): Day => addDays(startOfMonth(day, 1), -1)

const dateOf = (day: Day) => Number(day.slice(8))
const monthNumber = (day: Day) => 12 * Number(day.slice(0, 4)) + Number(day.slice(5, 7))

export const monthsBetween = (from: Day, to: Day): number => monthNumber(to) - monthNumber(from)

/** The number of whole months in a range, or undefined if it begins or ends within one. */
export const wholeMonths = ({ from, to }: DayRange): number | undefined =>
  from === startOfMonth(from) && to === lastOfMonth(to) ? monthsBetween(from, to) + 1 : undefined

/** The same date some months later. The last day of the month if it has no such date. */
function sameDate(day: Day, later: number): Day {
  const target = startOfMonth(day, later)
  const date = Math.min(dateOf(day), dateOf(lastOfMonth(target)))
  return addDays(target, date - 1)
}

/** A range some months later. Whole months stay whole, other ranges keep their dates. */
export const shiftMonths = (days: DayRange, later: number): DayRange => ({
  from: sameDate(days.from, later),
  to:
    wholeMonths(days) === undefined
      ? sameDate(days.to, later)
      : lastOfMonth(startOfMonth(days.to, later)),
})
