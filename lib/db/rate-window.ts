import type { Pool } from "pg"
import { quoteName } from "./sql"

/** At most `limit` requests (1 or more) in any window of `windowMs` milliseconds. */
export interface RateRule {
  readonly limit: number
  readonly windowMs: number
}

/** Whether a request is admitted. If not, milliseconds until the next one will be. */
export type Admission =
  | { readonly admitted: true }
  | { readonly admitted: false; readonly waitMs: number }

/** Recently admitted requests by client, shared by all instances. */
export interface RateWindow {
  prepare(): Promise<void>
  /**
   * Admits and records the client's request, or refuses it. Concurrent requests are answered in
   * order.
   */
  admit(clientId: string, rule: RateRule): Promise<Admission>
}

interface AdmitRow {
  admitted: number
  wait_ms: number | null
}

const namesIn = (schema: string) => ({
  requests: `${schema}.admitted_request`,
  admit: `${schema}.admit_requests`,
  /**
   * Called by the previous version, one request at a time. Both versions share this lock, so that
   * they may run together.
   */
  lock: `${schema}.admit_request`,
})

type Names = ReturnType<typeof namesIn>

/**
 * A client's admitted requests are numbered in order. The window is full exactly if the request
 * `max_count` before the next one is still inside; otherwise the next one takes its row. A batch of
 * requests is admitted at a single time, as many as the oldest rows allow, and the rest wait for
 * the next row to leave. The clock is read under the client's lock, so that times only increase.
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

/** Rows left by lowered limits and inactive clients are older than any window. */
const prepareWindow = (names: Names) => `
  select pg_advisory_xact_lock(hashtext('rate_window'));
  ${createAdmit(names)}
  delete from ${names.requests} where admitted_at < clock_timestamp() - interval '1 day';`

interface Waiting {
  readonly resolve: (admission: Admission) => void
  readonly reject: (error: unknown) => void
}

/**
 * Asks for waiting requests, one call at a time. Requests that arrive during a call are admitted or
 * refused together by the next one, in the order in which they arrived.
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

/**
 * Stores the windows in one table of the schema, with as many rows per client as its limit.
 * `prepare` creates this version's function, and may run in several processes at once.
 */
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
