import type { ListOperation, PathParameters, Row } from "@/lib/catalogue"
import { type DatabaseSession, Parameters, type Pool, poolSession } from "../../db"
import { columnTypes } from "../column-types"
import { propertyColumn, type RecordTable } from "../tables"
import {
  type CopiedListTable,
  type KeyRange,
  nameTable,
  printWhere,
  rangeConditions,
  reconcileRange,
} from "./reconcile-range"
import { countCalls, type HeldList } from "./sync-runs"
import type { SyncRun, SyncTables, SyncWindow } from "./synced-list"

/** A page of a run's window. */
export interface SyncedPage {
  /** The state of the window before the page, by its index in the run. */
  readonly number: number
  readonly before: SyncWindow
  readonly after: SyncWindow
  readonly calls: number
  /**
   * The interval that the page completes, with all its rows from the platform, independent of what
   * is stored.
   */
  readonly closed: { readonly range: KeyRange; readonly rows: readonly Row[] } | undefined
}

/**
 * Called at the end of a page's transaction that has changed an interval of rows. Times are ISO
 * 8601, null if the interval is open or has no key.
 */
export type OnRange = (
  session: DatabaseSession,
  changed: {
    readonly list: CopiedListTable
    readonly from: string | null
    readonly to: string | null
  },
) => Promise<void>

/** The copied rows of one list. */
export interface ListStore {
  /**
   * Stores a page together with the window's progress. Returns the run, or undefined if the list is
   * no longer the holder's or the window has moved. Nothing is stored then.
   */
  savePage(held: HeldList, page: SyncedPage): Promise<SyncRun | undefined>
  /** The last value of the key, ISO 8601. Undefined if no row has one. */
  readLastKey(key: string): Promise<string | undefined>
  count(): Promise<number>
  /** Runs ANALYZE after very many rows have been added. */
  analyze(): Promise<void>
  /** Deletes the rows whose key is before a time, ISO 8601. Readers see the new limit at once. */
  trim(held: HeldList, key: string, before: string): Promise<void>
  /**
   * Deletes all rows in batches, then runs the work in the transaction that deletes the last ones.
   */
  forget(work: (session: DatabaseSession) => Promise<void>): Promise<void>
}

interface ListStoreOptions {
  readonly pool: Pool
  readonly schema: string
  /** The table of the list operation's records. */
  readonly table: RecordTable
  readonly operation: ListOperation
  readonly parameters: PathParameters
  readonly tables: SyncTables
  readonly onRange?: OnRange | undefined
}

const deletedAtOnce = 20_000

/** Deletes one batch of a list's rows. Returns whether there may be more. */
async function deleteSome(
  session: DatabaseSession,
  list: CopiedListTable,
  range: KeyRange,
): Promise<boolean> {
  const parameters = new Parameters()
  const conditions = rangeConditions(list, range, parameters)
  const { sql: key } = list.table.key
  const name = nameTable(list)
  const some = `select ${key} from ${name}${printWhere(conditions)} limit ${deletedAtOnce}`
  const text = `with gone as (
      delete from ${name}${printWhere([...conditions, `${key} in (${some})`])} returning 1
    ) select count(*)::int as count from gone`
  const [row] = await session.query<{ count: number }>(text, parameters.values)
  return row?.count === deletedAtOnce
}

/** Opens the rows of one list in a migrated schema. */
export function createListStore(options: ListStoreOptions): ListStore {
  const { pool, schema, table, operation, parameters, tables, onRange } = options
  const list: CopiedListTable = { schema, table, operation, parameters }
  const session = poolSession(pool)
  const whole = { span: "whole" } as const

  /**
   * Locks the list if it belongs to the holder and its window has not moved. Commits
   * asynchronously: a page lost in a database crash loses its window's progress too.
   */
  async function lockRun(within: DatabaseSession, { id, holder }: HeldList, page: SyncedPage) {
    const text = `select set_config('synchronous_commit', 'off', true), run from ${tables.list}
      where id = $1 and leased_by = $2 and run -> 'windows' -> $3::int = $4 for update`
    const values = [id, holder, page.number, JSON.stringify(page.before)]
    const [found] = await within.query<{ run: SyncRun }>(text, values, { prepare: true })
    return found?.run
  }

  return {
    savePage: (held, page) =>
      session.transaction(async (within, client) => {
        const run = await lockRun(within, held, page)
        if (!run) return undefined
        const { closed, calls, number, after } = page
        const done = closed
          ? await reconcileRange({ session: within, client }, list, closed.range, closed.rows)
          : { inserted: 0, changed: 0, deleted: 0 }
        const moved: SyncRun = {
          ...run,
          windows: run.windows.with(number, after),
          pages: run.pages + 1,
          calls: run.calls + calls,
          rows: run.rows + (closed?.rows.length ?? 0),
          inserted: run.inserted + done.inserted,
          changed: run.changed + done.changed,
          deleted: run.deleted + done.deleted,
        }
        const text = `update ${tables.list} set run = $2, rows = rows + $3,
          failures = 0, reason = null, retry_at = null where id = $1`
        const values = [held.id, JSON.stringify(moved), done.inserted - done.deleted]
        await within.query(text, values, { prepare: true })
        if (closed && done.inserted + done.changed + done.deleted > 0) {
          const { range } = closed
          const ends = range.span === "time" ? [range.lower, range.upper] : [null, null]
          await onRange?.(within, { list, from: ends[0] ?? null, to: ends[1] ?? null })
        }
        await countCalls(within, tables, held.id, calls)
        return moved
      }),
    async readLastKey(key) {
      const values = new Parameters()
      const range = { span: "time", key, lower: null, upper: null } as const
      const { sql, kind } = propertyColumn(table, operation, key)
      const text = `select ${columnTypes[kind].text(sql)} || 'Z' as last from ${nameTable(list)}
        ${printWhere(rangeConditions(list, range, values))} order by ${sql} desc limit 1`
      return (await session.query<{ last: string }>(text, values.values))[0]?.last
    },
    async count() {
      const values = new Parameters()
      const where = printWhere(rangeConditions(list, whole, values))
      const text = `select count(*)::float8 as count from ${nameTable(list)}${where}`
      return (await session.query<{ count: number }>(text, values.values))[0]?.count ?? 0
    },
    async analyze() {
      // An index build running at the same time would abort one of the two.
      await session.query(`analyze (skip_locked) ${nameTable(list)}`)
    },
    async trim({ id, holder }, key, before) {
      const range = { span: "time", key, lower: null, upper: before } as const
      const shorten = `update ${tables.list} set kept_from = greatest(kept_from, $3::timestamptz)
        where id = $1 and leased_by = $2 returning 1`
      if ((await session.query(shorten, [id, holder, before])).length === 0) return
      const deletePart = () =>
        session.transaction(async (within) => {
          const isMore = await deleteSome(within, list, range)
          await onRange?.(within, { list, from: null, to: before })
          return isMore
        })
      while (await deletePart());
    },
    async forget(work) {
      while (await deleteSome(session, list, whole));
      await session.transaction(async (within) => {
        while (await deleteSome(within, list, whole));
        await onRange?.(within, { list, from: null, to: null })
        await work(within)
      })
    },
  }
}
