import { lockTransaction, type Pool, poolSession, quoteName } from "../../db"
import type { BffErrorParts } from "../http/problem"
import {
  type ActionsRead,
  type batchActions,
  claimOpen,
  type EditFilter,
  type EditTables,
  type editVerdicts,
  insertIntent,
  insertItemIntent,
  insertKeyedIntent,
  readActions,
  readEdits,
  selectFigures,
  selectKey,
  selectPeople,
  type storedOutcomes,
} from "./table-sql"

export type { EditFilter } from "./table-sql"
export { storedOutcomes } from "./table-sql"

/** An edit before it is sent: who wants what changed, and the patch byte for byte. */
export interface EditIntent {
  readonly personId: string
  readonly personName?: string | undefined
  /** The catalogue's operation. */
  readonly operation: string
  readonly recordId: string
  readonly patch: string
  /** What goes out where that is not the patch itself. */
  readonly sentPatch?: string | undefined
  readonly requestId: string
  /** The edit that this one takes back. */
  readonly undoes?: string | undefined
  /** The batch that it is part of. */
  readonly batch?: string | undefined
  /** One per intention of a person. */
  readonly idempotencyKey?: string | undefined
}

/** How the sending of an edit ended; `status` is the platform's, `code` the error's. */
export interface EditConclusion {
  readonly outcome: Exclude<(typeof storedOutcomes)[number], "intended">
  readonly status?: number | undefined
  readonly code?: string | undefined
  /** The reasons in words, as a whole and by path. */
  readonly problem?: Pick<BffErrorParts, "detail" | "errors"> | undefined
}

/** What the record, read back, says of an edit whose outcome is unknown. */
export type EditVerdict = (typeof editVerdicts)[number]

/** An edit as it is saved; times in milliseconds since 1970 by the database's clock. */
export interface LoggedEdit extends EditIntent, Omit<EditConclusion, "outcome"> {
  readonly id: string
  readonly intendedAt: number
  readonly outcome: (typeof storedOutcomes)[number]
  readonly concludedAt?: number | undefined
  readonly verdict?: EditVerdict | undefined
  /** The newest edit that was made and takes this one back. */
  readonly undoneBy?: string | undefined
}

/** What somebody did with a batch; nobody where it stopped by itself, for a `reason` that is a code. */
export interface StoredBatchAction {
  readonly batch: string
  readonly title: string
  readonly action: (typeof batchActions)[number]
  readonly personId: string | null
  readonly personName: string | null
  readonly reason: string | null
  readonly madeAt: Date
}

/** Somebody who made an edit, or did something with a batch. */
export interface StoredEditPerson {
  readonly personId: string
  readonly personName: string | null
}

interface EditRow {
  id: string
  intended_at: Date
  person_id: string
  person_name: string | null
  operation: string
  record_id: string
  patch: string
  sent_patch: string | null
  request_id: string
  undoes: string | null
  undone_by?: string | null
  batch: string | null
  idempotency_key: string | null
  problem: EditConclusion["problem"] | null
  outcome: LoggedEdit["outcome"]
  status: number | null
  code: string | null
  concluded_at: Date | null
  verdict: EditVerdict | null
}

const readRow = (row: EditRow): LoggedEdit => ({
  id: row.id,
  intendedAt: row.intended_at.getTime(),
  personId: row.person_id,
  personName: row.person_name ?? undefined,
  operation: row.operation,
  recordId: row.record_id,
  patch: row.patch,
  sentPatch: row.sent_patch ?? undefined,
  requestId: row.request_id,
  undoes: row.undoes ?? undefined,
  undoneBy: row.undone_by ?? undefined,
  batch: row.batch ?? undefined,
  idempotencyKey: row.idempotency_key ?? undefined,
  problem: row.problem ?? undefined,
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
  /**
   * Stores what is about to be sent and answers its id. Undefined, and nothing is to be sent, where its key
   * belongs to another edit; part of a batch it is stored for that batch's `holder` alone, and once.
   */
  intend(intent: EditIntent, holder?: string): Promise<string | undefined>
  /** The edit that a person's key has begun within the last day; none that was not sent, so that it can be tried again. */
  readKey(personId: string, key: string): Promise<LoggedEdit | undefined>
  /** Says how it ended, and answers it; undefined where it has an end already, which it keeps. */
  conclude(id: string, conclusion: EditConclusion): Promise<LoggedEdit | undefined>
  /** Up to ten edits older than `ageMs` whose end nobody knows, as unknown; no other caller gets them for two minutes. */
  claimUnknown(ageMs: number): Promise<readonly LoggedEdit[]>
  /** Says what reading the record back has shown, and answers the edit; the first verdict stands. */
  resolve(id: string, verdict: EditVerdict): Promise<LoggedEdit | undefined>
  /** The newest edits first, at most `limit`: those that fit the filter, older than the edit `before`. */
  read(requested: {
    readonly filter?: EditFilter
    readonly before?: string
    readonly limit: number
  }): Promise<readonly LoggedEdit[]>
  /** What was done with batches, the newest first; nothing where the filter is of an edit, a record or an outcome. */
  readActions(requested: ActionsRead): Promise<readonly StoredBatchAction[]>
  /** Everybody who made an edit or did something with a batch, each once; the name is that of their newest edit. */
  readPeople(): Promise<readonly StoredEditPerson[]>
}

/** What is open, at all instances. */
export interface EditFigures {
  /** Edits sent more than a minute ago of which nobody knows what became of them. */
  readonly unknown: number
}

/** The four tables of the schema that edits and batches of them are saved in. */
export const editTablesOf = (schema: string): EditTables => ({
  edit: `${quoteName(schema)}.edit`,
  batch: `${quoteName(schema)}.edit_batch`,
  item: `${quoteName(schema)}.edit_batch_item`,
  action: `${quoteName(schema)}.edit_batch_action`,
})

/** Keeps the log in one table of the schema. */
export function createEditLog({
  pool,
  schema = "dashboard",
}: {
  pool: Pool
  schema?: string
}): EditLog {
  const tables = editTablesOf(schema)
  return {
    async intend(intent, holder) {
      const values = [
        intent.personId,
        intent.personName,
        intent.operation,
        intent.recordId,
        intent.patch,
        intent.requestId,
        intent.sentPatch,
        intent.undoes,
        intent.batch,
        intent.idempotencyKey,
      ].map((value) => value ?? null)
      if (intent.batch !== undefined) {
        const given = [...values, holder ?? null]
        return (await pool.query<{ id: string }>(insertItemIntent(tables), given)).rows[0]?.id
      }
      const { personId, idempotencyKey } = intent
      if (idempotencyKey === undefined)
        return (await pool.query<{ id: string }>(insertIntent(tables), values)).rows[0]?.id
      return poolSession(pool).transaction(async (session) => {
        await lockTransaction(session, { name: `${tables.edit} ${personId} ${idempotencyKey}` })
        const rows = await session.query<{ id: string }>(insertKeyedIntent(tables), values)
        return rows[0]?.id
      })
    },
    async readKey(personId, key) {
      const { rows } = await pool.query<EditRow>(selectKey(tables), [personId, key])
      return rows[0] && readRow(rows[0])
    },
    async conclude(id, { outcome, status, code, problem }) {
      const { rows } = await pool.query<EditRow>(
        `update ${tables.edit} set outcome = $2, status = $3, code = $4, problem = $5,
           concluded_at = clock_timestamp()
         where id = $1 and outcome = 'intended' returning *`,
        [id, outcome, status ?? null, code ?? null, problem ? JSON.stringify(problem) : null],
      )
      return rows[0] && readRow(rows[0])
    },
    async claimUnknown(ageMs) {
      const values = [ageMs, claimLastsMs, claimsAtOnce]
      const { rows } = await pool.query<EditRow>(claimOpen(tables), values)
      return rows.map(readRow)
    },
    async resolve(id, verdict) {
      const { rows } = await pool.query<EditRow>(
        `update ${tables.edit} set verdict = coalesce(verdict, $2),
           resolved_at = coalesce(resolved_at, clock_timestamp())
         where id = $1 and outcome = 'unknown' returning *`,
        [id, verdict],
      )
      return rows[0] && readRow(rows[0])
    },
    async read(requested) {
      const { text, values } = readEdits(tables, requested)
      return (await pool.query<EditRow>(text, values)).rows.map(readRow)
    },
    async readActions(requested) {
      const { id, record, outcome } = requested.filter ?? {}
      if (id !== undefined || record !== undefined || outcome !== undefined) return []
      const { text, values } = readActions(tables, requested)
      return (await pool.query<StoredBatchAction>(text, values)).rows
    },
    readPeople: async () => (await pool.query<StoredEditPerson>(selectPeople(tables))).rows,
  }
}

/** Read for operators, from the tables of the dashboard's schema. */
export async function readEditFigures(pool: Pool, schema = "dashboard"): Promise<EditFigures> {
  const { rows } = await pool.query<EditFigures>(selectFigures(editTablesOf(schema)))
  return rows[0] ?? { unknown: 0 }
}
