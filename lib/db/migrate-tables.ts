import { createHash } from "node:crypto"
import { join } from "node:path"
import type { Pool } from "pg"
import { migrationsOf, readMigrations, type TableSet } from "./migration-state"
import { connectBeside } from "./pool"

const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** One advisory lock per schema, below 2^53. */
const lockOf = (schema: string) =>
  createHash("sha256").update(`migrate ${schema}`).digest().readUIntBE(0, 6)

/**
 * Migrates a schema's tables with the numbered files of `migrations/<set>`, each once. Due files
 * are run all or none. Processes that start at the same time wait for each other.
 */
export async function migrateTables(pool: Pool, set: TableSet, schema: string): Promise<void> {
  // Most starts find nothing to do, and need no connection of their own.
  const { state, newest } = await readMigrations(pool, set, schema)
  if (state === "fits" || state === "newer") return
  if (newest !== null && !(await migrationsOf(set)).includes(newest))
    throw new Error(
      `The tables in the schema ${schema} were made before the first release. Name an empty database, or remove this one (npm start keeps its own in .data).`,
    )
  const { runner } = await import("node-pg-migrate")
  const client = await connectBeside(pool)
  try {
    await runner({
      dbClient: client,
      // Relative to the working directory: Next moves modules, but not this folder
      // (`next.config.mjs`).
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
