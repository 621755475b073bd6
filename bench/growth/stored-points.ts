import { catalogue } from "@/lib/catalogue"
import { openPool, type Pool, quoteName } from "@/lib/db"
import { createStore, migrateCopies, rebuildRollups, replicaSchema } from "@/lib/records"
import type { RecordTables } from "@/lib/records/tables"
import { storeId } from "../kpi/load-points"
import { listStorePoints } from "../peers/store-points"

/** The data set that measurements ask. */
export const dataSetId = storeId(999_999)

/** The copied points and what is computed from them. */
export const pointTables = ["data_point", "point_rollup_by_label", "point_rollup_by_department"]

export const nameCopied = (table: string): string =>
  `${quoteName(replicaSchema)}.${quoteName(table)}`

/** A database as a dashboard has it, with copies of some data sets of that many points each. */
export interface StoredPoints {
  readonly pool: Pool
  readonly tables: RecordTables
  /** How long it took to load all of them, indexes and rollups included. */
  readonly loadMs: number
}

/** Fills an empty database; `dataSets` beyond the first are numbered down from `dataSetId`. */
export async function storePoints(
  url: string,
  points: number,
  dataSets: readonly string[] = [dataSetId],
): Promise<StoredPoints> {
  const pool = openPool(url, { max: 8, statementTimeoutMs: 0 })
  const tables = await migrateCopies(pool, catalogue, { schema: replicaSchema })
  const store = createStore({ pool, catalogue, schema: replicaSchema, tables })
  const started = performance.now()
  for (const id of dataSets)
    await store.loadRecords("dataPoint", listStorePoints(id, points), { rebuildIndexes: true })
  await rebuildRollups(pool, { schema: replicaSchema })
  const loadMs = performance.now() - started
  for (const table of pointTables) await pool.query(`vacuum analyze ${nameCopied(table)}`)
  return { pool, tables, loadMs }
}
