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

/** An edit before it is sent: who changes what, and the exact patch. */
export interface EditIntent {
  readonly personId: string
  readonly personName?: string | undefined
  /** The id of the catalogue's operation. */
  readonly operation: string
  readonly recordId: string
  readonly patch: string
  /** What is sent, if it differs from the patch. */
  readonly sentPatch?: string | undefined
  readonly requestId: string
  /** The edit that this one undoes. */
  readonly undoes?: string | undefined
  /** The batch that it belongs to. */
  readonly batch?: string | undefined
  /** One key per intended change of a person. */
  readonly idempotencyKey?: string | undefined
}

/** How sending an edit ended; `status` is the platform's, `code` the error's. */
export interface EditConclusion {
  readonly outcome: Exclude<(typeof storedOutcomes)[number], "intended">
  readonly status?: number | undefined
  readonly code?: string | undefined
  /** Human-readable reasons, overall and by path. */
  readonly problem?: Pick<BffErrorParts, "detail" | "errors"> | undefined
}

/** What reading the record back shows about an edit with an unknown outcome. */
export type EditVerdict = (typeof editVerdicts)[number]

/** A stored edit; times in milliseconds since 1970 by the database's clock. */
export interface LoggedEdit extends EditIntent, Omit<EditConclusion, "outcome"> {
  readonly id: string
  readonly intendedAt: number
  readonly outcome: (typeof storedOutcomes)[number]
  readonly concludedAt?: number | undefined
  readonly verdict?: EditVerdict | undefined
  /** The newest applied edit that undoes this one. */
  readonly undoneBy?: string | undefined
}

/**
 * An action on a batch; without a person if it stopped automatically, with the `reason` as a code.
 */
export interface StoredBatchAction {
  readonly batch: string
  readonly title: string
  readonly action: (typeof batchActions)[number]
  readonly personId: string | null
  readonly personName: string | null
  readonly reason: string | null
  readonly madeAt: Date
}

/** Somebody who made an edit or acted on a batch. */
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

/** The edit log: an intent is durable once `intend` resolves. */
export interface EditLog {
  /**
   * Stores what is about to be sent and returns its id. Returns undefined if the key belongs to
   * another edit; then nothing may be sent. An item of a batch is stored only for the batch's
   * `holder`, and only once.
   */
  intend(intent: EditIntent, holder?: string): Promise<string | undefined>
  /**
   * The edit that a person's key started within the last day; ignores unsent edits, so that the key
   * can be retried.
   */
  readKey(personId: string, key: string): Promise<LoggedEdit | undefined>
  /** Stores how it ended and returns it; undefined if it has already ended, which never changes. */
  conclude(id: string, conclusion: EditConclusion): Promise<LoggedEdit | undefined>
  /**
   * Marks up to ten open edits older than `ageMs` as unknown and returns them; no other caller gets
   * them for two minutes.
   */
  claimUnknown(ageMs: number): Promise<readonly LoggedEdit[]>
  /**
   * Stores the verdict of reading the record back and returns the edit; the first verdict is final.
   */
  resolve(id: string, verdict: EditVerdict): Promise<LoggedEdit | undefined>
  /**
   * Newest edits first, at most `limit`, that match the filter and are older than the edit
   * `before`.
   */
  read(requested: {
    readonly filter?: EditFilter
    readonly before?: string
    readonly limit: number
  }): Promise<readonly LoggedEdit[]>
  /** Actions on batches, newest first; none if the filter is by edit, record or outcome. */
  readActions(requested: ActionsRead): Promise<readonly StoredBatchAction[]>
  /**
   * Everyone who made an edit or acted on a batch, once each, with the name on their newest edit.
   */
  readPeople(): Promise<readonly StoredEditPerson[]>
}

/** Open edits of all instances. */
export interface EditFigures {
  /** Edits sent more than a minute ago whose outcome is unknown. */
  readonly unknown: number
}

/** The four tables of the schema that store edits and their batches. */
export const editTablesOf = (schema: string): EditTables => ({
  edit: `${quoteName(schema)}.edit`,
  batch: `${quoteName(schema)}.edit_batch`,
  item: `${quoteName(schema)}.edit_batch_item`,
  action: `${quoteName(schema)}.edit_batch_action`,
})

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

/** Read for operators from the dashboard's schema. */
export async function readEditFigures(pool: Pool, schema = "dashboard"): Promise<EditFigures> {
  const { rows } = await pool.query<EditFigures>(selectFigures(editTablesOf(schema)))
  return rows[0] ?? { unknown: 0 }
}
