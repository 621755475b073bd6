import type { ListOperation, PathParameters, Row } from "@/lib/catalogue"
import { type DatabaseSession, Parameters, type Pool, poolSession } from "../../db"
import { columnTypes } from "../column-types"
import { propertyColumn, type RecordTable } from "../tables"
import {
  type CopiedListTable,
  isOccupied,
  type KeyRange,
  nameTable,
  printWhere,
  rangeConditions,
} from "./reconcile-range"
import {
  type HeldSegment,
  type OnRange,
  type Restart,
  restartSegment,
  type SyncedPage,
  saveCopiedPage,
} from "./save-page"
import type { HeldList } from "./sync-runs"
import type { SyncTables } from "./sync-tables"

/** The first and the last key of a list's stored rows, as ISO 8601; undefined where it has none. */
export async function readKeyEnds(
  session: DatabaseSession,
  list: CopiedListTable,
  key: string,
): Promise<{ first: string; last: string } | undefined> {
  const parameters = new Parameters()
  const where = printWhere(
    rangeConditions(list, { span: "time", key, lower: null, upper: null }, parameters),
  )
  const { sql, kind } = propertyColumn(list.table, list.operation, key)
  const end = (descending: boolean) =>
    `(select ${columnTypes[kind].text(sql)} || 'Z' from ${nameTable(list)}${where}
      order by ${sql}${descending ? " desc" : ""} limit 1)`
  const text = `select ${end(false)} as first, ${end(true)} as last`
  const [ends] = await session.query<{ first: string | null; last: string | null }>(
    text,
    parameters.values,
  )
  return ends?.first && ends.last ? { first: ends.first, last: ends.last } : undefined
}

export async function countRows(
  session: DatabaseSession,
  list: CopiedListTable,
  range: KeyRange = { span: "whole" },
): Promise<number> {
  const parameters = new Parameters()
  const where = printWhere(rangeConditions(list, range, parameters))
  const text = `select count(*)::float8 as count from ${nameTable(list)}${where}`
  const [row] = await session.query<{ count: number }>(text, parameters.values)
  return row?.count ?? 0
}

/** Some of a list's stored rows that follow each other: all whose key is from `lower` on and before `upper`. */
export interface KeySlice {
  readonly lower: string | null
  readonly upper: string | null
  readonly rows: number
}

/** About so many rows from a key on, or before one: never some of those that share a key, though they be more. */
async function findSlice(
  session: DatabaseSession,
  list: CopiedListTable,
  key: string,
  { lower, upper, rows, from }: SliceOrder,
): Promise<KeySlice> {
  const parameters = new Parameters()
  const range = { span: "time", key, lower, upper } as const
  const where = printWhere(rangeConditions(list, range, parameters))
  const { sql, kind } = propertyColumn(list.table, list.operation, key)
  const isLast = from === "upper"
  const order = isLast ? " desc" : ""
  const some = `select ${sql} as key from ${nameTable(list)}${where} order by ${sql}${order}
    limit ${parameters.add(rows + 1)}::int`
  const end = isLast ? "min(key)" : "max(key)"
  const text = `with slice as (${some}), edge as (select ${end} as key from slice)
    select (select count(*)::int from slice) as count,
      (select ${columnTypes[kind].text("key")} || 'Z' from edge) as edge,
      (select count(*)::int from slice where key <> (select key from edge)) as inside`
  const [found] = await session.query<{ count: number; edge: string | null; inside: number }>(
    text,
    parameters.values,
  )
  const { count = 0, inside = 0 } = found ?? {}
  if (count <= rows || !found?.edge) return { lower, upper, rows: count }
  const edge = addMicroseconds(found.edge, 0)
  if (inside > 0)
    return isLast
      ? { lower: addMicroseconds(edge, 1), upper, rows: inside }
      : { lower, upper: edge, rows: inside }
  const whole = { span: "time", key, lower: edge, upper: addMicroseconds(edge, 1) } as const
  const ends = isLast ? { lower: edge, upper } : { lower, upper: whole.upper }
  return { ...ends, rows: await countRows(session, list, whole) }
}

export interface SliceOrder {
  readonly lower: string | null
  readonly upper: string | null
  readonly rows: number
  /** At which of the two it begins. */
  readonly from: "lower" | "upper"
}

/** To the microsecond, as texts of times are compared. */
function addMicroseconds(time: string, more: number): string {
  const [seconds = "", fraction = ""] = time.slice(0, -1).split(".")
  const micros = Number(fraction.padEnd(6, "0")) + more
  if (micros < 1_000_000) return `${seconds}.${`${micros}`.padStart(6, "0")}Z`
  return new Date(Date.parse(`${seconds}Z`) + 1000).toISOString().replace("Z", "000Z")
}

/** Deletes at most so many of a list's rows; answers how many. */
async function deleteSome(
  session: DatabaseSession,
  list: CopiedListTable,
  max: number,
  range: KeyRange = { span: "whole" },
): Promise<number> {
  const parameters = new Parameters()
  const conditions = rangeConditions(list, range, parameters)
  const { sql: key } = list.table.key
  const name = nameTable(list)
  const some = `select ${key} from ${name}${printWhere(conditions)} limit ${max}`
  const text = `with gone as (
      delete from ${name}${printWhere([...conditions, `${key} in (${some})`])} returning 1
    ) select count(*)::int as count from gone`
  const [row] = await session.query<{ count: number }>(text, parameters.values)
  return row?.count ?? 0
}

/** Renews the planner's statistics after very many rows have come, but while an index is built, which would end one of the two. */
export const analyze = (session: DatabaseSession, list: CopiedListTable) =>
  session.query(`analyze (skip_locked) ${nameTable(list)}`)

/** The pages of one list's runs (see `keepPage` and `restartSegment`). */
export interface SyncedPages {
  keep(page: SyncedPage): Promise<boolean>
  restart(held: HeldSegment, restart: Restart): Promise<boolean>
  /** The rows that wait at the end of a segment, themselves where they are so many at most. */
  readWaiting(run: string, segment: number, max: number): Promise<WaitingRows>
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
  /** The rows that a check reads. */
  findSlice(key: string, order: SliceOrder): Promise<KeySlice>
  count(): Promise<number>
  isEmpty(): Promise<boolean>
  analyze(): Promise<void>
  /** Deletes what an earlier copy has left, before the holder's first page; false where the list is not the holder's any more. */
  clear(held: HeldList): Promise<boolean>
  /** Deletes the rows whose key is before a time, ISO 8601, of which readers know at once; answers how many. */
  trim(held: HeldList, key: string, before: string): Promise<number>
  /** Deletes all rows, and at last does the work in the transaction that deletes the rest. */
  forget(work: (session: DatabaseSession) => Promise<void>): Promise<void>
}

interface ListStoreOptions {
  readonly pool: Pool
  readonly schema: string
  /** Where the records of the list's operation stand. */
  readonly table: RecordTable
  readonly operation: ListOperation
  readonly parameters: PathParameters
  readonly tables: SyncTables
  readonly onRange?: OnRange | undefined
}

const deletedAtOnce = 20_000

/** Opens the rows of one list of a migrated schema. */
export function createListStore(options: ListStoreOptions): ListStore {
  const { pool, schema, table, operation, parameters, tables, onRange } = options
  const list: CopiedListTable = { schema, table, operation, parameters }
  const session = poolSession(pool)
  const parts = { session, tables, list, onRange }
  const isHeld = "id = $1 and leased_by = $2"

  /** Undefined where the list is somebody else's. */
  const deleteHeld = (held: unknown[]) =>
    session.transaction(async (within) => {
      const text = `select 1 from ${tables.list} where ${isHeld} for share`
      if ((await within.query(text, held)).length === 0) return undefined
      return deleteSome(within, list, deletedAtOnce)
    })

  return {
    pages: {
      keep: (page) => saveCopiedPage(parts, page),
      restart: (held, restart) => restartSegment(parts, held, restart),
      async readWaiting(run, segment, max) {
        const of = `from ${tables.open} where run = $1 and segment = $2`
        const text = `select coalesce(sum(json_array_length(rows::json)), 0)::int as count ${of}`
        const [{ count } = { count: 0 }] = await session.query<{ count: number }>(text, [
          run,
          segment,
        ])
        if (count > max) return { count, held: undefined }
        const pages = await session.query<{ rows: string }>(`select rows ${of} order by page`, [
          run,
          segment,
        ])
        return { count, held: pages.flatMap(({ rows }) => JSON.parse(rows) as Row[]) }
      },
    },
    readKeyEnds: (key) => readKeyEnds(session, list, key),
    findSlice: (key, order) => findSlice(session, list, key, order),
    count: () => countRows(session, list),
    isEmpty: async () => !(await isOccupied(session, list, { span: "whole" })),
    async analyze() {
      await analyze(session, list)
    },
    async clear({ id, holder }) {
      const held = [id, holder]
      let deleted: number | undefined
      do deleted = await deleteHeld(held)
      while (deleted === deletedAtOnce)
      return session.transaction(async (within) => {
        const text = `update ${tables.list} set is_outdated = false where ${isHeld} returning 1`
        if ((await within.query(text, held)).length === 0) return false
        while ((await deleteSome(within, list, deletedAtOnce)) > 0);
        await onRange?.(within, { list, from: null, to: null })
        return true
      })
    },
    async trim({ id, holder }, key, before) {
      const held = [id, holder]
      const range = { span: "time", key, lower: null, upper: before } as const
      const shorten = `update ${tables.list} set kept_from = greatest(kept_from, $3::timestamptz)
        where ${isHeld} returning 1`
      if ((await session.query(shorten, [...held, before])).length === 0) return 0
      let deleted = 0
      for (let some = deletedAtOnce; some === deletedAtOnce; deleted += some)
        some = await session.transaction(async (within) => {
          const gone = await deleteSome(within, list, deletedAtOnce, range)
          if (gone > 0) await onRange?.(within, { list, from: null, to: before })
          return gone
        })
      return deleted
    },
    async forget(work) {
      while ((await deleteSome(session, list, deletedAtOnce)) === deletedAtOnce);
      await session.transaction(async (within) => {
        while ((await deleteSome(within, list, deletedAtOnce)) > 0);
        await onRange?.(within, { list, from: null, to: null })
        await work(within)
      })
    },
  }
}
