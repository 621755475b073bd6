import type { Pool } from "../../db"
import { type SyncState, syncTables } from "./synced-list"

/** How the copies of an operation's lists stand that are in one state; of those without a schedule and of paused ones no age is told. */
export interface CopyStanding {
  readonly operation: string
  readonly state: SyncState
  readonly lists: number
  /** How much later than its schedule the latest of them is; not below nothing. */
  readonly lateSeconds: number | null
}

/** Of the operations named, in one statement. */
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
