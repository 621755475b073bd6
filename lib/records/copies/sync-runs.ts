import type { DatabaseSession } from "../../db"
import {
  catalogueSetting,
  dailyRank,
  endRun,
  freshStart,
  noHolder,
  type SyncKind,
  type SyncTables,
  type SyncWindow,
} from "./synced-list"

/** A list leased by one instance. */
export interface HeldList {
  readonly id: string
  readonly holder: string
}

/** Why a list waits or has failed, with the calls made since they were last counted. */
interface Fault {
  readonly calls: number
  readonly reason: string
}

/** Operations of instances on lists. A list that is no longer the holder's is not changed. */
export interface SyncRuns {
  /**
   * Leases lists that are due and not leased, in order of priority. If `isAutomatic` is false, only
   * ordered ones.
   */
  claim(
    holder: string,
    leaseMs: number,
    of: { readonly max: number; readonly isAutomatic: boolean },
  ): Promise<readonly { id: string }[]>
  /** Returns which of the lists are still the holder's and running. */
  renew(holder: string, leaseMs: number, ids: readonly string[]): Promise<readonly string[]>
  /** Releases one list, or all. */
  release(holder: string, id?: string): Promise<void>
  /** Begins a run, or replaces the plan of the current one. */
  beginRun(held: HeldList, kind: SyncKind, windows: readonly SyncWindow[]): Promise<void>
  /** Adds calls that no page has counted. */
  countCalls(held: HeldList, calls: number): Promise<void>
  /** Releases the list until a later attempt. */
  putOff(held: HeldList, why: Fault & { readonly waitMs: number }): Promise<void>
  /** Ends a run that has read everything. */
  finish(held: HeldList, end: RunEnd): Promise<void>
  /** Marks the list as failed. A person may resume the run where it stopped. */
  fail(held: HeldList, why: Fault): Promise<void>
}

interface RunEnd {
  /** All rows of the list, if they have been counted. */
  readonly rows: number | undefined
  readonly checkAgainMs: number
  /** Start of the rows kept by a run that compared everything. Null: all. */
  readonly keptFrom: string | null
}

/**
 * Rank of the remainder of a list whose newest window is copied: before the child lists of records.
 */
const restRank = 30

/**
 * Ordered lists go first, then daily lists, then lists viewed in the last minute, then the rest by
 * rank, those never copied first. Claims nothing if the stored catalogue is not `$4`: an older
 * program that is still running would fill the tables with its own rows.
 */
const claimLists = ({ list, setting }: SyncTables) => {
  const isOrdered = "(rank is null or wanted_at >= coalesce(synced_until, wanted_at))"
  const place = `case when run @? '$.windows[*] ? (@.isRead == true)'
    then greatest(rank, ${restRank}) else rank end`
  return `
    update ${list} set state = 'running', leased_by = $1,
      leased_until = clock_timestamp() + $2 * interval '1 ms', moved_at = clock_timestamp()
    where id in (
      select id from ${list}
      where exists (select from ${setting} where key = '${catalogueSetting}' and value = $4)
        and (state = 'running' or state = 'idle' and next_at <= clock_timestamp())
        and (leased_until is null or leased_until < clock_timestamp())
        and (retry_at is null or retry_at < clock_timestamp()) and ($5::bool or ${isOrdered})
      order by ${isOrdered} desc, ${place} > ${dailyRank},
        asked_at > clock_timestamp() - interval '1 minute' desc nulls last,
        ${place}, synced_until is not null, moved_at
      limit $3 for update skip locked
    )
    returning id`
}

/**
 * The list after its run: it has everything that the platform had when the run began. Later
 * requests and edits come with the next run.
 */
const finishList = ({ list }: SyncTables) => {
  const startedAt = "(run ->> 'startedAt')::timestamptz"
  const isFull = "run ->> 'kind' <> 'incremental'"
  return `
    update ${list} set state = case when state = 'running' then 'idle' else state end,
      rows = coalesce($3, rows), synced_until = ${startedAt}, ${freshStart}, ${noHolder}, ${endRun("done")},
      checked_at = case when ${isFull} then ${startedAt} else checked_at end,
      check_at = case when ${isFull}
        then clock_timestamp() + $4 * (0.8 + 0.2 * random()) * interval '1 ms' else check_at end,
      kept_from = case when ${isFull} then $5::timestamptz else kept_from end,
      next_at = case
        when wants_check or wanted_at >= ${startedAt}
          or edited_at >= ${startedAt} and every_minutes is not null then clock_timestamp()
        else ${startedAt} + every_minutes * (0.9 + 0.2 * random()) * interval '1 minute' end
    where id = $1 and leased_by = $2 and run is not null`
}

/** How long hourly calls are stored. */
const callsRetention = "30 days"

/** Adds to the hourly calls of an operation, and deletes old ones. */
export async function countCalls(
  session: DatabaseSession,
  { list, calls }: SyncTables,
  id: string,
  made: number,
): Promise<void> {
  if (made === 0) return
  const text = `
    with forgotten as (
      delete from ${calls} where (hour, operation) in (
        select hour, operation from ${calls}
        where hour < (select clock_timestamp()) - interval '${callsRetention}'
        for update skip locked
      )
    )
    insert into ${calls} as known (hour, operation, calls)
    select date_trunc('hour', clock_timestamp(), 'UTC'), operation, $2 from ${list} where id = $1
    on conflict (hour, operation) do update set calls = known.calls + excluded.calls`
  await session.query(text, [id, made])
}

export function createSyncRuns(
  session: DatabaseSession,
  tables: SyncTables,
  catalogueDigest: string,
): SyncRuns {
  const { list } = tables
  const query = (text: string, values: unknown[]) => session.query<{ id: string }>(text, values)
  /** Releases a held list with these assignments, whose values begin at `$3`. */
  const release = (
    { id, holder }: HeldList,
    { set, values, calls }: { set: string; values: unknown[]; calls: number },
  ) =>
    session.transaction(async (within) => {
      const text = `update ${list} set ${set}, ${noHolder} where id = $1 and leased_by = $2`
      await within.query(text, [id, holder, ...values])
      await countCalls(within, tables, id, calls)
    })

  return {
    claim: (holder, leaseMs, { max, isAutomatic }) =>
      query(claimLists(tables), [holder, leaseMs, max, catalogueDigest, isAutomatic]),
    async renew(holder, leaseMs, held) {
      const text = `update ${list} set leased_until = clock_timestamp() + $2 * interval '1 ms'
        where leased_by = $1 and state = 'running' and id = any($3::uuid[]) returning id`
      return (await query(text, [holder, leaseMs, [...held]])).map(({ id }) => id)
    },
    async release(holder, id) {
      const text = `update ${list} set ${noHolder}
        where leased_by = $1 and ($2::uuid is null or id = $2)`
      await session.query(text, [holder, id ?? null])
    },
    async beginRun({ id, holder }, kind, windows) {
      const none = { pages: 0, calls: 0, rows: 0, inserted: 0, changed: 0, deleted: 0 }
      const text = `update ${list} set wants_check = wants_check and $3,
          run = jsonb_build_object('startedAt', clock_timestamp()) || coalesce(run, $4) || $5
        where id = $1 and leased_by = $2`
      const texts = [none, { kind, windows }].map((each) => JSON.stringify(each))
      await session.query(text, [id, holder, kind === "incremental", ...texts])
    },
    countCalls: ({ id }, calls) => countCalls(session, tables, id, calls),
    putOff: (held, { calls, reason, waitMs }) =>
      release(held, {
        set: `failures = failures + 1, reason = $3,
          retry_at = clock_timestamp() + $4 * interval '1 ms'`,
        values: [reason, waitMs],
        calls,
      }),
    async finish({ id, holder }, { rows, checkAgainMs, keptFrom }) {
      await session.query(finishList(tables), [id, holder, rows, checkAgainMs, keptFrom])
    },
    fail: (held, { calls, reason }) =>
      release(held, {
        set: "state = 'failed', reason = $3, retry_at = null",
        values: [reason],
        calls,
      }),
  }
}
