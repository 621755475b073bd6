import type { Pool } from "pg"
import { migrateTables } from "./migrate-tables"
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

interface AdmitRow {
  wait_ms: number | null
}

const namesIn = (schema: string) => ({
  requests: `${schema}.admitted_request`,
  admit: `${schema}.admit_request`,
})

type Names = ReturnType<typeof namesIn>

/**
 * A client's requests are numbered in the order in which they were let in, so the window is full exactly
 * where the one that came `most` before the next is inside: one row is looked at, whatever the limit, and
 * the next takes its place. The clock is read under the client's lock, so that times only grow.
 */
const createAdmit = ({ requests, admit }: Names) => `
  create or replace function ${admit}(client text, most int, span interval) returns float8
  language plpgsql as $admit$
  declare
    next int8; now_at timestamptz; first_at timestamptz;
  begin
    perform pg_advisory_xact_lock(hashtext('${admit.replaceAll("'", "''")}'), hashtext(client));
    now_at := clock_timestamp();
    select coalesce(max(number), 0) + 1 into next from ${requests} where client_id = client;
    select admitted_at into first_at from ${requests}
      where client_id = client and number = next - most;
    if first_at > now_at - span then
      return extract(epoch from first_at + span - now_at) * 1000;
    end if;
    update ${requests} set number = next, admitted_at = now_at
      where client_id = client and number = next - most;
    if not found then insert into ${requests} values (client, next, now_at); end if;
    return null;
  end $admit$;`

/** What lowered limits and clients that are gone have left behind is longer ago than any window. */
const prepareWindow = (names: Names) => `
  select pg_advisory_xact_lock(hashtext('rate_window'));
  ${createAdmit(names)}
  delete from ${names.requests} where admitted_at < clock_timestamp() - interval '1 day';`

/** Keeps the windows in one table of the schema, as many rows for each client as its limit; `prepare` makes its function as this version has it, also when several processes start at once. */
export function createRateWindow({
  pool,
  schema = "reporting",
}: {
  pool: Pool
  schema?: string
}): RateWindow {
  const names = namesIn(quoteName(schema))
  return {
    async prepare() {
      await migrateTables(pool, "service", schema)
      await pool.query(prepareWindow(names))
    },
    async admit(clientId, { limit, windowMs }) {
      const { rows } = await pool.query<AdmitRow>({
        name: `admit ${schema}`,
        text: `select ${names.admit}($1, $2, $3 * interval '1 ms') as wait_ms`,
        values: [clientId, limit, windowMs],
      })
      const waitMs = rows[0]?.wait_ms ?? null
      return waitMs === null ? { admitted: true } : { admitted: false, waitMs }
    },
  }
}
