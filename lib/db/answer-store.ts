import type { Pool } from "pg"
import {
  type AnswerTables,
  invalidateTag,
  openAnswer,
  putAnswer,
  startTag,
  trimAnswers,
} from "./answer-store-sql"
import { migrateTables } from "./migrate-tables"
import { quoteName } from "./sql"

/** How long an answer is good for, in milliseconds from when it was read: as it is, while it is being renewed, and while the platform fails. */
export interface AnswerLifetime {
  readonly freshMs: number
  readonly staleMs: number
  readonly staleIfErrorMs: number
}

/** An answer that instances share; its lifetime is what is left of it, by the store's own clock. */
export interface StoredAnswer extends AnswerLifetime {
  /** Text in UTF-8. */
  readonly body: Uint8Array<ArrayBuffer>
  /** Milliseconds since 1970. */
  readonly asOf: number
}

/** Where an answer is stored: under a digest of its query, and removed with the records that it is made of. */
export interface AnswerAddress {
  readonly key: string
  readonly tag: string
  /** Readers of each priority ask the platform for themselves. */
  readonly priority: string
}

/** Which stored answers will do; with `withinMs` only those stored so many milliseconds ago at most. */
export interface AnswerDemand {
  readonly accept: "stale" | "fresh"
  readonly withinMs?: number
  /** Names the reader who is to ask the platform where none will do, and how long others wait for it. */
  readonly lease: string
  readonly leaseMs: number
}

/** What was found; neither acceptable nor leased means that another reader asks the platform at this moment. */
export interface OpenedAnswer {
  /** Of the tag's records: an answer is stored only while it is the same as before the platform was asked. */
  readonly version: string
  readonly answer?: StoredAnswer
  readonly isAcceptable: boolean
  readonly isLeased: boolean
}

/** Answers that all instances share. Every method may throw. */
export interface AnswerStore {
  /** An acceptable answer, or the lease to ask the platform for it, in one step. */
  open(address: AnswerAddress, demand: AnswerDemand): Promise<OpenedAnswer>
  /** Stores the answer unless the tag's records changed since `version`, and ends the lease. */
  put(
    address: AnswerAddress,
    answer: StoredAnswer,
    given: { readonly version: string; readonly lease: string },
  ): Promise<void>
  /** Ends the lease without an answer. */
  release(address: AnswerAddress, lease: string): Promise<void>
  /** Makes others wait that much longer for those of these leases that still hold. */
  extend(leases: readonly string[], leaseMs: number): Promise<void>
  remove(address: AnswerAddress): Promise<void>
  /** Removes every answer of the tag, and those that are being read at this moment are not stored. */
  invalidate(tag: string): Promise<void>
}

interface OpenRow {
  generation: string
  claimed: boolean
  body: string | null
  as_of: number
  fresh_ms: number
  stale_ms: number
  kept_ms: number
  acceptable: boolean | null
}

export interface AnswerStoreOptions {
  readonly pool: Pool
  readonly schema?: string
  /** What may be held in all, 256 MiB unless told otherwise; it is trimmed now and then. */
  readonly maxBytes?: number
}

/** Longer than a statement that began before the answer was there. */
const visibleMs = 100
/** Of what may be held, so much is stored between two trims, each of which reads a line of every answer. */
const partBetweenTrims = 1 / 64

const readAnswer = (row: OpenRow) =>
  row.body === null
    ? undefined
    : {
        body: Buffer.from(row.body),
        asOf: row.as_of,
        freshMs: row.fresh_ms,
        staleMs: row.stale_ms,
        staleIfErrorMs: row.kept_ms,
      }

/** Answers that all instances share, in PostgreSQL and by its clock; `prepare` makes the tables where a migration is due. */
export function createAnswerStore({
  pool,
  schema = "dashboard",
  maxBytes = 256 * 1024 * 1024,
}: AnswerStoreOptions): AnswerStore & { prepare(): Promise<void> } {
  const within = (table: string) => `${quoteName(schema)}.${table}`
  const tables: AnswerTables = {
    answer: within("answer"),
    claim: within("answer_claim"),
    tag: within("answer_tag"),
  }
  const open = { name: `open answer ${schema}`, text: openAnswer(tables) }
  const put = { name: `put answer ${schema}`, text: putAnswer(tables) }
  const leaseKey = ({ priority, key }: AnswerAddress) => `${priority} ${key}`
  let bytesSinceTrim = Number.POSITIVE_INFINITY

  async function openOnce(
    address: AnswerAddress,
    demand: AnswerDemand,
  ): Promise<OpenRow | undefined> {
    const { accept, withinMs = null, lease, leaseMs } = demand
    const { key, tag } = address
    const values = [key, tag, accept === "stale", withinMs, leaseKey(address), lease, leaseMs]
    return (await pool.query<OpenRow>({ ...open, values })).rows[0]
  }

  return {
    prepare: () => migrateTables(pool, "dashboard", schema),
    async open(address, demand) {
      let row = await openOnce(address, demand)
      if (!row) {
        await pool.query(startTag(tables), [address.tag])
        row = await openOnce(address, demand)
      }
      if (!row) throw new Error("The shared answers were emptied at this moment.")
      const answer = readAnswer(row)
      return {
        version: row.generation,
        isLeased: row.claimed,
        isAcceptable: row.acceptable === true,
        ...(answer && { answer }),
      }
    },
    async put(address, answer, given) {
      const { key, tag } = address
      const { body, asOf, freshMs, staleMs, staleIfErrorMs } = answer
      const bytes = body.byteLength
      const stored = [given.version, body, bytes, asOf, freshMs, staleMs, staleIfErrorMs]
      const lease = [leaseKey(address), given.lease, visibleMs]
      await pool.query({ ...put, values: [key, tag, ...stored, ...lease] })
      bytesSinceTrim += bytes
      if (bytesSinceTrim <= maxBytes * partBetweenTrims) return
      bytesSinceTrim = 0
      await pool.query(trimAnswers(tables), [maxBytes])
    },
    async release(address, lease) {
      const values = [leaseKey(address), lease]
      await pool.query(`delete from ${tables.claim} where key = $1 and id = $2::uuid`, values)
    },
    async remove({ key }) {
      await pool.query(`delete from ${tables.answer} where key = $1`, [key])
    },
    async extend(leases, leaseMs) {
      const text = `update ${tables.claim}
        set until = clock_timestamp() + $2::float8 * interval '1 ms' where id = any($1::uuid[])`
      await pool.query(text, [leases, leaseMs])
    },
    async invalidate(tag) {
      await pool.query(invalidateTag(tables), [tag])
    },
  }
}
