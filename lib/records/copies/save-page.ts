import type { Row } from "@/lib/catalogue"
import type { DatabaseSession, PoolClient } from "../../db"
import {
  type CopiedListTable,
  type KeyRange,
  type Reconciled,
  reconcilePages,
  reconcileRange,
} from "./reconcile-range"
import type { SyncTables } from "./sync-tables"

/** Who works at which segment of a run. */
export interface HeldSegment {
  readonly run: string
  readonly number: number
  readonly holder: string
}

/** One page of a segment, or several that follow each other, with the positions before and after. */
export interface SyncedPage {
  readonly held: HeldSegment
  readonly from: string
  readonly pages: number
  /** Null where the segment ends with this page. */
  readonly place: string | null
  readonly count: number
  readonly calls: number
  readonly busyMs: number
  /** The key of the segment's first row. */
  readonly firstKey: string | null
  /** Where the next interval begins that readers will see. */
  readonly openKey: string | null
  /** The interval that this page closes with its rows; where it `hasStored` ones, those that wait in the store come before these. */
  readonly closed:
    | { readonly range: KeyRange; readonly rows: readonly Row[]; readonly hasStored: boolean }
    | undefined
  /** Rows of this page that wait for the next, whose key may go on there. */
  readonly open: readonly Row[]
}

/** Called at the end of a page's transaction in which an interval of rows has changed; ISO 8601 times, null where the interval is open or has no key. */
export type OnRange = (
  session: DatabaseSession,
  changed: {
    readonly list: CopiedListTable
    readonly from: string | null
    readonly to: string | null
  },
) => Promise<void>

interface Parts {
  readonly session: DatabaseSession
  readonly tables: SyncTables
  readonly list: CopiedListTable
  readonly onRange?: OnRange | undefined
}

interface Within extends Parts {
  readonly client: PoolClient
}

const nothing: Reconciled = { inserted: 0, changed: 0, deleted: 0 }

/**
 * Locks the segment where it is still at that position and its list the holder's; who ends the run waits for
 * the page. Its transaction does not wait for the disk: a page that a crash of the database takes back
 * takes its position with it.
 */
async function takeSegment(
  { session, tables }: Parts,
  { run, number, holder }: HeldSegment,
  from: string,
): Promise<{ readonly isEmpty: boolean } | undefined> {
  const text = `select set_config('synchronous_commit', 'off', true) as held,
      segment.is_empty as "isEmpty" from ${tables.segment} as segment
    join ${tables.run} as run on run.id = segment.run join ${tables.list} as list on list.id = run.list
    where segment.run = $1 and segment.number = $2 and segment.place = $3
      and run.ended_at is null and list.leased_by = $4
    for update of segment for key share of run`
  const values = [run, number, from, holder]
  const [held] = await session.query<{ isEmpty: boolean }>(text, values, { prepare: true })
  return held
}

/** The rows that wait in the store, one page in memory at a time. */
async function* readWaitingPages({ session, tables }: Parts, { run, number }: HeldSegment) {
  const text = `select page, rows from ${tables.open}
    where run = $1 and segment = $2 and page > $3 order by page limit 1`
  for (let last = -1; ; ) {
    const values = [run, number, last]
    const [next] = await session.query<{ page: number; rows: string }>(text, values)
    if (!next) return
    last = next.page
    yield JSON.parse(next.rows) as Row[]
  }
}

async function* readClosed(parts: Parts, held: HeldSegment, rest: readonly Row[]) {
  yield* readWaitingPages(parts, held)
  yield rest
}

function closeRange(
  within: Within,
  { held, closed }: SyncedPage,
  isEmpty: boolean,
): Promise<Reconciled> {
  const { session, client, list } = within
  if (!closed) return Promise.resolve(nothing)
  const { range, rows, hasStored } = closed
  return hasStored
    ? reconcilePages({ session, client }, list, range, readClosed(within, held, rows))
    : reconcileRange({ session, client }, list, range, rows, isEmpty)
}

async function reportRange({ session, list, onRange }: Parts, { closed }: SyncedPage) {
  if (!closed || !onRange) return
  const { range } = closed
  const [from, to] = range.span === "time" ? [range.lower, range.upper] : [null, null]
  await onRange(session, { list, from, to })
}

/** Sets the segment's position and figures, forgets the list's last fault, and keeps the rows that wait in place of those that the page has closed. */
const moveSegment = ({ segment, list, run, open }: SyncTables) => `
  with moved as (
    update ${segment} set place = $3, first_key = coalesce(first_key, $4), open_key = $5,
      pages = pages + $14, calls = calls + $6, rows = rows + $7, busy_ms = busy_ms + $8,
      inserted = inserted + $9, changed = changed + $10, deleted = deleted + $11
    where run = $1 and number = $2 returning pages
  ), noted as (
    update ${list} set failures = 0, reason = null, retry_at = null
    where (failures > 0 or reason is not null) and id = (select list from ${run} where id = $1)
  ), gone as (
    delete from ${open} where run = $1 and segment = $2 and $12::bool
  )
  insert into ${open} (run, segment, page, rows)
  select $1, $2, pages, $13::text from moved where $13::text is not null`

/**
 * Stores a page and the position after it, both or neither: the rows of the interval that it closes, those
 * that wait, and how far the segment is. False where the segment is no longer the holder's, or not at
 * `from`: then nothing is stored.
 */
export const saveCopiedPage = (parts: Parts, page: SyncedPage): Promise<boolean> =>
  parts.session.transaction(async (session, client) => {
    const within = { ...parts, session, client }
    const { held, place, pages, firstKey, openKey, calls, count, busyMs, closed, open } = page
    const taken = await takeSegment(within, held, page.from)
    if (!taken) return false
    const { inserted, changed, deleted } = await closeRange(within, page, taken.isEmpty)
    const counts = [calls, count, Math.round(busyMs), inserted, changed, deleted]
    const waiting = place === null || open.length === 0 ? null : JSON.stringify(open)
    const rows = [closed !== undefined, waiting, pages]
    const values = [held.run, held.number, place, firstKey, openKey, ...counts, ...rows]
    await session.query(moveSegment(parts.tables), values, { prepare: true })
    if (inserted + changed + deleted > 0) await reportRange(within, page)
    return true
  })

/** The positions before and after, and how many rows waited that are read again. */
export interface Restart {
  readonly from: string
  readonly place: string
  readonly calls: number
  readonly dropped: number
}

/** Sets a segment whose cursor has expired to another position and forgets the rows that wait; false as for `keepPage`. */
export const restartSegment = (
  parts: Parts,
  held: HeldSegment,
  { from, place, calls, dropped }: Restart,
): Promise<boolean> =>
  parts.session.transaction(async (session) => {
    const within = { ...parts, session }
    if (!(await takeSegment(within, held, from))) return false
    const { open, segment } = parts.tables
    const where = [held.run, held.number]
    await session.query(`delete from ${open} where run = $1 and segment = $2`, where)
    const text = `update ${segment} set place = $3, calls = calls + $4, rows = rows - $5
      where run = $1 and number = $2`
    await session.query(text, [...where, place, calls, dropped])
    return true
  })
