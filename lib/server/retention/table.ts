import { type Pool, quoteName } from "../../db"

/** One kind of rows that is checked periodically. */
export interface RetentionKind {
  readonly kind: string
  readonly everyMinutes: number
}

export interface DueRetention {
  readonly id: string
}

/**
 * Which kinds are due, shared by all instances; an instance owns a kind as long as it renews its
 * lease.
 */
export interface RetentionWork {
  claim(
    holder: string,
    leaseMs: number,
    due: { readonly kinds: readonly string[]; readonly max: number },
  ): Promise<readonly DueRetention[]>
  renew(holder: string, leaseMs: number, kinds: readonly string[]): Promise<readonly string[]>
  release(holder: string, kind?: string): Promise<void>
  /** Stores what was removed and when the kind is due again. */
  finish(
    holder: string,
    { kind, everyMinutes }: RetentionKind,
    round: { readonly rows: number; readonly busyMs: number },
  ): Promise<void>
}

export function createRetentionWork({
  pool,
  schema = "dashboard",
}: {
  pool: Pool
  schema?: string
}): RetentionWork {
  const table = `${quoteName(schema)}.retention_work`
  const query = async (text: string, values: unknown[]) =>
    (await pool.query<DueRetention>(text, values)).rows
  return {
    async claim(holder, leaseMs, { kinds, max }) {
      const add = `insert into ${table} (kind) select unnest($1::text[]) on conflict do nothing`
      await query(add, [[...kinds]])
      return query(
        `update ${table} set leased_by = $1, leased_until = clock_timestamp() + $2 * interval '1 ms'
         where kind in (
           select kind from ${table} where kind = any($3) and due_at <= clock_timestamp()
             and (leased_until is null or leased_until < clock_timestamp())
           order by due_at limit $4 for update skip locked
         ) returning kind as id`,
        [holder, leaseMs, [...kinds], max],
      )
    },
    async renew(holder, leaseMs, kinds) {
      const text = `update ${table} set leased_until = clock_timestamp() + $2 * interval '1 ms'
        where leased_by = $1 and kind = any($3) returning kind as id`
      return (await query(text, [holder, leaseMs, [...kinds]])).map(({ id }) => id)
    },
    async release(holder, kind) {
      const text = `update ${table} set leased_by = null, leased_until = null
        where leased_by = $1 and ($2::text is null or kind = $2)`
      await query(text, [holder, kind ?? null])
    },
    async finish(holder, { kind, everyMinutes }, { rows, busyMs }) {
      const text = `update ${table} set rows = $3, busy_ms = $4, ended_at = clock_timestamp(),
          due_at = clock_timestamp() + $5 * interval '1 minute'
        where kind = $1 and leased_by = $2`
      await query(text, [kind, holder, rows, Math.round(busyMs), everyMinutes])
    },
  }
}
