import { quoteName } from "../../db"

/** How long a slot of the rollup by label is: every zone's offset from UTC today is a multiple of it. */
export const slotMs = 15 * 60_000

/** How long a slot of the rollup by department is; it begins at UTC's midnight. */
export const daySlotMs = 24 * 60 * 60_000

export const seriesTableNames = {
  points: "data_point",
  byLabel: "point_rollup_by_label",
  byDepartment: "point_rollup_by_department",
  due: "point_rollup_due",
} as const

/** The quoted names of what the series of a schema are computed from. */
export type SeriesTables = Readonly<Record<keyof typeof seriesTableNames, string>>

export function seriesTables(schema: string): SeriesTables {
  const entries = Object.entries(seriesTableNames).map(([key, name]) => [
    key,
    `${quoteName(schema)}.${quoteName(name)}`,
  ])
  return Object.fromEntries(entries) as SeriesTables
}

/**
 * No sum of values within this overflows; what lies beyond counts as this in sums, so that one absurd
 * value cannot make every answer about its bucket fail.
 */
const largest = "1e290"

export const summable = (value: string): string =>
  `case when ${value} > ${largest} then ${largest} when ${value} < -${largest} then -${largest} else ${value} end`
