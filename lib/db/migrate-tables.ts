import { createHash } from "node:crypto"
import { join } from "node:path"
import type { Pool } from "pg"
import type { WantedIndex } from "./build-index"
import { readMigrations, type TableSet } from "./migration-state"
import { connectBeside } from "./pool"

/**
 * What versions after the first have added to tables that may hold many rows by then: their migrations build it
 * where there are few, and `startIndexBuilder` elsewhere. None of it is unique, or needed for anything but speed.
 */
const addedIndexes: Readonly<Record<TableSet, readonly Omit<WantedIndex, "schema">[]>> = {
  dashboard: [{ table: "recent_record", name: "recent_record_opened", definition: "(opened_at)" }],
  replica: [],
  service: [],
}

/** The indexes that migrations may have left to be built in the background. */
export const laterIndexes = (set: TableSet, schema: string): WantedIndex[] =>
  addedIndexes[set].map((index) => ({ schema, ...index }))

const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** One lock for each schema, below 2^53. */
const lockOf = (schema: string) =>
  createHash("sha256").update(`migrate ${schema}`).digest().readUIntBE(0, 6)

/**
 * Brings a schema's tables up to date by the numbered files of `migrations/<set>`, each once and all or
 * none of those that are due; of several processes that start at once the others wait.
 */
export async function migrateTables(pool: Pool, set: TableSet, schema: string): Promise<void> {
  // Most starts find nothing to do, and need no connection for it.
  const { state } = await readMigrations(pool, set, schema)
  if (state === "fits" || state === "newer") return
  const { runner } = await import("node-pg-migrate")
  const client = await connectBeside(pool)
  try {
    await runner({
      dbClient: client,
      // Where the programs are started: Next moves modules, but not this folder (`next.config.mjs`).
      dir: join(process.cwd(), "lib", "db", "migrations", set),
      direction: "up",
      schema,
      createSchema: true,
      migrationsTable: `${set}_migration`,
      advisoryLockMode: "wait",
      lockValue: lockOf(schema),
      logger: silent,
    })
  } finally {
    await client.end()
  }
}
