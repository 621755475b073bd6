import { addDays, momentOfDay } from "../day"
import type { DayRange } from "../periods"
import { type ClockInterval, clockIntervals } from "./bucket-edges"

/** Which cells of a week come again: its 168 hours from Monday's first, or its 7 days. */
export type WeekUnit = "hour" | "weekday"

const secondsOf = { hour: 3600, weekday: 86_400 } as const satisfies Record<WeekUnit, number>
const weekSeconds = 604_800

/** How many cells a week has. */
export const weekCellCount = (unit: WeekUnit): number => weekSeconds / secondsOf[unit]

/** How long a cell is on the clocks, in seconds. */
export const weekCellSeconds = (unit: WeekUnit): number => secondsOf[unit]

/** The years 0001 to 9999 are within so many weeks of 1970, which began on a Thursday. */
const toMonday = 3 * 86_400 + 200_000 * weekSeconds

/**
 * What turns moments of a range into cells of the week: interval i of [edges[i], edges[i + 1]), in milliseconds, has
 * clocks of one offset, and a moment in it, in whole seconds since 1970, with `shifts[i]` added is the seconds since a
 * Monday's midnight: never negative, so that its remainder by a week names the cell. No zone is needed where it is counted.
 */
export interface WeekCycle {
  readonly edges: readonly number[]
  readonly shifts: readonly number[]
}

const cycleOf = (intervals: readonly ClockInterval[], end: number): WeekCycle => ({
  edges: [...intervals.map(({ from }) => from), end],
  shifts: intervals.map(({ offset }) => offset / 1000 + toMonday),
})

/** The cycle of a range's days in a zone, by its clocks or by those of another. Ask `hasTooManyBuckets` by day first. */
export function weekCycle({ from, to }: DayRange, zone: string, clocks = zone): WeekCycle {
  const [start, end] = [momentOfDay(from, zone), momentOfDay(addDays(to, 1), zone)]
  return cycleOf(clockIntervals(start, end, clocks), end)
}

/** The cells of the moments from one to another, in milliseconds, as far as they lie within the cycle; each once. */
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
