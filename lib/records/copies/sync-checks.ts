import { z } from "zod"
import { type DatabaseSession, lockTransaction } from "../../db"
import { callsRetention } from "./sync-list-sql"
import type { SyncTables } from "./sync-tables"

const checkedSchema = z.object({
  /** ISO 8601 to the microsecond; empty where it begins with the first record. */
  lower: z.string(),
  /** Null where it ends with the last record. */
  upper: z.string().nullable(),
  checkedAt: z.date(),
  /** Beside one in which something had changed: it is compared before others. */
  isSuspect: z.boolean(),
})
/** An interval of a list's key, and when its rows were last compared with the platform's. */
export type CheckedInterval = Readonly<z.output<typeof checkedSchema>>

const shareSchema = z.object({
  /** Pages that reading the list takes, and one more. */
  pages: z.number(),
  /** The same of all lists together. */
  allPages: z.number(),
  countedAt: z.date().nullable(),
})
/** How much of all that is to be compared one list is, and up to when it has used its share of the calls. */
export type ListShare = Readonly<z.output<typeof shareSchema>>

/** What of the lists has been compared when, and the calls that this may cost; times are the caller's, in milliseconds since 1970. */
export interface SyncChecks {
  /** In their order; none where all was compared at once. */
  checkedOf(list: string): Promise<readonly CheckedInterval[]>
  shareOf(list: string): Promise<ListShare>
  /** Notes up to when a list has used its share. */
  countShare(list: string, until: number): Promise<void>
  /** Takes one call where fewer than so many were made in the 24 hours before. */
  takeCheckCall(now: number, perDay: number): Promise<boolean>
  /** Counts calls that were made without being taken: what a fault had repeated. */
  countCheckCalls(now: number, calls: number): Promise<void>
  /** How many were made in the last 24 hours, and how many pages all lists have. */
  readChecks(now: number): Promise<{ readonly calls: number; readonly allPages: number }>
}

export const oldestCheck = (checked: readonly CheckedInterval[]): Date | null =>
  checked.reduce<Date | null>(
    (oldest, { checkedAt }) => (oldest === null || checkedAt < oldest ? checkedAt : oldest),
    null,
  )

/** In the caller's transaction. */
export async function replaceChecked(
  session: DatabaseSession,
  { checked }: SyncTables,
  list: string,
  intervals: readonly CheckedInterval[],
): Promise<void> {
  await session.query(`delete from ${checked} where list = $1`, [list])
  const text = `insert into ${checked} (list, lower, upper, checked_at, is_suspect)
    select $1, lower, upper, checked_at, is_suspect from jsonb_to_recordset($2::jsonb)
      as each (lower text, upper text, checked_at timestamptz, is_suspect bool)`
  const rows = intervals.map(({ lower, upper, checkedAt, isSuspect }) => ({
    lower,
    upper,
    checked_at: checkedAt.toISOString(),
    is_suspect: isSuspect,
  }))
  if (rows.length > 0) await session.query(text, [list, JSON.stringify(rows)])
}

/** Rows of a page; what the platform gives at most. */
const pageRows = 1000
const pagesOf = `(ceil(greatest(rows, 1) / ${pageRows}.0) + 1)`

/** A day and the hour that has begun, so that no 24 hours have more. */
const windowHours = 25

export function createSyncChecks(session: DatabaseSession, tables: SyncTables): SyncChecks {
  const { list, checked, checkCalls } = tables
  const hour = "date_trunc('hour', $1::timestamptz, 'UTC')"
  const sum = `select coalesce(sum(calls), 0)::float8 as calls from ${checkCalls}
    where hour > ${hour} - interval '${windowHours} hours' and hour <= ${hour}`
  const add = `insert into ${checkCalls} as known (hour, calls) values (${hour}, $2)
    on conflict (hour) do update set calls = known.calls + excluded.calls`
  const forget = `delete from ${checkCalls} where hour < ${hour} - interval '${callsRetention}'`
  const sumOf = async (on: DatabaseSession, now: number) =>
    (await on.query<{ calls: number }>(sum, [new Date(now)]))[0]?.calls ?? 0

  return {
    async checkedOf(id) {
      const text = `select lower, upper, checked_at as "checkedAt", is_suspect as "isSuspect"
        from ${checked} where list = $1 order by lower`
      return z.array(checkedSchema).parse(await session.query(text, [id]))
    },
    async shareOf(id) {
      const text = `select ${pagesOf}::float8 as pages, check_counted_at as "countedAt",
          (select sum(${pagesOf}) from ${list} where checked_at is not null)::float8 as "allPages"
        from ${list} where id = $1`
      const [found] = z.array(shareSchema).parse(await session.query(text, [id]))
      return found ?? { pages: 1, allPages: 1, countedAt: null }
    },
    async countShare(id, until) {
      const text = `update ${list} set check_counted_at = $2 where id = $1`
      await session.query(text, [id, new Date(until)])
    },
    takeCheckCall: (now, perDay) =>
      session.transaction(async (within) => {
        await lockTransaction(within, { name: checkCalls })
        if ((await sumOf(within, now)) >= perDay) return false
        await within.query(forget, [new Date(now)])
        await within.query(add, [new Date(now), 1])
        return true
      }),
    async countCheckCalls(now, calls) {
      await session.query(add, [new Date(now), calls])
    },
    async readChecks(now) {
      const text = `select coalesce(sum(${pagesOf}), 0)::float8 as "allPages"
        from ${list} where checked_at is not null`
      const [{ allPages } = { allPages: 0 }] = await session.query<{ allPages: number }>(text)
      return { calls: await sumOf(session, now), allPages }
    },
  }
}
