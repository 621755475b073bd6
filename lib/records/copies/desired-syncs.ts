import { type DatabaseSession, lockTransaction } from "../../db"
import { type EndedRun, endRun, freshStart, noHolder } from "./sync-list-sql"
import type { SyncTables } from "./sync-tables"

/** A list that is to be copied; `parameters` is the JSON text of the path's. */
export interface NewList {
  readonly path: string
  readonly operation: string
  readonly parameters: string
  readonly everyMinutes: number | null
}

/** Whose a new list is, and how many they may have: in all, and of those that have never been complete. */
export interface ListOrder {
  readonly person: string
  readonly name: string | null
  readonly maxOrdered: number
  readonly maxUnfinished: number
}

/** What people do with the copies of lists, by their paths. */
export interface DesiredSyncs {
  /** Adds a list that is to be copied, or wants an old one synced; false where whoever orders a new one has too many. */
  start(list: NewList, order?: ListOrder): Promise<boolean>
  pause(path: string): Promise<void>
  /** Takes up again what rests or has failed, and tries at once. */
  resume(path: string): Promise<void>
  /** Ends the open run; without a complete copy the list waits to be started. */
  cancel(path: string): Promise<void>
  wantCheck(path: string): Promise<void>
  schedule(path: string, everyMinutes: number | null): Promise<void>
  /** Notes that records of lists have been edited, and schedules their next sync now where they have one. */
  scheduleNow(operations: readonly string[]): Promise<void>
  /** Stops the list for good: no complete copy any more, and no run. */
  retire(path: string): Promise<void>
  /** Forgets the list, its runs too, in the caller's transaction. */
  remove(session: DatabaseSession, path: string): Promise<void>
}

/** Ends the open run of a list as cancelled; what it has copied stays and is counted. */
export async function cancelRun(
  session: DatabaseSession,
  tables: SyncTables,
  path: string,
): Promise<void> {
  const open = `select run.id::text as id from ${tables.run} as run
    join ${tables.list} as list on list.id = run.list
    where path = $1 and ended_at is null for update of run`
  for (const { id } of await session.query<{ id: string }>(open, [path])) {
    const [ended] = await session.query<EndedRun>(endRun(tables), [id, "cancelled"])
    if (!ended) continue
    const count = `update ${tables.list} set rows = rows + $2 where id = $1`
    await session.query(count, [ended.list, ended.growth])
  }
}

const afterMinutes = (minutes: string) =>
  `case when synced_until is not null then clock_timestamp() + ${minutes} * interval '1 minute' end`

export function createDesiredSyncs(session: DatabaseSession, tables: SyncTables): DesiredSyncs {
  const change = async (path: string, set: string, values: unknown[] = [], on = session) => {
    const text = `update ${tables.list} as list set ${set} where path = $1`
    await on.query(text, [path, ...values])
  }
  /** No page begins to be stored any more, so that those under way are all to wait for. */
  async function endAnd(path: string, set: string) {
    await change(path, `state = 'paused', ${noHolder}`)
    await session.transaction(async (within) => {
      await cancelRun(within, tables, path)
      await change(path, `${set}, ${freshStart}, ${noHolder}`, [], within)
    })
  }
  /** Whether it is there already, or one more of the person's; they order nothing else until the transaction is over. */
  async function hasRoom(
    within: DatabaseSession,
    path: string,
    order: ListOrder,
  ): Promise<boolean> {
    const { person, maxOrdered, maxUnfinished } = order
    await lockTransaction(within, { name: `${tables.list} ${person}` })
    const text = `select exists (select 1 from ${tables.list} where path = $2)
        or count(*) < $3 and count(*) filter (where checked_at is null) < $4 as "hasRoom"
      from ${tables.list} where ordered_by = $1`
    const values = [person, path, maxOrdered, maxUnfinished]
    return (await within.query<{ hasRoom: boolean }>(text, values))[0]?.hasRoom === true
  }
  const hasWork = `synced_until is null or wants_check or wanted_at >= synced_until or exists (
    select 1 from ${tables.run} as run where run.list = list.id and ended_at is null)`

  return {
    start: ({ path, operation, parameters, everyMinutes }, order) =>
      session.transaction(async (within) => {
        if (order && !(await hasRoom(within, path, order))) return false
        const text = `insert into ${tables.list} as list
            (path, operation, parameters, every_minutes, ordered_by, orderer_name)
          values ($1, $2, $3, $4, $5, $6)
          on conflict (path) do update set state = 'running', wanted_at = clock_timestamp(), ${freshStart}`
        const whose = [order?.person ?? null, order?.name ?? null]
        await within.query(text, [path, operation, parameters, everyMinutes, ...whose])
        return true
      }),
    pause: (path) => change(path, `state = 'paused', retry_at = null, ${noHolder}`),
    resume: (path) =>
      change(
        path,
        `${freshStart}, state = case when state = 'idle' then 'idle'
          when ${hasWork} then 'running' else 'idle' end`,
      ),
    cancel: (path) =>
      endAnd(
        path,
        `state = 'idle', wants_check = false, wanted_at = null, next_at = ${afterMinutes("every_minutes")}`,
      ),
    wantCheck: (path) => change(path, `wants_check = true, state = 'running', ${freshStart}`),
    schedule: (path, everyMinutes) =>
      change(path, `every_minutes = $2::int, next_at = ${afterMinutes("$2::int")}`, [everyMinutes]),
    async scheduleNow(operations) {
      const text = `update ${tables.list} set edited_at = clock_timestamp(),
        next_at = case when state = 'idle' and next_at is not null then clock_timestamp() else next_at end
        where operation = any($1)`
      await session.query(text, [[...operations]])
    },
    retire: (path) =>
      endAnd(path, "state = 'paused', synced_until = null, checked_at = null, next_at = null"),
    async remove(within, path) {
      await cancelRun(within, tables, path)
      await within.query(`delete from ${tables.list} where path = $1`, [path])
    },
  }
}
