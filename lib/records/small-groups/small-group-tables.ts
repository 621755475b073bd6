import { quoteName } from "../../db"

const names = {
  points: "data_point",
  group: "point_band",
  disclosed: "told_point",
  state: "point_band_state",
  due: "point_band_due",
  personal: "personal_data_set",
} as const

/** The quoted names of the tables that queries on points of persons use. */
export type SmallGroupTables = Readonly<Record<keyof typeof names, string>>

export function smallGroupTables(schema: string): SmallGroupTables {
  const entries = Object.entries(names).map(([key, name]) => [
    key,
    `${quoteName(schema)}.${quoteName(name)}`,
  ])
  return Object.fromEntries(entries) as SmallGroupTables
}
