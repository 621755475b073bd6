import type { Pool } from "pg"
import { createSchema } from "./create-schema"
import { quoteName } from "./sql"

const outcomes = ["intended", "applied", "refused", "not_sent", "unknown"] as const
const verdicts = ["applied", "not_applied", "changed", "undetermined"] as const

/** An edit before it is sent: who wants what changed, and the patch byte for byte. */
export interface EditIntent {
  readonly personId: string
  readonly personName?: string | undefined
  /** The catalogue's operation. */
  readonly operation: string
  readonly recordId: string
  readonly patch: string
  readonly requestId: string
}

/** How the sending of an edit ended; `status` is the platform's, `code` the error's. */
export interface EditConclusion {
  readonly outcome: Exclude<(typeof outcomes)[number], "intended">
  readonly status?: number | undefined
  readonly code?: string | undefined
}

/** What the record, read back, says of an edit whose outcome is unknown. */
export type EditVerdict = (typeof verdicts)[number]

/** An edit as it is kept; times in milliseconds since 1970 by the database's clock. */
export interface LoggedEdit extends EditIntent {
  readonly id: string
  readonly intendedAt: number
  readonly outcome: (typeof outcomes)[number]
  readonly status?: number | undefined
  readonly code?: string | undefined
  readonly concludedAt?: number | undefined
  readonly verdict?: EditVerdict | undefined
}

interface EditRow {
  id: string
  intended_at: Date
  person_id: string
  person_name: string | null
  operation: string
  record_id: string
  patch: string
  request_id: string
  outcome: LoggedEdit["outcome"]
  status: number | null
  code: string | null
  concluded_at: Date | null
  verdict: EditVerdict | null
}

const oneOf = (column: string, values: readonly string[]) =>
  `check (${column} in (${values.map((value) => `'${value}'`).join(", ")}))`

/** Text, not json: a patch is kept as the bytes that were sent. */
const createTable = (schema: string, table: string) => `
  select pg_advisory_xact_lock(hashtext('edit'));
  ${createSchema(schema)}
  create table if not exists ${table} (
    id uuid primary key default gen_random_uuid(),
    intended_at timestamptz not null default clock_timestamp(),
    person_id text not null,
    person_name text,
    operation text not null,
    record_id text not null,
    patch text not null,
    request_id text not null,
    outcome text not null default 'intended' ${oneOf("outcome", outcomes)},
    status int,
    code text,
    concluded_at timestamptz,
    verdict text ${oneOf("verdict", verdicts)},
    claimed_at timestamptz
  );
  create index if not exists edit_newest on ${table} (intended_at desc, id);
  create index if not exists edit_of_record on ${table} (record_id, intended_at desc);
  create index if not exists edit_open on ${table} (intended_at)
    where outcome = 'intended' or outcome = 'unknown' and verdict is null;`

/** Unknown now: what nobody can be sending any more; each claim is one caller's for a while. */
const claimOpen = (table: string) => `
  update ${table} set claimed_at = clock_timestamp(), outcome = 'unknown',
    concluded_at = coalesce(concluded_at, clock_timestamp())
  where id in (
    select id from ${table}
    where (outcome = 'intended' or outcome = 'unknown' and verdict is null)
      and intended_at < clock_timestamp() - $1 * interval '1 ms'
      and (claimed_at is null or claimed_at < clock_timestamp() - $2 * interval '1 ms')
    order by intended_at
    limit $3
    for update skip locked
  )
  returning *`

const readRow = (row: EditRow): LoggedEdit => ({
  id: row.id,
  intendedAt: row.intended_at.getTime(),
  personId: row.person_id,
  personName: row.person_name ?? undefined,
  operation: row.operation,
  recordId: row.record_id,
  patch: row.patch,
  requestId: row.request_id,
  outcome: row.outcome,
  status: row.status ?? undefined,
  code: row.code ?? undefined,
  concludedAt: row.concluded_at?.getTime(),
  verdict: row.verdict ?? undefined,
})

const claimLastsMs = 120_000
const claimsAtOnce = 10

/** The log of edits: an intent is on disk when `intend` resolves, and outlives every process. */
export interface EditLog {
  prepare(): Promise<void>
  /** Stores what is about to be sent and answers its id. */
  intend(intent: EditIntent): Promise<string>
  /** Says how it ended; an edit that has an end already keeps it. */
  conclude(id: string, conclusion: EditConclusion): Promise<void>
  /** Up to ten edits older than `ageMs` whose end nobody knows, as unknown; no other caller gets them for two minutes. */
  claimUnknown(ageMs: number): Promise<readonly LoggedEdit[]>
  /** What reading the record back has shown. */
  resolve(id: string, verdict: EditVerdict): Promise<void>
  /** The newest edits first, at most `limit`. */
  readNewest(limit: number): Promise<readonly LoggedEdit[]>
}

/** Keeps the log in one table of the schema; `prepare` makes it, also when several processes start at once. */
export function createEditLog({
  pool,
  schema = "dashboard",
}: {
  pool: Pool
  schema?: string
}): EditLog {
  const table = `${quoteName(schema)}.edit`
  return {
    async prepare() {
      await pool.query(createTable(quoteName(schema), table))
    },
    async intend(intent) {
      const { rows } = await pool.query<{ id: string }>(
        `insert into ${table} (person_id, person_name, operation, record_id, patch, request_id)
         values ($1, $2, $3, $4, $5, $6) returning id`,
        [
          ...[intent.personId, intent.personName ?? null, intent.operation],
          ...[intent.recordId, intent.patch, intent.requestId],
        ],
      )
      return rows[0]?.id ?? ""
    },
    async conclude(id, { outcome, status, code }) {
      await pool.query(
        `update ${table} set outcome = $2, status = $3, code = $4, concluded_at = clock_timestamp()
         where id = $1 and outcome = 'intended'`,
        [id, outcome, status ?? null, code ?? null],
      )
    },
    async claimUnknown(ageMs) {
      const values = [ageMs, claimLastsMs, claimsAtOnce]
      const { rows } = await pool.query<EditRow>(claimOpen(table), values)
      return rows.map(readRow)
    },
    async resolve(id, verdict) {
      await pool.query(
        `update ${table} set verdict = $2 where id = $1 and outcome = 'unknown' and verdict is null`,
        [id, verdict],
      )
    },
    async readNewest(limit) {
      const { rows } = await pool.query<EditRow>(
        `select * from ${table} order by intended_at desc, id limit $1`,
        [limit],
      )
      return rows.map(readRow)
    },
  }
}
