import type { Catalogue, ListOperation, PathParameters, Row } from "@/lib/catalogue"
import { type Pool, poolSession, type Session } from "../../db"
import { requireTable, tablesOf } from "../tables"
import {
  type HeldSegment,
  keepPage,
  type OnRange,
  type Restart,
  restartSegment,
  type SyncedPage,
} from "./keep-page"
import type { ListPlace } from "./reconcile-range"
import { analyze, countRows, deleteSome, readKeyEnds } from "./sync-rows"
import type { SyncTables } from "./sync-tables"

/** The pages of one list's runs (see `keepPage` and `restartSegment`). */
export interface SyncedPages {
  keep(page: SyncedPage): Promise<boolean>
  restart(held: HeldSegment, restart: Restart): Promise<boolean>
  /** The rows that wait at the end of a segment, themselves where they are so many at most. */
  readWaiting(run: string, segment: number, most: number): Promise<WaitingRows>
}

/** How many rows wait, and the rows, unless they are too many to be held. */
export interface WaitingRows {
  readonly count: number
  readonly held: readonly Row[] | undefined
}

/** The rows of one list in the copy. */
export interface ListStore {
  readonly pages: SyncedPages
  /** The first and the last value of the key, ISO 8601; undefined where no row has one. */
  readKeyEnds(key: string): Promise<{ first: string; last: string } | undefined>
  count(): Promise<number>
  analyze(): Promise<void>
  /** Deletes all rows, and at last does the work in the transaction that deletes the rest. */
  forget(work: (session: Session) => Promise<void>): Promise<void>
}

interface ListStoreOptions {
  readonly pool: Pool
  readonly schema: string
  readonly catalogue: Catalogue
  readonly operation: ListOperation
  readonly parameters: PathParameters
  readonly tables: SyncTables
  readonly onRange?: OnRange | undefined
}

const deletedAtOnce = 20_000

/** Opens the rows of one list of a migrated schema. */
export function createListStore(options: ListStoreOptions): ListStore {
  const { pool, schema, catalogue, operation, parameters, tables, onRange } = options
  const table = requireTable(tablesOf(catalogue), operation.record)
  const place: ListPlace = { schema, table, operation, parameters }
  const session = poolSession(pool)
  const parts = { session, tables, place, onRange }
  return {
    pages: {
      keep: (page) => keepPage(parts, page),
      restart: (held, restart) => restartSegment(parts, held, restart),
      async readWaiting(run, segment, most) {
        const of = `from ${tables.open} where run = $1 and segment = $2`
        const text = `select coalesce(sum(json_array_length(rows::json)), 0)::int as count ${of}`
        const [{ count } = { count: 0 }] = await session.query<{ count: number }>(text, [
          run,
          segment,
        ])
        if (count > most) return { count, held: undefined }
        const pages = await session.query<{ rows: string }>(`select rows ${of} order by page`, [
          run,
          segment,
        ])
        return { count, held: pages.flatMap(({ rows }) => JSON.parse(rows) as Row[]) }
      },
    },
    readKeyEnds: (key) => readKeyEnds(session, place, key),
    count: () => countRows(session, place),
    async analyze() {
      await analyze(session, place)
    },
    async forget(work) {
      while ((await deleteSome(session, place, deletedAtOnce)) === deletedAtOnce);
      await session.transaction(async (within) => {
        while ((await deleteSome(within, place, deletedAtOnce)) > 0);
        await onRange?.(within, { place, from: null, to: null })
        await work(within)
      })
    },
  }
}
