import { type DatabaseSession, lockTransaction } from "../../db"
import { endRun, freshStart, noHolder, type SyncTables } from "./synced-list"

/** A list to copy. `parameters` is the JSON text of its path parameters. */
export interface NewList {
  readonly path: string
  readonly operation: string
  readonly parameters: string
  readonly everyMinutes: number | null
}

/** Who ordered a new list, and how many they may have: in total, and of those never completed. */
export interface ListOrder {
  readonly person: string
  readonly name: string | null
  readonly maxOrdered: number
  readonly maxUnfinished: number
}

/** Actions of people on the copies of lists, by path. A page in progress is stored first. */
export interface DesiredSyncs {
  /**
   * Adds a list to copy, or requests a sync of an existing one. False if the person ordering a new
   * one has too many.
   */
  start(list: NewList, order?: ListOrder): Promise<boolean>
  pause(path: string): Promise<void>
  /** Resumes a paused or failed list and tries at once. */
  resume(path: string): Promise<void>
  /** Ends the current run. A list without a complete copy then waits to be started. */
  cancel(path: string): Promise<void>
  wantCheck(path: string): Promise<void>
  schedule(path: string, everyMinutes: number | null): Promise<void>
  /**
   * Records that records of lists have been edited. Schedules their next sync now if they have one.
   */
  scheduleNow(operations: readonly string[]): Promise<void>
  /** Stops the list for good: no complete copy and no run. */
  retire(path: string): Promise<void>
  /** Deletes the list, in the caller's transaction. */
  remove(session: DatabaseSession, path: string): Promise<void>
}

const afterMinutes = (minutes: string) =>
  `case when synced_until is not null then clock_timestamp() + ${minutes} * interval '1 minute' end`

export function createDesiredSyncs(session: DatabaseSession, { list }: SyncTables): DesiredSyncs {
  const change = async (path: string, set: string, values: unknown[] = []) => {
    await session.query(`update ${list} set ${set} where path = $1`, [path, ...values])
  }
  /**
   * Whether the list exists or the person may order one more. Blocks their other orders until the
   * transaction ends.
   */
  async function hasRoom(
    within: DatabaseSession,
    path: string,
    order: ListOrder,
  ): Promise<boolean> {
    const { person, maxOrdered, maxUnfinished } = order
    await lockTransaction(within, { name: `${list} ${person}` })
    const text = `select exists (select 1 from ${list} where path = $2)
        or count(*) < $3 and count(*) filter (where checked_at is null) < $4 as "hasRoom"
      from ${list} where ordered_by = $1`
    const values = [person, path, maxOrdered, maxUnfinished]
    return (await within.query<{ hasRoom: boolean }>(text, values))[0]?.hasRoom === true
  }

  return {
    start: ({ path, operation, parameters, everyMinutes }, order) =>
      session.transaction(async (within) => {
        if (order && !(await hasRoom(within, path, order))) return false
        const text = `insert into ${list}
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
        `${freshStart}, state = case when state <> 'idle' and (synced_until is null or wants_check
          or wanted_at >= synced_until or run is not null) then 'running' else 'idle' end`,
      ),
    cancel: (path) =>
      change(
        path,
        `state = 'idle', wants_check = false, wanted_at = null, ${endRun("cancelled")},
         next_at = ${afterMinutes("every_minutes")}, ${freshStart}, ${noHolder}`,
      ),
    wantCheck: (path) => change(path, `wants_check = true, state = 'running', ${freshStart}`),
    schedule: (path, everyMinutes) =>
      change(path, `every_minutes = $2::int, next_at = ${afterMinutes("$2::int")}`, [everyMinutes]),
    async scheduleNow(operations) {
      const text = `update ${list} set edited_at = clock_timestamp(),
        next_at = case when state = 'idle' and next_at is not null then clock_timestamp() else next_at end
        where operation = any($1)`
      await session.query(text, [[...operations]])
    },
    retire: (path) =>
      change(
        path,
        `state = 'paused', synced_until = null, checked_at = null, next_at = null,
         ${endRun("cancelled")}, ${freshStart}, ${noHolder}`,
      ),
    async remove(within, path) {
      await within.query(`delete from ${list} where path = $1`, [path])
    },
  }
}
