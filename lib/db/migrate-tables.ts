import { createHash } from "node:crypto"
import { join } from "node:path"
import type { Pool } from "pg"
import { migrationsOf, readMigrations, type TableSet } from "./migration-state"
import { connectBeside } from "./pool"

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
