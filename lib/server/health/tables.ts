import "server-only"
import type { Catalogue } from "../../catalogue"
import { type MigrationReading, type Pool, readMigrations } from "../../db"
import { findMisfits, replicaSchema } from "../../records"
import { onceInInterval } from "../reads/once-in-interval"
import type { Impairment } from "./readiness"

/** How the tables of the dashboard and its copies compare to this version. */
export interface TablesReading {
  readonly migrations: readonly MigrationReading[]
  /** Records whose copies cannot be read. */
  readonly misfits: readonly string[]
}

/** Migrations take hours at most, and nothing else changes the tables. */
const everyMs = 15_000

/** Reads the state of the tables, at most four times a minute. */
export const createTablesReader = (pool: Pool, catalogue: Catalogue) =>
  onceInInterval(everyMs, async (): Promise<TablesReading> => {
    const [dashboard, replica, misfits] = await Promise.all([
      readMigrations(pool, "dashboard", "dashboard"),
      readMigrations(pool, "replica", replicaSchema),
      findMisfits(pool, catalogue, { schema: replicaSchema }),
    ])
    return { migrations: [dashboard, replica], misfits }
  })

export function impairmentsOf({ migrations, misfits }: TablesReading): readonly Impairment[] {
  const has = (wanted: MigrationReading["state"]) =>
    migrations.some(({ state }) => state === wanted)
  return [
    ...(has("newer") ? ["tables_newer" as const] : []),
    ...(has("older") ? ["tables_older" as const] : []),
    ...(misfits.length > 0 ? ["copies_misfit" as const] : []),
  ]
}
