import type { DatabaseSession } from "../../db"
import {
  claimAutomaticLists,
  claimLists,
  type EndedRun,
  endRun,
  finishList,
  noHolder,
  putOffList,
  renewSyncLeases,
} from "./sync-list-sql"
import type { SyncKind, SyncTables } from "./sync-tables"
import type { PlannedSegment } from "./synced-list"

/** Who holds a list for a while. */
export interface HeldList {
  readonly id: string
  readonly holder: string
}

interface Fault {
  readonly calls: number
  readonly reason: string
}

/** What an instance does with the lists that it holds; what is no longer the holder's is not changed. */
export interface SyncRuns {
  /** Takes lists that are due and that nobody works on, automatic ones after the others; so many of these move at once. */
  claim(holder: string, leaseMs: number, max: ClaimedLists): Promise<readonly { id: string }[]>
  /** Answers which of the lists are still the holder's and running. */
  renew(holder: string, leaseMs: number, ids: readonly string[]): Promise<readonly string[]>
  /** Lets go of one list, or of all. */
  release(holder: string, id?: string): Promise<void>
  beginRun(held: HeldList, kind: SyncKind): Promise<void>
  /** Stores what a run is to read, once. */
  planRun(held: HeldList, run: string, plan: RunPlan): Promise<void>
  /** Adds calls that no page has counted to the open run. */
  countCalls(held: HeldList, calls: number): Promise<void>
  /** Lets go of the list until a later try. */
  putOff(held: HeldList, why: Fault & { readonly waitMs: number }): Promise<void>
  /** Ends a run that has read all. */
  finish(held: HeldList, run: string, end: RunEnd): Promise<void>
  /** Lets the list wait for a person, who may resume the run where it is. */
  fail(held: HeldList, why: Fault): Promise<void>
}

/** How many lists an instance takes, and how many automatic ones move at all instances together. */
export interface ClaimedLists {
  readonly lists: number
  readonly automatic: number
}

interface RunPlan {
  readonly segments: readonly PlannedSegment[]
  /** Whether the list has no row yet: what a run stores comes from its own pages alone. */
  readonly isEmpty: boolean
  readonly calls: number
}

interface RunEnd {
  /** All that the list has, where they have been counted. */
  readonly rows: number | undefined
  readonly checkAgainMs: number
  /** From when on a run that compared everything has kept rows; null: all. */
  readonly keptFrom: string | null
}

/** Of each list. */
const savedRuns = 200

async function storePlan(
  session: DatabaseSession,
  { run, segment, list }: SyncTables,
  { held, id, plan }: { held: HeldList; id: string; plan: RunPlan },
): Promise<void> {
  const take = `update ${run} set is_planned = true, calls = calls + $4
    where id = $1 and not is_planned
      and exists (select 1 from ${list} where id = $2 and leased_by = $3) returning 1`
  const taken = await session.query(take, [id, held.id, held.holder, plan.calls])
  if (taken.length === 0) return
  const text = `insert into ${segment} (run, number, span, lower, upper, open_key, last_key, place,
      is_empty)
    values ($1, $2, $3, $4, $5, $4, $6, $7, $8)`
  for (const [index, planned] of plan.segments.entries()) {
    const { span, lower, upper, lastKey, place } = planned
    await session.query(text, [id, index + 1, span, lower, upper, lastKey, place, plan.isEmpty])
  }
}

async function finishRun(
  session: DatabaseSession,
  tables: SyncTables,
  { held, id, end }: { held: HeldList; id: string; end: RunEnd },
): Promise<void> {
  // The run before its list, as everybody does who locks both.
  await session.query(`select 1 from ${tables.run} where id = $1 for no key update`, [id])
  const take = `select 1 from ${tables.list} where id = $1 and leased_by = $2 for update`
  if ((await session.query(take, [held.id, held.holder])).length === 0) return
  const [ended] = await session.query<EndedRun>(endRun(tables), [id, "done"])
  if (!ended) return
  await session.query(`delete from ${tables.segment} where run = $1`, [id])
  const { kind, startedAt, growth } = ended
  const isFull = kind !== "incremental"
  const figures = [growth, startedAt, isFull, end.checkAgainMs, end.rows, end.keptFrom]
  await session.query(finishList(tables), [held.id, ...figures])
}

export function createSyncRuns(
  session: DatabaseSession,
  tables: SyncTables,
  catalogueDigest: string,
): SyncRuns {
  const { list, run, segment } = tables
  const query = (text: string, values: unknown[]) => session.query<{ id: string }>(text, values)
  async function countCalls({ id }: Pick<HeldList, "id">, calls: number, on = session) {
    const text = `update ${run} set calls = calls + $2 where list = $1 and ended_at is null`
    if (calls > 0) await on.query(text, [id, calls])
  }

  return {
    async claim(holder, leaseMs, { lists, automatic }) {
      const ordered = await query(claimLists(tables), [holder, leaseMs, lists, catalogueDigest])
      const left = lists - ordered.length
      if (left <= 0 || automatic <= 0) return ordered
      const values = [holder, leaseMs, left, catalogueDigest, automatic]
      return [...ordered, ...(await query(claimAutomaticLists(tables), values))]
    },
    async renew(holder, leaseMs, held) {
      return (await query(renewSyncLeases(tables), [holder, leaseMs, [...held]])).map(
        ({ id }) => id,
      )
    },
    async release(holder, id) {
      const text = `update ${list} set ${noHolder}
        where leased_by = $1 and ($2::uuid is null or id = $2)`
      await session.query(text, [holder, id ?? null])
    },
    beginRun: ({ id, holder }, kind) =>
      session.transaction(async (within) => {
        const text = `insert into ${run} (list, kind)
          select id, $3 from ${list} where id = $1 and leased_by = $2 for share
          on conflict do nothing returning 1`
        if ((await within.query(text, [id, holder, kind])).length === 0) return
        const granted = `update ${list} set wants_check = false where id = $1`
        if (kind !== "incremental") await within.query(granted, [id])
        const ofList = `from ${run} where list = $1`
        await within.query(`delete from ${segment} where run in (select id ${ofList})`, [id])
        const oldest = `select id ${ofList} order by id desc offset ${savedRuns} limit 1`
        await within.query(`delete ${ofList} and id <= (${oldest})`, [id])
      }),
    planRun: (held, id, plan) =>
      session.transaction((within) => storePlan(within, tables, { held, id, plan })),
    countCalls: (held, calls) => countCalls(held, calls),
    putOff: ({ id, holder }, { calls, reason, waitMs }) =>
      session.transaction(async (within) => {
        await countCalls({ id }, calls, within)
        await within.query(putOffList(tables), [id, holder, reason, waitMs])
      }),
    finish: (held, id, end) =>
      session.transaction((within) => finishRun(within, tables, { held, id, end })),
    fail: ({ id, holder }, { calls, reason }) =>
      session.transaction(async (within) => {
        await countCalls({ id }, calls, within)
        const text = `update ${list} set state = 'failed', reason = $3, retry_at = null, ${noHolder}
          where id = $1 and leased_by = $2`
        await within.query(text, [id, holder, reason])
      }),
  }
}
