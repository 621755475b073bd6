import type { Pool } from "pg"
import { createSchema } from "./create-schema"
import { quoteName } from "./sql"

/** At most `limit` requests, 1 or more, in any `windowMs` milliseconds. */
export interface RateRule {
  readonly limit: number
  readonly windowMs: number
}

/** Whether a request is let in, and otherwise how many milliseconds from now the next one will be. */
export type Admission =
  | { readonly admitted: true }
  | { readonly admitted: false; readonly waitMs: number }

/** The requests let in of late, by client, shared by all instances. */
export interface RateWindow {
  prepare(): Promise<void>
  /** Lets the client's request in and remembers it, or refuses it and forgets it. */
  admit(clientId: string, rule: RateRule): Promise<Admission>
}

interface WindowRow {
  wait_ms: number | null
}

/** Unlogged: a server that crashes starts with empty windows, and no request waits for the disk. */
const createTable = (schema: string, table: string) => `
  select pg_advisory_xact_lock(hashtext('rate_window'));
  ${createSchema(schema)}
  create unlogged table if not exists ${table} (
    client_id text primary key,
    admitted timestamptz[] not null,
    free_at timestamptz
  ) with (fillfactor = 50);`

/**
 * The update reads the clock once it holds the client's row, so that the times in it only grow. A window
 * is full where the last but `limit - 1` of them is still inside; indexes below 1 give null.
 */
const admitRequest = (table: string) => `
  insert into ${table} as client (client_id, admitted) values ($1, array[clock_timestamp()])
  on conflict (client_id) do update set (admitted, free_at) = (
    select case when next.free_at is null then kept.times || clock.now else kept.times end,
      next.free_at
    from (select clock_timestamp() as now) as clock
    cross join lateral (
      select coalesce(array_agg(time), '{}') as times
      from unnest(client.admitted) as time where time > clock.now - $3 * interval '1 ms'
    ) as kept
    cross join lateral (
      select kept.times[cardinality(kept.times) - $2::int + 1] + $3 * interval '1 ms' as free_at
    ) as next
  )
  returning extract(epoch from free_at - clock_timestamp())::float8 * 1000 as wait_ms`

/** Keeps the windows in one table of the schema, a row for each client; `prepare` makes it, also when several processes start at once. */
export function createRateWindow({
  pool,
  schema = "reporting",
}: {
  pool: Pool
  schema?: string
}): RateWindow {
  const table = `${quoteName(schema)}.rate_window`
  return {
    async prepare() {
      await pool.query(createTable(quoteName(schema), table))
    },
    async admit(clientId, { limit, windowMs }) {
      const { rows } = await pool.query<WindowRow>({
        name: `admit ${schema}`,
        text: admitRequest(table),
        values: [clientId, limit, windowMs],
      })
      const waitMs = rows[0]?.wait_ms ?? null
      return waitMs === null ? { admitted: true } : { admitted: false, waitMs }
    },
  }
}
