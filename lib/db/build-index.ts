import { setTimeout as delay } from "node:timers/promises"
import type { Client, Pool } from "pg"
import { cancelStatement } from "./cancel-statement"
import { connectBeside } from "./pool"
import { type DatabaseSession, poolSession } from "./session"
import { quoteName } from "./sql"

/** An index that a table is to have, not unique; `definition` follows the table's name: `(a, b)`, `using gin (c)`. */
export interface WantedIndex {
  readonly schema: string
  readonly table: string
  readonly name: string
  readonly definition: string
}

interface MissingIndex extends WantedIndex {
  /** Whether a build that was cut off has left one that nothing reads. */
  readonly isInvalid: boolean
}

const nameWithin = ({ schema }: Pick<WantedIndex, "schema">, name: string) =>
  `${quoteName(schema)}.${quoteName(name)}`

/** The statement that builds an index: at once, which keeps writers waiting, or while they go on. */
export const printIndex = (index: WantedIndex, how: "" | "concurrently" = ""): string =>
  `create index ${how} if not exists ${quoteName(index.name)} on ${nameWithin(index, index.table)} ${index.definition}`

/** Those that are not there, or not valid and nobody is building them; none of tables that are not there. */
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

/** Above so many rows nobody is kept waiting for an index. */
const fewRows = 1000

/** Whether a table has so few rows that nobody notices the time that an index takes. */
export async function hasFewRows(
  session: DatabaseSession,
  { schema, table }: Pick<WantedIndex, "schema" | "table">,
): Promise<boolean> {
  const text = `select 1 from ${nameWithin({ schema }, table)} offset ${fewRows} limit 1`
  return (await session.query(text)).length === 0
}

/** What becomes of an index in the background; `failed` without an index where it cannot be found out which are missing. */
export type IndexStep =
  | { readonly outcome: "begun" | "stopped"; readonly index: string }
  | { readonly outcome: "done"; readonly index: string; readonly tookMs: number }
  | { readonly outcome: "failed"; readonly index?: string; readonly error: unknown }

interface IndexBuilderParts {
  readonly pool: Pool
  /** The indexes that there are to be, once their tables are up to date. */
  readonly wanted: () => Promise<readonly WantedIndex[]>
  readonly report: (step: IndexStep) => void
  /** How often it looks, in milliseconds: each minute unless told otherwise. */
  readonly pollMs?: number
}

/** A build that fails reads its whole table each time, so the pause doubles up to this many looks. */
const maxPause = 60

/** Of all instances one builds at a time; the lock goes with its connection. */
const lockBuilder = "select pg_try_advisory_lock(hashtextextended('build indexes', 0)) as held"

/** How long a cancellation is waited for before the next: the first may come before its statement. */
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

/** Builds one unless another instance is at it, or was; false where one is. */
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
 * Builds what is missing of the wanted indexes while others write, one after the other and at one of all
 * instances, and mends what a build that was cut off has left. What fails is reported and tried again later. The
 * answered function cancels what is under way.
 */
export function startIndexBuilder(parts: IndexBuilderParts): () => Promise<void> {
  const { pool, wanted, report, pollMs = 60_000 } = parts
  const stop = new AbortController()
  const { signal } = stop
  let isReported = false

  /** Answers whether any of them failed. */
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
