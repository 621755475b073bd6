import type { Pool } from "pg"
import { poolSession, quoteName } from "@/lib/db"
import { rebuildRollups } from "@/lib/records"
import { withoutIndexes } from "@/lib/records/load-records"

export interface PointLoad {
  readonly schema: string
  readonly dataSetId: string
  readonly points: number
  readonly stores?: number
  readonly labels?: number
  /**
   * The number of reports of each store and label on each day, spread over twelve hours from 07:00
   * UTC.
   */
  readonly slots?: number
  /** The first day. */
  readonly from?: string
}

/** The guid of a store; numbers start at 1. */
export const storeId = (number: number): string =>
  `00000000-0000-4000-8000-${`${number}`.padStart(12, "0")}`

const insertPoints = (table: string) => `
  insert into ${table} (in_data_set_id, label, time_stamp, value, department_id, user_id, document)
  select $1::uuid, 'Label ' || (1 + number / $3 % $4),
    $6::timestamptz + (number / ($3 * $4 * $5)) * interval '1 day'
      + (number / ($3 * $4) % $5) * (interval '12 hours' / $5) + interval '7 hours',
    case when hashint8(number) % 500 = 0 then null
      else round((1000 * (1.5 + sin(number / ($3 * $4 * $5) / 58.0)) + hashint8(number) % 100000 / 100.0)::numeric, 2)::float8 end,
    ('00000000-0000-4000-8000-' || lpad((1 + number % $3)::text, 12, '0'))::uuid, null, ''
  from generate_series(0, $2::bigint - 1) as number`

/**
 * Fills a migrated and prepared schema with the points of one data set in order of time, the same
 * in every run, and computes its rollups. Drops the indexes of other data sets meanwhile.
 */
export async function loadPoints(pool: Pool, load: PointLoad): Promise<void> {
  const { schema, dataSetId, points } = load
  const { stores = 200, labels = 5, slots = 2, from = "2024-01-01" } = load
  const table = `${quoteName(schema)}.data_point`
  await poolSession(pool).transaction(async (session) => {
    await session.query("set local statement_timeout = 0")
    const fill = async () => {
      const values = [dataSetId, points, stores, labels, slots, `${from}T00:00:00Z`]
      await session.query(insertPoints(table), values)
    }
    await withoutIndexes(session, table, fill, () => {})
  })
  await pool.query(`analyze ${table}`)
  await rebuildRollups(pool, { schema })
  await pool.query("analyze")
}
