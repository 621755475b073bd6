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

/** The names of what is computed from a table of points, each with that of what is computed from the usual one. */
export function rollupTables(points: string): { readonly name: string; readonly base: string }[] {
  const { points: usual, ...rollups } = seriesTableNames
  const suffix = points === usual ? "" : points.slice(usual.length)
  return Object.values(rollups).map((base) => ({ name: `${base}${suffix}`, base }))
}

/** Those of the usual table of points, or of another: rollups stand beside their points. */
export function seriesTables(
  schema: string,
  points: string = seriesTableNames.points,
): SeriesTables {
  const nameOf = (table: string) => `${quoteName(schema)}.${quoteName(table)}`
  const names = new Map(rollupTables(points).map(({ name, base }) => [base, nameOf(name)]))
  const rollup = (base: string) => names.get(base) ?? nameOf(base)
  const { byLabel, byDepartment, due } = seriesTableNames
  return {
    points: nameOf(points),
    byLabel: rollup(byLabel),
    byDepartment: rollup(byDepartment),
    due: rollup(due),
  }
}

/**
 * No sum of values within this overflows; what lies beyond counts as this in sums, so that one absurd
 * value cannot make every answer about its bucket fail.
 */
const largest = "1e290"

export const summable = (value: string): string =>
  `case when ${value} > ${largest} then ${largest} when ${value} < -${largest} then -${largest} else ${value} end`
