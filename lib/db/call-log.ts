import { randomUUID } from "node:crypto"
import type { Pool } from "pg"
import {
  createCallTime,
  endCall,
  giveBackCall,
  pauseCalls,
  readCallsSql,
  takeCalls,
} from "./call-log-sql"
import { createTake } from "./call-log-take"
import { quoteName } from "./sql"

/** One number for each priority of calls. */
export interface CallNumbers {
  readonly person: number
  readonly export: number
  readonly sync: number
}

/** A request for up to `count` calls; 0 only reports the demand. */
export interface CallLogRequest {
  readonly priority: keyof CallNumbers
  readonly count: number
  readonly demand: CallNumbers & { readonly overShare?: number; readonly unattended?: number }
  readonly persons?: { readonly owners: readonly string[]; readonly share: number }
}

/** So many calls in any window; milliseconds. */
export interface CallLogRule {
  readonly limit: number
  readonly windowMs: number
  readonly inFlightMs: number
  readonly reserved?: number
}

export interface CallLogOptions {
  readonly pool: Pool
  /** Each client id has a log of its own. */
  readonly clientId: string
  readonly rule: CallLogRule
  readonly schema?: string
  /** Milliseconds since 1970 in place of the database's clock, for tests. */
  readonly clock?: () => number
}

/** The JSON that the function of `createTake` returns. */
interface TakeAnswer {
  readonly epoch: string
  readonly number: number
  readonly waitMs: number
  readonly ids: string[]
  readonly leavesMs: number[]
  readonly elsewhere: number[]
  readonly calls: Record<string, number>
  readonly share: number | null
}

interface ReadRow {
  used: number[]
  waiting: number[]
  free_in_ms: number
  paused_ms: number
}

/** Numbers in the order of the priorities. */
export const byPriority = ([person, exports, sync]: readonly number[]): CallNumbers => ({
  person: person ?? 0,
  export: exports ?? 0,
  sync: sync ?? 0,
})

const namesIn = (schema: string) => ({
  log: `${schema}.call_log`,
  calls: `${schema}.call_log_call`,
  demand: `${schema}.call_log_demand`,
  callTime: `${schema}.call_turn`,
  take: `${schema}.take_calls`,
})

/** Runs as one implicit transaction, under a lock. */
const createFunctions = (schema: string) => `
  select pg_advisory_xact_lock(hashtext('call_log'));
  ${createCallTime(namesIn(schema))}
  ${createTake(namesIn(schema))}`

/**
 * Keeps the calls of a client id in PostgreSQL: one function takes or refuses under the lock of the
 * log's row, by the database's clock. `prepare` creates or replaces the functions by this version's, also
 * when several processes start at once.
 */
export function createCallLog({ pool, clientId, rule, clock, ...options }: CallLogOptions) {
  const schema = quoteName(options.schema ?? "dashboard")
  const names = namesIn(schema)
  const instance = randomUUID()
  let known = { epoch: "", number: 0 }

  function learn({ epoch, number }: TakeAnswer) {
    known = { epoch, number: epoch === known.epoch ? Math.max(number, known.number) : number }
  }

  return {
    async prepare() {
      await pool.query(createFunctions(schema))
    },
    async take({ priority, count, demand, persons }: CallLogRequest) {
      const { overShare = 0, unattended = 0 } = demand
      // Versions of the dashboard that run at the same time share the function: its names stay.
      const request = {
        ...rule,
        ...persons,
        lane: priority,
        flightMs: rule.inFlightMs,
        count,
        instance,
        quiet: unattended,
        clock: clock?.(),
        demand: [demand.person - overShare, demand.export, demand.sync, overShare],
        knownEpoch: known.epoch,
        knownNumber: known.number,
        newEpoch: randomUUID().slice(0, 8),
      }
      const values = [clientId, JSON.stringify(request)]
      const text = takeCalls(names)
      const { rows } = await pool.query<{ taking: TakeAnswer }>({
        name: `take ${schema}`,
        text,
        values,
      })
      const [row] = rows
      if (!row) throw new Error("The call log gave no answer.")
      learn(row.taking)
      const { elsewhere, share, ids, waitMs, leavesMs, calls } = row.taking
      const result = { ids, waitMs, leavesMs, calls, elsewhere: byPriority(elsewhere) }
      return share === null ? result : { ...result, share }
    },
    async endCall(id: string) {
      await pool.query(endCall(names), [clientId, id, rule.windowMs, clock?.()])
    },
    async giveBack(id: string) {
      await pool.query(giveBackCall(names), [clientId, id])
    },
    async pause(ms: number) {
      const epoch = randomUUID().slice(0, 8)
      await pool.query(pauseCalls(names), [clientId, ms, epoch, clock?.()])
    },
    async read() {
      const { limit, windowMs, reserved = 0 } = rule
      const values = [clientId, limit, windowMs, instance, clock?.(), reserved]
      const { rows } = await pool.query<ReadRow>(readCallsSql(names), values)
      const { used = [], waiting = [], free_in_ms = 0, paused_ms = 0 } = rows[0] ?? {}
      return {
        used: byPriority(used),
        waiting: byPriority(waiting),
        freeInMs: free_in_ms,
        pausedMs: paused_ms,
      }
    },
  }
}
