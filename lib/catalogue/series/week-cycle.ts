import { addDays, momentOfDay } from "../day"
import type { DayRange } from "../periods"
import { type ClockInterval, clockIntervals } from "./bucket-edges"

/** The recurring cells of a week: its 168 hours from Monday's first, or its 7 days. */
export type WeekUnit = "hour" | "weekday"

const secondsOf = { hour: 3600, weekday: 86_400 } as const satisfies Record<WeekUnit, number>
const weekSeconds = 604_800

export const weekCellCount = (unit: WeekUnit): number => weekSeconds / secondsOf[unit]

/** Length of a cell in local time, in seconds. */
export const weekCellSeconds = (unit: WeekUnit): number => secondsOf[unit]

/** The years 0001 to 9999 are within 200,000 weeks of 1970, which began on a Thursday. */
const toMonday = 3 * 86_400 + 200_000 * weekSeconds

/**
 * Maps moments of a range to cells of the week. Each interval [edges[i], edges[i + 1]), in
 * milliseconds, has a constant UTC offset. Adding `shifts[i]` to whole seconds since 1970 gives
 * seconds since a Monday's midnight. The result is never negative, so that its remainder by a week
 * identifies the cell. The consumer needs no time zone.
 */
export interface WeekCycle {
  readonly edges: readonly number[]
  readonly shifts: readonly number[]
}

const cycleOf = (intervals: readonly ClockInterval[], end: number): WeekCycle => ({
  edges: [...intervals.map(({ from }) => from), end],
  shifts: intervals.map(({ offset }) => offset / 1000 + toMonday),
})

/**
 * The cycle of a range's days in a zone, by its local time or by that of another zone. Check
 * `hasTooManyBuckets` by day first.
 */
export function weekCycle({ from, to }: DayRange, zone: string, clocks = zone): WeekCycle {
  const [start, end] = [momentOfDay(from, zone), momentOfDay(addDays(to, 1), zone)]
  return cycleOf(clockIntervals(start, end, clocks), end)
}

/**
 * The cells of the moments from one to another, in milliseconds, limited to the cycle. Each once.
 */
export function weekCellsWithin(
  { edges, shifts }: WeekCycle,
  unit: WeekUnit,
  [from, to]: readonly [from: number, to: number],
): ReadonlySet<number> {
  const cells = new Set<number>()
  const [length, count] = [weekCellSeconds(unit), weekCellCount(unit)]
  for (const [at, shift] of shifts.entries()) {
    const start = Math.max(from, edges[at] ?? 0)
    const end = Math.min(to, edges[at + 1] ?? 0)
    if (start >= end) continue
    const first = Math.floor((Math.floor(start / 1000) + shift) / length)
    const last = Math.floor((Math.floor((end - 1) / 1000) + shift) / length)
    for (let cell = first; cell <= last && cell < first + count; cell += 1) cells.add(cell % count)
  }
  return cells
}
