import { type DatabaseSession, Parameters } from "../../db"
import { rowConditions } from "../row-conditions"
import type { PointList } from "./point-source"
import type { PointSelection } from "./series-read"

/**
 * The first and last moment of a data set's points, in milliseconds. Both absent if it has none.
 */
export interface PointExtent {
  readonly first?: number
  readonly last?: number
}

interface ExtentRow {
  readonly first: number | null
  readonly last: number | null
}

/**
 * Reads only the ends of an index: every series request calls it, so its cost must not grow with
 * the points.
 */
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
    `select ${moment("asc")} as first, ${moment("desc")} as last`,
    parameters.values,
  )
  if (!row) throw new Error("An extent query answers with one row.")
  const { first, last } = row
  return first !== null && last !== null ? { first, last } : {}
}
