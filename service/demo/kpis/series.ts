import { historyDays } from "../anchor"
import type { DepartmentNode } from "../departments/tree"
import { noise, RandomStream } from "../random"
import type { DemoDataSet } from "./data-sets"

/** What one store reports of one data set at one time of day, for every label. */
export interface DemoSeries {
  readonly departmentId: string
  readonly store: number
  /** Around 1. */
  readonly size: number
  /** Its code. */
  readonly country: string | undefined
  readonly seed: number
  /** The index of its report among the store's reports of a day, and their number. */
  readonly slot: number
  readonly slots: number
  /** The first day with a report, later than 0 for stores that opened later. */
  readonly firstDay: number
}

/** The share of days on which a report arrives. */
export const reportingShare = 0.97

/** This store opened in the middle of the history. */
const lateStore = { number: 4, firstDay: 420 } as const

/** The number of series for that many points, with a fraction. */
function seriesNeeded(dataSet: DemoDataSet, points: number): number {
  const pointsOfOne = (historyDays / dataSet.everyDays) * dataSet.labels.length * reportingShare
  const needed = points / pointsOfOne
  return needed > lateStore.number ? needed + lateStore.firstDay / historyDays : needed
}

/**
 * The first day of a series: the last series carries the remainder, and fewer than two share what
 * there is.
 */
function firstDayOf(index: number, store: number, needed: number, shortest: number): number {
  if (store === lateStore.number) return lateStore.firstDay
  const part = needed < 2 ? needed / 2 : Math.min(1, needed - index)
  return historyDays - Math.max(shortest, Math.round(part * historyDays))
}

/** The series that make about `points` points: first one per store, then more reports per day. */
export function planSeries(
  dataSet: DemoDataSet,
  stores: readonly DepartmentNode[],
  points: number,
): DemoSeries[] {
  const needed = seriesNeeded(dataSet, points)
  const total = Math.max(2, Math.ceil(needed))
  const slotsOf = (position: number) => Math.ceil((total - position) / stores.length)
  return Array.from({ length: total }, (_, index) => {
    const position = index % stores.length
    const node = stores[position]
    const slot = Math.floor(index / stores.length)
    if (!node) throw new RangeError("Data points need stores.")
    const key = new RandomStream(["series", dataSet.name, node.key, slot])
    const size = new RandomStream(["store-size", node.key])
    return {
      departmentId: node.id,
      store: node.store ?? 0,
      size: 0.5 + size.fraction() + (size.chance(0.1) ? 0.8 : 0),
      country: node.country?.code,
      seed: key.bits(),
      slot,
      slots: slotsOf(position),
      firstDay: firstDayOf(index, node.store ?? 0, needed, 2 * dataSet.everyDays),
    }
  })
}

/** Random numbers of a series on a day, one per purpose. */
export const draw = (
  series: DemoSeries,
  dayIndex: number,
  label: number,
  purpose: number,
): number => noise(series.seed + label * 7_919, dayIndex, purpose)
