import { readdir } from "node:fs/promises"
import { join } from "node:path"
import type { Pool } from "pg"
import { quoteName } from "./sql"

/**
 * Tables of the dashboard, of the copies beside their records, or of the service beside its
 * records.
 */
export type TableSet = "dashboard" | "replica" | "service"

/**
 * State of a schema's tables relative to this program's numbered files. `none` means not created
 * yet.
 */
export type MigrationState = "fits" | "newer" | "older" | "none"

/** The state of a set's tables, with the name of the newest file that was run. */
export interface MigrationReading {
  readonly set: TableSet
  readonly newest: string | null
  readonly state: MigrationState
}

const ending = ".sql"

export async function migrationsOf(set: TableSet): Promise<string[]> {
  const files = await readdir(join(process.cwd(), "lib", "db", "migrations", set))
  return files.flatMap((file) => (file.endsWith(ending) ? [file.slice(0, -ending.length)] : []))
}

const compare = (run: readonly string[], files: readonly string[]): MigrationState => {
  if (files.some((file) => !run.includes(file))) return "older"
  return run.some((name) => !files.includes(name)) ? "newer" : "fits"
}

/** Compares the migrations applied to a schema with those of this program. */
export async function readMigrations(
  pool: Pool,
  set: TableSet,
  schema: string,
): Promise<MigrationReading> {
  const table = `${quoteName(schema)}.${quoteName(`${set}_migration`)}`
  const there = await pool.query<{ there: boolean }>(
    `select to_regclass($1) is not null as there`,
    [table],
  )
  if (!there.rows[0]?.there) return { set, newest: null, state: "none" }
  const { rows } = await pool.query<{ name: string }>(`select name from ${table} order by name`)
  const run = rows.map(({ name }) => name)
  return { set, newest: run.at(-1) ?? null, state: compare(run, await migrationsOf(set)) }
}
