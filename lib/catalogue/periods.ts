import { addDays, type Day, daysBetween, isDay, startOfDay, startOfMonth, weekdayOf } from "./day"
import type { Filter } from "./filter"
import type { Property } from "./operation"
import { operatorsOf } from "./value"

/** Days from the first to the last, both included. */
export interface DayRange {
  readonly from: Day
  readonly to: Day
}

export const dayCount = ({ from, to }: DayRange): number => daysBetween(from, to) + 1

export const startOfWeek = (day: Day) => addDays(day, 1 - weekdayOf(day))
/** The first day of the quarter `later` quarters on. */
export const startOfQuarter = (day: Day, later = 0) =>
  startOfMonth(day, 3 * later - ((Number(day.slice(5, 7)) - 1) % 3))
export const startOfYear = (day: Day) => startOfMonth(day, 1 - Number(day.slice(5, 7)))
const before = (day: Day) => addDays(day, -1)

const rangeOf = {
  today: (day) => ({ from: day, to: day }),
  yesterday: (day) => ({ from: before(day), to: before(day) }),
  "last-7-days": (day) => ({ from: addDays(day, -6), to: day }),
  "last-30-days": (day) => ({ from: addDays(day, -29), to: day }),
  "last-90-days": (day) => ({ from: addDays(day, -89), to: day }),
  "this-week": (day) => ({ from: startOfWeek(day), to: addDays(startOfWeek(day), 6) }),
  "this-month": (day) => ({ from: startOfMonth(day), to: before(startOfMonth(day, 1)) }),
  "last-month": (day) => ({ from: startOfMonth(day, -1), to: before(startOfMonth(day)) }),
  "this-quarter": (day) => ({ from: startOfQuarter(day), to: before(startOfQuarter(day, 1)) }),
  "last-quarter": (day) => ({ from: startOfQuarter(day, -1), to: before(startOfQuarter(day)) }),
  "this-year": (day) => ({
    from: startOfYear(day),
    to: before(startOfMonth(startOfYear(day), 12)),
  }),
  "last-12-months": (day) => ({ from: startOfMonth(day, -12), to: before(startOfMonth(day)) }),
  "last-year": (day) => ({
    from: startOfMonth(startOfYear(day), -12),
    to: before(startOfYear(day)),
  }),
} as const satisfies Record<string, (today: Day) => DayRange>

/** A period relative to today. Those of N days end today. Weeks begin on Monday (ISO 8601). */
export type Preset = keyof typeof rangeOf

export const presets = Object.keys(rangeOf) as readonly Preset[]

/** A named period relative to today, or fixed days. */
export type Period = Preset | DayRange

/** Requires a moment to lie in a period. */
export interface PeriodFilter {
  readonly property: string
  readonly period: Period
}

/** The reader's day and time zone, which periods are relative to. */
export interface Today {
  readonly today: Day
  readonly zone: string
}

const isPreset = (text: string): text is Preset => Object.hasOwn(rangeOf, text)

/** Parses `last-7-days` or `2026-01-01..2026-01-31`, or undefined. */
export function parsePeriod(text: string): Period | undefined {
  if (isPreset(text)) return text
  const [from = "", to = "", ...rest] = text.split("..")
  return rest.length === 0 &&
    isDay(from) &&
    isDay(to) &&
    from <= to &&
    from > "0001-01-01" &&
    to < "9999-12-30"
    ? { from, to }
    : undefined
}

export const printPeriod = (period: Period): string =>
  typeof period === "string" ? period : `${period.from}..${period.to}`

export const periodDays = (period: Period, today: Day): DayRange =>
  typeof period === "string" ? rangeOf[period](today) : period

/** Whether the property's source can filter by a period. */
export function takesPeriod(property: Property): boolean {
  const isTime = property.type === "datetime" || property.type === "datetimeoffset"
  const operators = operatorsOf(property)
  return property.filter && isTime && operators.includes("gte") && operators.includes("lt")
}

/**
 * A period as the two conditions that the source supports, from local midnight to local midnight.
 * Local times without zone are compared as they are.
 */
export function periodConditions(
  { property, period }: PeriodFilter,
  { today, zone }: Today,
  wallClock: boolean,
): Filter[] {
  const { from, to } = periodDays(period, today)
  const start = (day: Day) => startOfDay(day, wallClock ? "UTC" : zone)
  return [
    { property, operator: "gte", value: start(from) },
    { property, operator: "lt", value: start(addDays(to, 1)) },
  ]
}
