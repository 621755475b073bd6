import { z } from "zod"
import { type DatabaseSession, quoteName } from "../../db"
import { isSpread } from "../citus"
import type { RecordTables } from "../tables"
import { endRun, freshStart, noHolder, type SyncTables } from "./synced-list"

const policySchema = z.object({
  isCopied: z.boolean(),
  everyMinutes: z.int().nullable(),
  retentionDays: z.int().nullable(),
})
/**
 * How the lists of an operation are copied: whether automatically, how often (null: the default),
 * and for how many days rows are kept (null: all).
 */
export type StoredPolicy = Readonly<z.output<typeof policySchema>>

/** The policy where none is stored. */
export const defaultPolicy: StoredPolicy = {
  isCopied: true,
  everyMinutes: null,
  retentionDays: null,
}

const callsSchema = z.object({ hour: z.date(), operation: z.string(), calls: z.number() })
/** Calls to the platform within an hour for the lists of an operation. */
export type HourlyCalls = Readonly<z.output<typeof callsSchema>>

/** Copy policies set by administrators, and the calls that copying has cost. */
export interface CopyPolicies {
  /** By operation. Operations without an entry have the default policy. */
  policies(): Promise<ReadonlyMap<string, StoredPolicy>>
  /**
   * Saves the policy. Automatic lists that are no longer copied stop being complete at once, and
   * lists that need another run get one.
   */
  setPolicy(operation: string, policy: StoredPolicy): Promise<void>
  /** Paths of automatic lists whose operation is not to be copied. */
  unwantedPaths(): Promise<readonly string[]>
  /** Schedules a run now for the lists of an operation, including failed ones. */
  refreshAll(operation: string): Promise<void>
  /** Calls of the last `days` days, oldest first. */
  callsOf(days: number): Promise<readonly HourlyCalls[]>
}

const policyColumns = `is_copied as "isCopied", every_minutes as "everyMinutes",
  retention_days as "retentionDays"`

const policyChanges = ({ list }: SyncTables) => ({
  retire: `update ${list} set state = 'paused', synced_until = null, checked_at = null,
    next_at = null, ${endRun("cancelled")}, ${noHolder} where operation = $1 and rank is not null`,
  restore: `update ${list} set state = 'running', ${freshStart}
    where operation = $1 and rank is not null`,
  reread: `update ${list} set wants_check = true, ${freshStart},
      state = case when state = 'idle' and checked_at is not null then 'running' else state end
    where operation = $1 and kept_from is not null`,
  shorten: `update ${list} set next_at = clock_timestamp()
    where operation = $1 and state = 'idle' and checked_at is not null`,
})

const keepsLonger = (before: StoredPolicy, { retentionDays: days }: StoredPolicy) =>
  before.retentionDays !== null && (days === null || days > before.retentionDays)

const keepsShorter = (before: StoredPolicy, { retentionDays: days }: StoredPolicy) =>
  days !== null && (before.retentionDays === null || days < before.retentionDays)

async function changePolicy(
  session: DatabaseSession,
  tables: SyncTables,
  { operation, policy }: { readonly operation: string; readonly policy: StoredPolicy },
): Promise<void> {
  const lock = `insert into ${tables.policy} (operation) values ($1) on conflict do nothing`
  await session.query(lock, [operation])
  const read = `select ${policyColumns} from ${tables.policy} where operation = $1 for update`
  const [before = defaultPolicy] = z
    .array(policySchema)
    .parse(await session.query(read, [operation]))
  const write = `update ${tables.policy} set is_copied = $2, every_minutes = $3, retention_days = $4
    where operation = $1`
  const { isCopied, everyMinutes, retentionDays } = policy
  await session.query(write, [operation, isCopied, everyMinutes, retentionDays])
  const { retire, restore, reread, shorten } = policyChanges(tables)
  if (!isCopied) {
    await session.query(retire, [operation])
    await session.query(`delete from ${tables.operation} where operation = $1`, [operation])
  }
  if (isCopied && !before.isCopied) await session.query(restore, [operation])
  if (keepsLonger(before, policy)) await session.query(reread, [operation])
  if (keepsShorter(before, policy)) await session.query(shorten, [operation])
}

export function createCopyPolicies(session: DatabaseSession, tables: SyncTables): CopyPolicies {
  const { policy: table, list } = tables
  return {
    async policies() {
      const rows = await session.query(`select operation, ${policyColumns} from ${table}`)
      const named = z.array(policySchema.extend({ operation: z.string() })).parse(rows)
      return new Map(named.map(({ operation, ...policy }) => [operation, policy]))
    },
    setPolicy: (operation, policy) =>
      session.transaction((within) => changePolicy(within, tables, { operation, policy })),
    async unwantedPaths() {
      const text = `select path from ${list} join ${table} as policy using (operation)
        where rank is not null and not is_copied order by path`
      return (await session.query<{ path: string }>(text)).map(({ path }) => path)
    },
    async refreshAll(operation) {
      const text = `update ${list} set ${freshStart}, asked_at = clock_timestamp(),
          state = case when state = 'failed' then 'running' else state end,
          next_at = case when state = 'idle' and checked_at is not null then clock_timestamp()
            else next_at end
        where operation = $1`
      await session.query(text, [operation])
    },
    async callsOf(days) {
      const text = `select hour, operation, calls::float8 as calls from ${tables.calls}
        where hour >= date_trunc('day', clock_timestamp(), 'UTC') - ($1::int - 1) * interval '1 day'
        order by hour, operation`
      return z.array(callsSchema).parse(await session.query(text, [days]))
    },
  }
}

/** Bytes on disk of the record tables, including indexes, by record name. */
export async function readTableSizes(
  session: DatabaseSession,
  { schema, tables }: { readonly schema: string; readonly tables: RecordTables },
): Promise<ReadonlyMap<string, number>> {
  const names = [...tables.values()].map(({ name }) => `${quoteName(schema)}.${quoteName(name)}`)
  const isShard = "exists (select 1 from pg_dist_partition where logicalrelid = name::regclass)"
  const size = (await isSpread(session))
    ? `case when ${isShard} then citus_total_relation_size(name) else pg_total_relation_size(name) end`
    : "pg_total_relation_size(name)"
  const text = `select coalesce(${size}, 0)::float8 as bytes
    from unnest($1::text[]) with ordinality as each (name, number) order by number`
  const sizes = await session.query<{ bytes: number }>(text, [names])
  return new Map([...tables.keys()].map((record, index) => [record, sizes[index]?.bytes ?? 0]))
}
