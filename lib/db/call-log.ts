import { randomUUID } from "node:crypto"
import type { Pool } from "pg"
import { poolSession } from "./session"
import { quoteName } from "./sql"

/** Priorities, most urgent first: a person at a page, an export or batch of edits, the copies. */
export type CallPriority = "person" | "export" | "sync"

export type CallNumbers = Readonly<Record<CallPriority, number>>

/** Calls queued at one instance for one owner. `""` means no owner. */
export interface WaitingCalls {
  readonly priority: CallPriority
  readonly owner: string
  readonly count: number
  /** How long the first of them has waited, in milliseconds. */
  readonly waitedMs: number
}

/**
 * Allows at most `limit` calls in any window. A call whose end was not recorded counts as arriving
 * `inFlightMs` after it was taken. All times are in milliseconds.
 */
export interface CallLogRule {
  readonly limit: number
  readonly windowMs: number
  readonly inFlightMs: number
  /** Calls per window reserved for exports and copies while people wait. 0 by default. */
  readonly reserved?: number
  /** Maximum calls per window for copies. Their share by default. */
  readonly maxCopies?: number | undefined
}

/**
 * Shares of the limit for copies: `idle` after half a minute without a person's call, `busy`
 * otherwise. `left` is what exports and copies leave free.
 */
const copyShares = { idle: 80 / 95, busy: 40 / 95, left: 15 / 95 } as const
/** How long a person's call counts as activity, in milliseconds. */
const askingMs = 30_000

/** Calls per window for copies while people are idle and busy, and how many they leave free. */
export function copyShare({ limit, maxCopies = limit }: Pick<CallLogRule, "limit" | "maxCopies">) {
  const part = (share: number) => Math.max(1, Math.min(maxCopies, Math.round(limit * share)))
  return {
    idle: part(copyShares.idle),
    busy: part(copyShares.busy),
    left: Math.floor(limit * copyShares.left),
  }
}

export interface CallLogOptions {
  readonly pool: Pool
  /** Each client id has its own window. */
  readonly clientId: string
  readonly rule: CallLogRule
  readonly schema?: string
  /** Milliseconds since 1970. Replaces the database clock in tests. */
  readonly clock?: () => number
}

/** A call that may be made now. */
export interface GrantedCall {
  readonly id: string
  readonly priority: CallPriority
  readonly owner: string
}

/** The granted calls, and what the rest wait for. Times are milliseconds from now. */
export interface TakenCalls {
  readonly granted: readonly GrantedCall[]
  /** When to ask again for the rest. */
  readonly nextMs: number
  /** When each call in use stops counting if it arrives now, soonest first. */
  readonly leavesMs: readonly number[]
  /** Calls queued at other instances. */
  readonly elsewhere: CallNumbers
  /** Remaining pause requested by the platform, else 0. */
  readonly pausedMs: number
}

/** State of the window. Times are milliseconds from now. */
export interface CallLogReading {
  readonly used: CallNumbers
  /** Calls queued at other instances. */
  readonly waiting: CallNumbers
  /** Until a person's call could go, 0 if one could go now. */
  readonly freeInMs: number
  /** Remaining pause requested by the platform, else 0. */
  readonly pausedMs: number
}

interface TakenRow {
  granted: GrantedCall[]
  next_ms: number
  leaves_ms: number[]
  elsewhere: CallNumbers
  paused_ms: number
}

interface ReadRow {
  used: CallNumbers
  waiting: CallNumbers
  free_in_ms: number
  paused_ms: number
}

/** A waiting instance asks again at least this often. One silent for twice as long is dropped. */
const maxPauseMs = 1000

/** The database clock, or milliseconds since 1970 passed by a test. */
const clockAt = (parameter: number) =>
  `coalesce(to_timestamp($${parameter}::float8 / 1000), clock_timestamp())`

const byLane = (rows: string, count: string) =>
  `(select json_build_object(${["person", "export", "sync"]
    .map((lane) => `'${lane}', coalesce(${count} filter (where lane = '${lane}'), 0)`)
    .join(", ")}) from ${rows})`

/**
 * Ranks the calls queued at all instances and grants those of this instance that fit.
 *
 * Order: the reserve of exports and copies (class 0), exports first; people within their share (1);
 * people beyond it (2); exports (3); copies (4). Among people, those with fewer calls in the
 * window go first, so a person with a hundred queued calls delays another by one. A share is a
 * tenth of the limit, or the limit divided by the number of callers if that is less.
 *
 * A call keeps the slot of its rank, at whichever instance it waits. Calls of class 2 and above go
 * one at a time, spread over the time until the window's first call leaves, and only while no other
 * instance has a call ranked before them. People beyond their share leave an eighth of the limit
 * free, exports and copies leave `left`. Copies use idle quota: the calls per window that
 * `copyShare` gives, spread over it.
 *
 * Values: client, instance, queued calls as JSON, limit, window, in flight, reserve, clock, the
 * shares of copies (idle, busy, left). Times are in milliseconds.
 */
const takeCalls = (schema: string) => `
  with now as (select ${clockAt(8)} as at),
  rule as (
    select $4::int as most, $5::float8 * interval '1 ms' as span,
      ($5::float8 + $6::float8) * interval '1 ms' as longest,
      $5::float8 / $4::int * 0.9 * interval '1 ms' as pace
  ),
  log as (
    select paused_until, least(background_at, at) as paced_at
    from ${schema}.call_log, now where client_id = $1
  ),
  used as (
    select lane, coalesce(owner, '') as owner, least(leaves_at, at + longest) as leaves_at
    from ${schema}.call_log_call, now, rule where client_id = $1 and leaves_at > at
  ),
  copying as (
    select case when exists (
      select from used, now, rule
      where lane = 'person' and leaves_at > at + span - ${askingMs} * interval '1 ms'
    ) then $10::int else $9::int end as copies
  ),
  held as (select owner, count(*) as calls from used where lane = 'person' group by owner),
  own as (
    select priority as lane, owner, count as waiting, at - "waitedMs" * interval '1 ms' as since
    from json_to_recordset($3::json) as each(priority text, owner text, count int, "waitedMs" float8),
      now
  ),
  elsewhere as (
    select lane, owner, waiting, since from ${schema}.call_log_waiter, now
    where client_id = $1 and instance <> $2 and ends_at > at
  ),
  calls as (
    select everybody.*, nth, case when lane = 'person' then coalesce(calls, 0) + nth end as turn,
      row_number() over (partition by lane = 'person' order by lane = 'sync', since, nth) as place
    from (select *, true as is_own from own union all select *, false from elsewhere) as everybody
    left join held using (owner), rule, generate_series(1, least(waiting, most)) as nth
  ),
  room as (
    select most - (select count(*) from used) as free,
      $7::int - (select count(*) from used where lane <> 'person') as reserve,
      greatest(1, least(most / 10, ceil((most - $7::int)::float8 / (
        select greatest(count(distinct owner), 1) from (
          select owner from held union all select owner from calls where lane = 'person') as people
      )))) as share,
      case when paced_at <= at - span then at else paced_at + greatest(pace, (coalesce((select min(least(leaves_at, at + span)) from used), at)
        - paced_at) / greatest(1, most - most / 8 - (select count(*) from used))) end as paced_from,
      paced_at + span / copies as copies_from,
      copies - (select count(*) from used where lane = 'sync') as copies_free
    from now, rule, log, copying
  ),
  classed as (
    select calls.*, case when lane = 'person' then case when turn <= share then 1 else 2 end
      when place <= reserve then 0 when lane = 'export' then 3 else 4 end as class
    from calls, room
  ),
  ranked as (
    select *, class >= 2 as is_paced,
      row_number() over ranks as rank,
      count(*) filter (where not is_own) over ranks as before_elsewhere,
      row_number() over (partition by is_own, class >= 2 order by class, turn, since, nth) as own_rank
    from classed window ranks as (order by class, turn, since, nth rows unbounded preceding)
  ),
  granted as (
    select lane, owner, is_paced, gen_random_uuid()::text as id from ranked, now, rule, log, room
    where is_own and paused_until <= at and case when is_paced
      then rank <= free - case class when 2 then most / 8 else $11::int end
        and before_elsewhere = 0 and own_rank = 1
        and case class when 4 then copies_free > 0 and copies_from <= at else paced_from <= at end
      else rank <= free end
  ),
  added as (
    insert into ${schema}.call_log_call (client_id, id, lane, leaves_at, owner)
    select $1, id, lane, at + longest, nullif(owner, '') from granted, now, rule
  ),
  paced as (
    update ${schema}.call_log set background_at = at from now
    where client_id = $1 and exists (select from granted where is_paced)
  ),
  -- A clock that was set back would count calls for as long as it was.
  corrected as (
    update ${schema}.call_log_call set leaves_at = at + longest from now, rule
    where client_id = $1 and leaves_at > at + longest
  ),
  left_window as (
    delete from ${schema}.call_log_call using now where client_id = $1 and leaves_at <= at
  ),
  left_waiting as (
    select lane, owner, since, waiting - count(id) as waiting
    from own left join granted using (lane, owner) group by lane, owner, since, waiting
    having waiting > count(id)
  ),
  left_queue as (
    delete from ${schema}.call_log_waiter as waiter using now
    where client_id = $1 and case when instance = $2
      then (lane, owner) not in (select lane, owner from left_waiting) else ends_at <= at end
  ),
  queued as (
    insert into ${schema}.call_log_waiter
    select $1, $2, lane, owner, waiting, since, at + ${2 * maxPauseMs} * interval '1 ms'
    from left_waiting, now
    on conflict (client_id, instance, lane, owner) do update
      set waiting = excluded.waiting, since = excluded.since, ends_at = excluded.ends_at
  ),
  leaves as (
    select ceil(extract(epoch from least(leaves_at, at + span) - at) * 1000)::float8 as ms
    from used, now, rule
    union all select $5::float8 from granted
  )
  select coalesce((select json_agg(json_build_object('id', id, 'priority', lane, 'owner', owner))
      from granted), '[]') as granted,
    coalesce((select json_agg(ms order by ms) from leaves), '[]') as leaves_ms,
    ${byLane("elsewhere", "sum(waiting)")} as elsewhere,
    (select ceil(extract(epoch from greatest(paused_until, at) - at) * 1000)::float8 from log, now)
      as paused_ms,
    (select ceil(least(${maxPauseMs}, greatest(
        extract(epoch from greatest(paused_until, at) - at) * 1000,
        least((select min(ms) from leaves),
          nullif(extract(epoch from greatest(paced_from, at) - at) * 1000, 0),
          nullif(extract(epoch from greatest(copies_from, at) - at) * 1000, 0)), 50)))::float8
      from log, now, room) as next_ms`

/** Values: client, limit, instance, clock. */
const readCalls = (schema: string) => `
  with now as (select ${clockAt(4)} as at),
  used as (
    select lane, leaves_at from ${schema}.call_log_call, now
    where client_id = $1 and leaves_at > at
  ),
  elsewhere as (
    select lane, waiting from ${schema}.call_log_waiter, now
    where client_id = $1 and instance <> $3 and ends_at > at
  ),
  paused as (
    select extract(epoch from greatest(paused_until, at) - at) * 1000 as ms
    from now left join ${schema}.call_log on client_id = $1
  )
  select ${byLane("used", "count(*)")} as used, ${byLane("elsewhere", "sum(waiting)")} as waiting,
    ceil(coalesce(ms, 0))::float8 as paused_ms,
    ceil(greatest(coalesce(ms, 0), case when (select count(*) from used) >= $2
      then (select extract(epoch from min(leaves_at) - at) * 1000 from used) else 0 end))::float8
      as free_in_ms
  from paused, now`

/**
 * Keeps the window of a client id in PostgreSQL, by the database clock, shared by all instances.
 * Every method rejects if the database cannot be reached.
 */
export function createCallLog({ pool, clientId, rule, clock, ...options }: CallLogOptions) {
  const schema = quoteName(options.schema ?? "dashboard")
  const session = poolSession(pool)
  const instance = randomUUID()
  const { limit, windowMs, inFlightMs, reserved = 0 } = rule
  const copies = copyShare(rule)
  const add = `insert into ${schema}.call_log (client_id, epoch, created_at, seen_at)
    values ($1, '', now(), now()) on conflict do nothing`
  const texts = { take: takeCalls(schema), read: readCalls(schema) }

  return {
    /**
     * Takes calls for queued requests and records what is still queued. With none, it only
     * withdraws.
     */
    async take(waiting: readonly WaitingCalls[]): Promise<TakenCalls> {
      const values = [clientId, instance, JSON.stringify(waiting), limit, windowMs, inFlightMs]
      return session.transaction(async ({ query }) => {
        // The next statement must see what others committed before this one got the lock.
        const lock = `select client_id from ${schema}.call_log where client_id = $1 for update`
        const [locked] = await query(lock, [clientId])
        if (!locked) {
          await query(add, [clientId])
          await query(lock, [clientId])
        }
        const all = [...values, reserved, clock?.(), copies.idle, copies.busy, copies.left]
        const [row] = await query<TakenRow>(texts.take, all, { prepare: true })
        if (!row) throw new Error("The call log gave no answer.")
        const { granted, next_ms, leaves_ms, elsewhere, paused_ms } = row
        const times = { nextMs: next_ms, leavesMs: leaves_ms, pausedMs: paused_ms }
        return { granted, elsewhere, ...times }
      })
    },
    /** The call has reached the platform or never will. It counts for one window from now. */
    async endCall(id: string): Promise<void> {
      const text = `update ${schema}.call_log_call
        set leaves_at = least(leaves_at, ${clockAt(4)} + $3 * interval '1 ms')
        where client_id = $1 and id = $2`
      await session.query(text, [clientId, id, windowMs, clock?.()])
    },
    /** Deletes a call that was not made, so it no longer counts. */
    async giveBack(id: string): Promise<void> {
      const text = `delete from ${schema}.call_log_call where client_id = $1 and id = $2`
      await session.query(text, [clientId, id])
    },
    /** Grants no call of this client id for the given time. */
    async pause(ms: number): Promise<void> {
      const text = `update ${schema}.call_log
        set paused_until = greatest(paused_until, ${clockAt(3)} + $2 * interval '1 ms')
        where client_id = $1`
      await session.query(add, [clientId])
      await session.query(text, [clientId, ms, clock?.()])
    },
    async read(): Promise<CallLogReading> {
      const [row] = await session.query<ReadRow>(texts.read, [clientId, limit, instance, clock?.()])
      if (!row) throw new Error("The call log gave no answer.")
      const { used, waiting, free_in_ms, paused_ms } = row
      return { used, waiting, freeInMs: free_in_ms, pausedMs: paused_ms }
    },
  }
}

export type CallLog = ReturnType<typeof createCallLog>
