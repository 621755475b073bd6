import type { Pool } from "../../db"
import { type SyncState, syncTables } from "./synced-list"

/**
 * The copies of an operation's lists in one state. Lists that are paused or have no schedule report
 * no age.
 */
export interface CopyStanding {
  readonly operation: string
  readonly state: SyncState
  readonly lists: number
  /** Delay of the latest of them behind its schedule. Never negative. */
  readonly lateSeconds: number | null
}

/** Reads the given operations in one statement. */
export async function readCopyStanding(
  pool: Pool,
  { schema, operations }: { readonly schema: string; readonly operations: readonly string[] },
): Promise<readonly CopyStanding[]> {
  const age = "extract(epoch from clock_timestamp() - synced_until)::float8"
  const isExpected = "synced_until is not null and every_minutes is not null and state <> 'paused'"
  const { rows } = await pool.query<CopyStanding>(
    `select operation, state, count(*)::int as lists,
       max(greatest(0, ${age} - every_minutes * 60)) filter (where ${isExpected}) as "lateSeconds"
     from ${syncTables(schema).list} where operation = any($1) group by operation, state`,
    [operations],
  )
  return rows
}
