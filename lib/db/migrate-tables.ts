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

async function runMigrations(pool: Pool, { set, schema }: { set: TableSet; schema: string }) {
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

/** The migrations of a database that this process is at: one after the other, so that they take one connection. */
const underWay = new Map<string | undefined, Promise<unknown>>()

function inOrder(pool: Pool, work: () => Promise<void>): Promise<void> {
  const { connectionString } = pool.options
  const before = underWay.get(connectionString) ?? Promise.resolve()
  const running = before.then(work, work)
  underWay.set(connectionString, running)
  const forget = () => {
    if (underWay.get(connectionString) === running) underWay.delete(connectionString)
  }
  running.then(forget, forget)
  return running
}

const migrated = new WeakMap<Pool, Map<string, Promise<void>>>()

/**
 * Brings a schema's tables up to date by the numbered files of `migrations/<set>`, each once and all or
 * none of those that are due; of several processes that start at once the others wait. Done once for a
 * pool; where it fails, the next call tries again.
 */
export function migrateTables(pool: Pool, set: TableSet, schema: string): Promise<void> {
  const done = migrated.get(pool) ?? new Map<string, Promise<void>>()
  migrated.set(pool, done)
  const key = `${set} ${schema}`
  const known = done.get(key)
  if (known) return known
  const running = inOrder(pool, () => runMigrations(pool, { set, schema })).catch(
    (error: unknown) => {
      done.delete(key)
      throw error
    },
  )
  done.set(key, running)
  return running
}
