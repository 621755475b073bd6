import { setTimeout as delay } from "node:timers/promises"
import type { Client, Pool } from "pg"
import { cancelStatement } from "./cancel-statement"
import { connectBeside } from "./pool"
import { type DatabaseSession, poolSession } from "./session"
import { quoteName } from "./sql"

/**
 * A non-unique index that a table should have. `definition` follows the table name: `(a, b)`,
 * `using gin (c)`.
 */
export interface WantedIndex {
  readonly schema: string
  readonly table: string
  readonly name: string
  readonly definition: string
}

interface MissingIndex extends WantedIndex {
  /** True for an invalid index left by an interrupted build. No query uses it. */
  readonly isInvalid: boolean
}

const nameWithin = ({ schema }: Pick<WantedIndex, "schema">, name: string) =>
  `${quoteName(schema)}.${quoteName(name)}`

/** The statement that builds an index: plain blocks writers, `concurrently` does not. */
export const printIndex = (index: WantedIndex, how: "" | "concurrently" = ""): string =>
  `create index ${how} if not exists ${quoteName(index.name)} on ${nameWithin(index, index.table)} ${index.definition}`

/** Indexes that are missing, or invalid and not being built. Skips tables that do not exist. */
export async function findMissing(
  session: DatabaseSession,
  wanted: readonly WantedIndex[],
): Promise<MissingIndex[]> {
  const found = await session.query<{ number: number; isInvalid: boolean }>(
    `select number::int, built.oid is not null as "isInvalid"
     from unnest($1::text[], $2::text[], $3::text[]) with ordinality
         as wanted (schema, stored, name, number)
       join pg_namespace on nspname = wanted.schema
       join pg_class as holder on holder.relnamespace = pg_namespace.oid and holder.relname = stored
       left join pg_class as built on built.relnamespace = pg_namespace.oid and built.relname = wanted.name
       left join pg_index on indexrelid = built.oid
     where built.oid is null or not indisvalid and not exists (
       select 1 from pg_stat_progress_create_index as progress
       where progress.datname = current_database() and progress.index_relid = built.oid)
     order by number`,
    [
      wanted.map(({ schema }) => schema),
      wanted.map(({ table }) => table),
      wanted.map(({ name }) => name),
    ],
  )
  return found.flatMap(({ number, isInvalid }) => {
    const index = wanted[number - 1]
    return index ? [{ ...index, isInvalid }] : []
  })
}

/** Tables with more rows get their indexes in the background. */
const fewRows = 1000

/** Whether a table is small enough to build an index in the foreground. */
export async function hasFewRows(
  session: DatabaseSession,
  { schema, table }: Pick<WantedIndex, "schema" | "table">,
): Promise<boolean> {
  const text = `select 1 from ${nameWithin({ schema }, table)} offset ${fewRows} limit 1`
  return (await session.query(text)).length === 0
}

/**
 * Progress of a background build. `failed` has no index when the missing ones cannot be determined.
 */
export type IndexStep =
  | { readonly outcome: "begun" | "stopped"; readonly index: string }
  | { readonly outcome: "done"; readonly index: string; readonly tookMs: number }
  | { readonly outcome: "failed"; readonly index?: string; readonly error: unknown }

interface IndexBuilderParts {
  readonly pool: Pool
  /** The indexes that should exist. Resolves once their tables are migrated. */
  readonly wanted: () => Promise<readonly WantedIndex[]>
  readonly report: (step: IndexStep) => void
  /** Milliseconds between checks, one minute by default. */
  readonly pollMs?: number
}

/** A failing build reads its whole table each time, so the pause doubles, up to this many polls. */
const maxPause = 60

/** One instance builds at a time. The lock is released with its connection. */
const lockBuilder = "select pg_try_advisory_lock(hashtextextended('build indexes', 0)) as held"

/** Milliseconds between cancel requests: the first may arrive before the statement starts. */
const cancelAgainMs = 250

/** Runs a statement that the signal cancels. */
async function runUntil(client: Client, text: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  let isOver = false
  const cancel = async () => {
    while (!isOver) {
      await cancelStatement(client)
      await delay(cancelAgainMs)
    }
  }
  signal.addEventListener("abort", cancel, { once: true })
  try {
    await client.query(text)
  } finally {
    isOver = true
    signal.removeEventListener("abort", cancel)
  }
}

/**
 * Builds one index unless another instance is building or has built it. False if one is building.
 */
async function buildIndex(
  { pool, report }: Pick<IndexBuilderParts, "pool" | "report">,
  index: WantedIndex,
  signal: AbortSignal,
): Promise<boolean> {
  const client = await connectBeside(pool)
  try {
    const { rows } = await client.query<{ held: boolean }>(lockBuilder)
    if (!rows[0]?.held) return false
    const [missing] = await findMissing(poolSession(pool), [index])
    if (!missing) return true
    const startedAt = performance.now()
    report({ outcome: "begun", index: index.name })
    await client.query("set statement_timeout = 0")
    const drop = `drop index concurrently if exists ${nameWithin(index, index.name)}`
    if (missing.isInvalid) await runUntil(client, drop, signal)
    await runUntil(client, printIndex(index, "concurrently"), signal)
    report({ outcome: "done", index: index.name, tookMs: performance.now() - startedAt })
    return true
  } finally {
    await client.end()
  }
}

/**
 * Builds missing indexes concurrently, one at a time across all instances, and rebuilds invalid
 * ones. Failures are reported and retried later. The returned function cancels the current build.
 */
export function startIndexBuilder(parts: IndexBuilderParts): () => Promise<void> {
  const { pool, wanted, report, pollMs = 60_000 } = parts
  const stop = new AbortController()
  const { signal } = stop
  let isReported = false

  /** Returns whether any build failed. */
  async function buildMissing(): Promise<boolean> {
    let hasFailed = false
    for (const index of await findMissing(poolSession(pool), await wanted())) {
      if (signal.aborted) return hasFailed
      try {
        if (!(await buildIndex(parts, index, signal))) return hasFailed
      } catch (error) {
        const { name } = index
        if (signal.aborted) report({ outcome: "stopped", index: name })
        else report({ outcome: "failed", index: name, error })
        hasFailed = true
      }
    }
    return hasFailed
  }

  async function look(): Promise<boolean> {
    try {
      const hasFailed = await buildMissing()
      isReported = false
      return hasFailed
    } catch (error) {
      if (!isReported && !signal.aborted) report({ outcome: "failed", error })
      isReported = true
      return false
    }
  }

  async function lookOften(): Promise<void> {
    let pause = 1
    while (!signal.aborted) {
      pause = (await look()) ? Math.min(2 * pause, maxPause) : 1
      await delay(pause * pollMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  const ended = lookOften()
  return async () => {
    stop.abort()
    await ended
  }
}
