import { quoteName } from "../../db"

/** Slot length of the rollup by label. Every current UTC offset is a multiple of it. */
export const slotMs = 15 * 60_000

/** Slot length of the rollup by department. Slots begin at midnight UTC. */
export const daySlotMs = 24 * 60 * 60_000

export const seriesTableNames = {
  points: "data_point",
  byLabel: "point_rollup_by_label",
  byDepartment: "point_rollup_by_department",
  due: "point_rollup_due",
} as const

/** The quoted names of the tables that series are computed from. */
export type SeriesTables = Readonly<Record<keyof typeof seriesTableNames, string>>

export function seriesTables(schema: string): SeriesTables {
  const entries = Object.entries(seriesTableNames).map(([key, name]) => [
    key,
    `${quoteName(schema)}.${quoteName(name)}`,
  ])
  return Object.fromEntries(entries) as SeriesTables
}

/**
 * No sum of values within this limit overflows. Larger values count as this in sums, so that one
 * absurd value cannot make every query on its bucket fail.
 */
const largest = "1e290"

export const summable = (value: string): string =>
  `case when ${value} > ${largest} then ${largest} when ${value} < -${largest} then -${largest} else ${value} end`
