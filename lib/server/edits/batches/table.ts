import { type Pool, poolSession } from "../../../db"
import { type EditVerdict, editTablesOf, type LoggedEdit, type StoredBatchAction } from "../table"
import type { batchStates } from "../table-sql"
import {
  changedSince,
  claimBatches,
  createBatch,
  endBatch,
  lockBatch,
  putBackItem,
  releaseBatches,
  renewBatchLeases,
  resumeBatch,
  retryItems,
  selectBatches,
  selectItems,
  selectNext,
  stopBatch,
} from "./table-sql"

/** Where one record of a batch is: `sending` is under way, what comes after is its edit's outcome. */
export type BatchItemState = "waiting" | "sending" | Exclude<LoggedEdit["outcome"], "intended">

/** Who does something with a batch; the name is the person's then. */
export interface BatchActor {
  readonly personId: string
  readonly personName?: string | undefined
}

/** Edits of several records as one piece of work; the person is its author. */
export interface SavedBatch {
  readonly id: string
  readonly title: string
  readonly state: (typeof batchStates)[number]
  readonly personId: string
  readonly personName: string | null
  readonly startedAt: Date
  readonly endedAt: Date | null
  /** The batch that this one takes back, and the newest one that takes this one back. */
  readonly undoes: string | null
  readonly undoneBy: string | null
  /** How many items are in each state; those without any are missing. */
  readonly counts: Partial<Record<BatchItemState, number>>
  /** What was done with it, its start included; of very many the newest. Times are ISO text. */
  readonly actions: readonly (Omit<StoredBatchAction, "batch" | "title" | "madeAt"> & {
    readonly madeAt: string
  })[]
  /** By the database's clock. */
  readonly readAt: Date
}

/** One record's part of a batch. */
export interface SavedBatchItem {
  readonly recordId: string
  readonly patch: string
  /** The edit that it takes back. */
  readonly undoes: string | null
  readonly state: BatchItemState
  readonly status: number | null
  readonly code: string | null
  /** One sentence about what went wrong. */
  readonly detail: string | null
  readonly verdict: EditVerdict | null
  /** Its edit in the log, once it has been tried. */
  readonly editId: string | null
  /** Whose edit that is, or who has it sent: the batch's author, or who resumed the batch or tried it again since. */
  readonly personId: string
  readonly personName: string | null
}

/** A batch as its worker has it. */
export type ClaimedBatch = Pick<SavedBatch, "id">

/** Whose a running batch is for a while. */
export interface BatchHolder {
  readonly id: string
  readonly holder: string
}

/** Batches of edits, shared by all instances; a batch is one instance's as long as it renews its lease. */
export interface EditBatches {
  /** Stores the batch, running, and answers its id; undefined where there is no batch `undoes`. */
  create(
    batch: BatchActor & {
      readonly title: string
      readonly undoes?: string | undefined
      readonly items: readonly Pick<SavedBatchItem, "recordId" | "patch">[]
    },
  ): Promise<string | undefined>
  /** The newest, at most `limit`. */
  list(limit: number): Promise<readonly SavedBatch[]>
  find(id: string): Promise<SavedBatch | undefined>
  /** All of them in order, or those that have changed since a moment of the database's clock. */
  readItems(id: string, since?: Date): Promise<readonly SavedBatchItem[]>
  readItem(id: string, recordId: string): Promise<SavedBatchItem | undefined>
  /** By somebody, or by itself for a reason; false where it is not running. */
  stop(id: string, why: BatchActor | { readonly reason: string }): Promise<boolean>
  /** What waits is sent for this person from now on; false where it is not stopped. */
  resume(id: string, by: BatchActor): Promise<boolean>
  /**
   * Makes those items wait again, to be sent for this person, that were refused, not sent, or not made by
   * what the record shows; a batch that was done runs again. False, with nothing changed, where one of them is none of these.
   */
  retry(
    id: string,
    items: readonly { readonly recordId: string; readonly patch?: string | undefined }[],
    by: BatchActor,
  ): Promise<boolean>
  claim(holder: string, leaseMs: number, max: number): Promise<readonly ClaimedBatch[]>
  /** Answers which of the batches are still the holder's and running. */
  renew(holder: string, leaseMs: number, ids: readonly string[]): Promise<readonly string[]>
  /** Lets go of one, or of all: another instance may go on at once. */
  release(holder: string, id?: string): Promise<void>
  /** The first item that waits and is not sent for one of those people. */
  next(id: string, without: readonly string[]): Promise<SavedBatchItem | undefined>
  /** Makes an item wait again that was not sent, or sent beyond the quota. */
  putBack(id: string, recordId: string): Promise<void>
  explain(id: string, recordId: string, detail: string): Promise<void>
  /** Lets go of the batch until a later try. */
  putOff(held: BatchHolder, waitMs: number): Promise<void>
  /** Ends the batch; false while something waits or is under way. */
  end(held: BatchHolder): Promise<boolean>
}

/** Keeps batches in three tables beside the log of edits. */
export function createEditBatches({
  pool,
  schema = "dashboard",
}: {
  pool: Pool
  schema?: string
}): EditBatches {
  const tables = editTablesOf(schema)
  const count = async (text: string, values: unknown[]) =>
    (await pool.query(text, values)).rowCount ?? 0
  const countLocked = (text: string, id: string, ...others: unknown[]) =>
    poolSession(pool).transaction(async (session) => {
      await session.query(lockBatch(tables), [id])
      return (await session.query(text, [id, ...others])).length
    })
  const queryIds = async (text: string, values: unknown[]) =>
    (await pool.query<{ id: string }>(text, values)).rows.map(({ id }) => id)
  const queryBatches = async (rest: string, values: unknown[]) =>
    (await pool.query<SavedBatch>(selectBatches(tables, rest), values)).rows
  const queryItems = async (text: string, ...values: (string | Date | readonly string[])[]) =>
    (await pool.query<SavedBatchItem>(text, values)).rows
  const actorOf = ({ personId, personName }: BatchActor) => [personId, personName ?? null]

  return {
    async create({ title, personId, personName, undoes, items }) {
      const records = items.map(({ recordId }) => recordId)
      const patches = items.map(({ patch }) => patch)
      const values = [title, personId, personName ?? null, undoes ?? null, records, patches]
      return (await queryIds(createBatch(tables), values))[0]
    },
    list: (limit) => queryBatches("order by own.started_at desc, own.id limit $1", [limit]),
    find: async (id) => (await queryBatches("where own.id = $1", [id]))[0],
    readItems: (id, since) =>
      since
        ? queryItems(selectItems(tables, changedSince), id, since)
        : queryItems(selectItems(tables), id),
    readItem: async (id, recordId) =>
      (await queryItems(selectItems(tables, "and one.record_id = $2"), id, recordId))[0],
    async stop(id, why) {
      const values = "reason" in why ? [null, null, why.reason] : [...actorOf(why), null]
      return (await count(stopBatch(tables), [id, ...values])) === 1
    },
    resume: async (id, by) => (await count(resumeBatch(tables), [id, ...actorOf(by)])) === 1,
    async retry(id, items, by) {
      const records = items.map(({ recordId }) => recordId)
      const patches = items.map(({ patch }) => patch ?? null)
      return (
        (await countLocked(retryItems(tables), id, records, patches, ...actorOf(by))) ===
        items.length
      )
    },
    async claim(holder, leaseMs, max) {
      const values = [holder, leaseMs, max]
      return (await pool.query<ClaimedBatch>(claimBatches(tables), values)).rows
    },
    renew: (holder, leaseMs, ids) =>
      queryIds(renewBatchLeases(tables), [holder, leaseMs, [...ids]]),
    async release(holder, id) {
      await count(releaseBatches(tables), [holder, id ?? null])
    },
    next: async (id, without) => (await queryItems(selectNext(tables), id, without))[0],
    async putBack(id, recordId) {
      await count(putBackItem(tables), [id, recordId])
    },
    async explain(id, recordId, detail) {
      const text = `update ${tables.item} set detail = $3, changed_at = clock_timestamp()
        where batch = $1 and record_id = $2`
      await count(text, [id, recordId, detail])
    },
    async putOff({ id, holder }, waitMs) {
      const text = `update ${tables.batch} set leased_by = null, leased_until = null,
        retry_at = clock_timestamp() + $3 * interval '1 ms' where id = $1 and leased_by = $2`
      await count(text, [id, holder, waitMs])
    },
    end: async ({ id, holder }) => (await countLocked(endBatch(tables), id, holder)) === 1,
  }
}
