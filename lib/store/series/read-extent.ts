import type { Session } from "../session"
import type { PointList } from "./point-source"

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
  session: Session,
  { tables }: PointList,
  dataSetId: string,
): Promise<PointExtent> {
  const moment = (direction: string) => `
    (select floor(extract(epoch from time_stamp) * 1000)::float8 from ${tables.points}
      where in_data_set_id = $1 and time_stamp is not null
      order by time_stamp ${direction}, row_id ${direction} limit 1)`
  const [row] = await session.query<ExtentRow & { [column: string]: unknown }>(
    `select ${moment("asc")} as first, ${moment("desc")} as last,
       (select count(*)::int4 from ${tables.points} where in_data_set_id = $1) as points,
       exists (select from ${tables.points} where in_data_set_id = $1 and user_id is not null) as personal`,
    [dataSetId],
  )
  if (!row) throw new Error("An extent query answers with one row.")
  const { points, first, last, personal } = row
  return { points, personal, ...(first !== null && last !== null && { first, last }) }
}
