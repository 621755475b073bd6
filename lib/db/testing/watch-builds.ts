import type { Pool } from "pg"
import { expect } from "vitest"

/** Opens a transaction with a write lock on a table, so that index builds wait until it ends. */
export async function holdBuilds(pool: Pool, table: string): Promise<() => Promise<void>> {
  const writer = await pool.connect()
  await writer.query(`begin; lock table ${table} in row exclusive mode`)
  let isHeld = true
  return async () => {
    if (isHeld) await writer.query("rollback")
    if (isHeld) writer.release()
    isHeld = false
  }
}

const underWay = `
  select pid, phase, command from pg_stat_progress_create_index
  where relid = $1::regclass and datname = current_database()`

/** Waits until an index build on a table waits for writers; returns its process id. */
export async function findBuild(pool: Pool, table: string): Promise<number> {
  let pid = 0
  await expect
    .poll(async () => {
      const { rows } = await pool.query<{ pid: number; phase: string }>(underWay, [table])
      pid = rows[0]?.pid ?? 0
      return rows.map(({ phase }) => phase)
    })
    .toEqual(["waiting for writers before build"])
  return pid
}

/** The definition of an index and whether it is valid; undefined if it does not exist. */
export async function readIndex(pool: Pool, index: string) {
  const { rows } = await pool.query<{ definition: string; isValid: boolean; id: string }>(
    `select pg_get_indexdef(indexrelid) as definition, indisvalid as "isValid", indexrelid::text as id
     from pg_index where indexrelid = to_regclass($1)`,
    [index],
  )
  return rows[0]
}
