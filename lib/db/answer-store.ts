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

interface Place {
  readonly key: string
  readonly tag: string
  readonly lane: string
}

interface Answer {
  readonly text: string
  readonly asOf: number
  readonly freshMs: number
  readonly staleMs: number
  readonly keptMs: number
}

interface Demand {
  readonly accept: "stale" | "fresh"
  readonly withinMs?: number
  readonly claim: string
  readonly claimMs: number
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
  /** What may be held in all, 256 MiB unless told otherwise; it is looked after now and then. */
  readonly maxBytes?: number
}

/** Longer than a statement that began before the answer was there. */
const settlingMs = 100
/** Between two looks at what is held, as a part of what may be held; the look reads a line of every answer. */
const partBetweenTrims = 1 / 64

const readAnswer = (row: OpenRow) =>
  row.body === null
    ? undefined
    : {
        text: row.body,
        asOf: row.as_of,
        freshMs: row.fresh_ms,
        staleMs: row.stale_ms,
        keptMs: row.kept_ms,
      }

/** Answers that all instances share, in PostgreSQL and by its clock; `prepare` makes the tables where a migration is due. */
export function createAnswerStore({
  pool,
  schema = "dashboard",
  maxBytes = 256 * 1024 * 1024,
}: AnswerStoreOptions) {
  const within = (table: string) => `${quoteName(schema)}.${table}`
  const tables: AnswerTables = {
    answer: within("answer"),
    claim: within("answer_claim"),
    tag: within("answer_tag"),
  }
  const open = { name: `open answer ${schema}`, text: openAnswer(tables) }
  const put = { name: `put answer ${schema}`, text: putAnswer(tables) }
  const claimedKey = ({ lane, key }: Place) => `${lane} ${key}`
  let bytesSinceTrim = Number.POSITIVE_INFINITY

  async function openOnce(place: Place, demand: Demand): Promise<OpenRow | undefined> {
    const { accept, withinMs = null, claim, claimMs } = demand
    const { key, tag } = place
    const values = [key, tag, accept === "stale", withinMs, claimedKey(place), claim, claimMs]
    return (await pool.query<OpenRow>({ ...open, values })).rows[0]
  }

  return {
    prepare: () => migrateTables(pool, "dashboard", schema),
    async open(place: Place, demand: Demand) {
      let row = await openOnce(place, demand)
      if (!row) {
        await pool.query(startTag(tables), [place.tag])
        row = await openOnce(place, demand)
      }
      if (!row) throw new Error("The shared answers were emptied at this moment.")
      const answer = readAnswer(row)
      const { generation, claimed } = row
      return { generation, claimed, acceptable: row.acceptable === true, ...(answer && { answer }) }
    },
    async put(place: Place, answer: Answer, given: { generation: string; claim: string }) {
      const { key, tag } = place
      const { text, asOf, freshMs, staleMs, keptMs } = answer
      const bytes = Buffer.byteLength(text)
      const kept = [given.generation, text, bytes, asOf, freshMs, staleMs, keptMs]
      const claim = [claimedKey(place), given.claim, settlingMs]
      await pool.query({ ...put, values: [key, tag, ...kept, ...claim] })
      bytesSinceTrim += bytes
      if (bytesSinceTrim <= maxBytes * partBetweenTrims) return
      bytesSinceTrim = 0
      await pool.query(trimAnswers(tables), [maxBytes])
    },
    async release(place: Place, claim: string) {
      const values = [claimedKey(place), claim]
      await pool.query(`delete from ${tables.claim} where key = $1 and id = $2::uuid`, values)
    },
    async remove({ key }: Place) {
      await pool.query(`delete from ${tables.answer} where key = $1`, [key])
    },
    async extend(claims: readonly string[], claimMs: number) {
      const text = `update ${tables.claim}
        set until = clock_timestamp() + $2::float8 * interval '1 ms' where id = any($1::uuid[])`
      await pool.query(text, [claims, claimMs])
    },
    async invalidate(tag: string) {
      await pool.query(invalidateTag(tables), [tag])
    },
  }
}
