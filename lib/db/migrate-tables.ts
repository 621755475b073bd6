import { createHash } from "node:crypto"
import { join } from "node:path"
import { Client, type Pool } from "pg"

/** Whose tables: the dashboard's own, those beside the copies' records, and the service's beside its records. */
export type TableSet = "dashboard" | "replica" | "service"

const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** One lock for each schema, below 2^53. */
const lockOf = (schema: string) =>
  createHash("sha256").update(`migrate ${schema}`).digest().readUIntBE(0, 6)

async function runMigrations(pool: Pool, { set, schema }: { set: TableSet; schema: string }) {
  const { runner } = await import("node-pg-migrate")
  // A connection of its own: statements of a migration may take longer than the pool lets any other.
  const { connectionString, connectionTimeoutMillis, application_name, options } = pool.options
  const client = new Client({
    connectionString,
    connectionTimeoutMillis,
    application_name,
    options,
  })
  await client.connect()
  client.on("error", () => {})
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
