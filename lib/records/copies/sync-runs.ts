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

/** A list in the hands of one instance. */
export interface HeldList {
  readonly id: string
  readonly holder: string
}

/** Why a list waits or has failed, with the calls that it has cost since they were last counted. */
interface Fault {
  readonly calls: number
  readonly reason: string
}

/** What instances do with lists; what is no longer the holder's is not changed. */
export interface SyncRuns {
  /** Takes lists that are due and that nobody works on, the first to be read first; where `isAutomatic` is false, ordered ones only. */
  claim(
    holder: string,
    leaseMs: number,
    of: { readonly max: number; readonly isAutomatic: boolean },
  ): Promise<readonly { id: string }[]>
  /** Answers which of the lists are still the holder's and running. */
  renew(holder: string, leaseMs: number, ids: readonly string[]): Promise<readonly string[]>
  /** Lets go of one list, or of all. */
  release(holder: string, id?: string): Promise<void>
  /** Begins a run, or plans the one under way anew. */
  beginRun(held: HeldList, kind: SyncKind, windows: readonly SyncWindow[]): Promise<void>
  /** Adds calls that no page has counted. */
  countCalls(held: HeldList, calls: number): Promise<void>
  /** Lets go of the list until a later try. */
  putOff(held: HeldList, why: Fault & { readonly waitMs: number }): Promise<void>
  /** Ends a run that has read all. */
  finish(held: HeldList, end: RunEnd): Promise<void>
  /** Lets the list wait for a person, who may resume the run where it is. */
  fail(held: HeldList, why: Fault): Promise<void>
}

interface RunEnd {
  /** All that the list has, where they have been counted. */
  readonly rows: number | undefined
  readonly checkAgainMs: number
  /** From when on a run that compared everything has kept rows; null: all. */
  readonly keptFrom: string | null
}

/** When the rest of a list comes whose newest window is copied: before the lists under each record. */
const restRank = 30

/**
 * Ordered lists go first; then what is looked at every day, what somebody looked at in the last minute, and
 * the rest by rank, what nobody has yet first. A program with another catalogue than `$4`, which may still
 * run, would fill the tables with rows of its own.
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

/** The list after its run: everything that the platform had when it began is here, and what has been asked for or edited since comes next. */
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

/** For how long it is known how many calls each hour had. */
const callsRetention = "30 days"

/** Adds to the calls of the hour that a list's operation has made, and forgets those of long ago. */
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
  /** Lets go of a held list with these assignments, whose values begin at `$3`. */
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
