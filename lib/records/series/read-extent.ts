import { type DatabaseSession, Parameters } from "../../db"
import { rowConditions } from "../row-conditions"
import type { PointList } from "./point-source"
import type { PointSelection } from "./series-read"

/** What a data set holds: its points, their first and last moment in milliseconds, and whether any speaks of a person. */
export interface PointExtent {
  readonly points: number
  readonly first?: number
  readonly last?: number
  readonly personal: boolean
}

interface ExtentRow {
  readonly points: number
  readonly first: number | null
  readonly last: number | null
  readonly personal: boolean
}

/** Reads the ends of an index, and counts the points. */
export async function readExtent(
  session: DatabaseSession,
  { table, tables }: PointList,
  { dataSetId, scope }: Pick<PointSelection, "dataSetId" | "scope">,
): Promise<PointExtent> {
  const parameters = new Parameters()
  const ofDataSet = `in_data_set_id = ${parameters.add(dataSetId)}`
  const where = [ofDataSet, ...rowConditions(scope, table, parameters)].join(" and ")
  const moment = (direction: string) => `
    (select floor(extract(epoch from time_stamp) * 1000)::float8 from ${tables.points}
      where ${where} and time_stamp is not null
      order by time_stamp ${direction}, row_id ${direction} limit 1)`
  const [row] = await session.query<ExtentRow & { [column: string]: unknown }>(
    `select ${moment("asc")} as first, ${moment("desc")} as last,
       (select count(*)::int4 from ${tables.points} where ${where}) as points,
       exists (select 1 from ${tables.points} where ${where} and user_id is not null) as personal`,
    parameters.values,
  )
  if (!row) throw new Error("An extent query answers with one row.")
  const { points, first, last, personal } = row
  return { points, personal, ...(first !== null && last !== null && { first, last }) }
}
