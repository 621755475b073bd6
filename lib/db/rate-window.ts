import type { Pool } from "pg"
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
  /** Lets the client's request in and remembers it, or refuses it and forgets it; those that ask at once are answered in their order. */
  admit(clientId: string, rule: RateRule): Promise<Admission>
}

interface AdmitRow {
  admitted: number
  wait_ms: number | null
}

const namesIn = (schema: string) => ({
  requests: `${schema}.admitted_request`,
  admit: `${schema}.admit_requests`,
  /** What the version before calls, one request at a time: its lock is ours, so that both may run. */
  lock: `${schema}.admit_request`,
})

type Names = ReturnType<typeof namesIn>

/**
 * A client's requests are numbered in the order in which they were let in, so the next one finds the window
 * full exactly where the one that came `max_count` before it is inside, and takes the place of one that is
 * not. Of those that ask together as many are let in as the oldest rows have left, all at the same time,
 * and the rest wait for the next row to leave. The clock is read under the client's lock, so that times
 * only grow.
 */
const createAdmit = ({ requests, admit, lock }: Names) => `
  create or replace function ${admit}(client text, max_count int, span interval, wanted int,
    out admitted int, out wait_ms float8)
  language plpgsql as $admit$
  declare
    next int8; now_at timestamptz; first_at timestamptz; inside int8; updated int;
  begin
    perform pg_advisory_xact_lock(hashtext('${lock.replaceAll("'", "''")}'), hashtext(client));
    now_at := clock_timestamp();
    select coalesce(max(number), 0) + 1 into next from ${requests} where client_id = client;
    select number, admitted_at into inside, first_at from ${requests}
      where client_id = client and number >= next - max_count
        and number < next - max_count + wanted and admitted_at > now_at - span
      order by number limit 1;
    admitted := least(wanted, max_count, coalesce(inside - (next - max_count), wanted));
    if admitted > 0 then
      update ${requests} set number = number + max_count, admitted_at = now_at
        where client_id = client and number >= next - max_count
          and number < next - max_count + admitted;
      get diagnostics updated = row_count;
      if updated < admitted then
        insert into ${requests} select client, each, now_at
          from generate_series(next, next + admitted - 1) as each
          on conflict do nothing;
      end if;
    end if;
    if admitted < wanted then
      wait_ms := extract(epoch from coalesce(first_at, now_at) + span - now_at) * 1000;
    end if;
  end $admit$;`

/** What lowered limits and clients that are gone have left behind is longer ago than any window. */
const prepareWindow = (names: Names) => `
  select pg_advisory_xact_lock(hashtext('rate_window'));
  ${createAdmit(names)}
  delete from ${names.requests} where admitted_at < clock_timestamp() - interval '1 day';`

interface Waiting {
  readonly resolve: (admission: Admission) => void
  readonly reject: (error: unknown) => void
}

/**
 * Asks for those that wait, one call at a time: whoever comes while a call is under way is let in or refused
 * by the next one, together with all others that came meanwhile, in the order in which they came.
 */
function createGate(call: (wanted: number) => Promise<AdmitRow>, onIdle: () => void) {
  let waiting: Waiting[] = []
  let isCalling = false

  async function admitWaiting() {
    isCalling = true
    while (waiting.length > 0) {
      const together = waiting
      waiting = []
      try {
        const { admitted, wait_ms } = await call(together.length)
        for (const [index, { resolve }] of together.entries())
          resolve(index < admitted ? { admitted: true } : { admitted: false, waitMs: wait_ms ?? 0 })
      } catch (error) {
        for (const { reject } of together) reject(error)
      }
    }
    isCalling = false
    onIdle()
  }

  return () =>
    new Promise<Admission>((resolve, reject) => {
      waiting.push({ resolve, reject })
      if (!isCalling) void admitWaiting()
    })
}

/** Keeps the windows in one table of the schema, as many rows for each client as its limit; `prepare` makes its function as this version has it, also when several processes start at once. */
export function createRateWindow({
  pool,
  schema = "reporting",
}: {
  pool: Pool
  schema?: string
}): RateWindow {
  const names = namesIn(quoteName(schema))
  const gates = new Map<string, () => Promise<Admission>>()

  async function call(clientId: string, { limit, windowMs }: RateRule, wanted: number) {
    const { rows } = await pool.query<AdmitRow>({
      name: `admit ${schema}`,
      text: `select admitted, wait_ms from ${names.admit}($1, $2, $3 * interval '1 ms', $4)`,
      values: [clientId, limit, windowMs, wanted],
    })
    const [row] = rows
    if (!row) throw new TypeError("Nobody was let in or refused.")
    return row
  }

  return {
    async prepare() {
      await pool.query(prepareWindow(names))
    },
    admit(clientId, rule) {
      const key = `${rule.limit} ${rule.windowMs} ${clientId}`
      const gate =
        gates.get(key) ??
        createGate(
          (wanted) => call(clientId, rule, wanted),
          () => gates.delete(key),
        )
      gates.set(key, gate)
      return gate()
    },
  }
}
