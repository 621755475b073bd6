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

/** The state of a record in a batch: `sending` while under way, then the outcome of its edit. */
export type BatchItemState = "waiting" | "sending" | Exclude<LoggedEdit["outcome"], "intended">

/** The person who acts on a batch, with their name at that time. */
export interface BatchActor {
  readonly personId: string
  readonly personName?: string | undefined
}

/** Edits of several records as one unit; the person is its author. */
export interface SavedBatch {
  readonly id: string
  readonly title: string
  readonly state: (typeof batchStates)[number]
  readonly personId: string
  readonly personName: string | null
  readonly startedAt: Date
  readonly endedAt: Date | null
  /** The batch that this one undoes, and the newest one that undoes this one. */
  readonly undoes: string | null
  readonly undoneBy: string | null
  /** Number of items in each state; states without items are absent. */
  readonly counts: Partial<Record<BatchItemState, number>>
  /**
   * Actions on it, including its start; only the newest if there are very many. Times are ISO text.
   */
  readonly actions: readonly (Omit<StoredBatchAction, "batch" | "title" | "madeAt"> & {
    readonly madeAt: string
  })[]
  /** By the database's clock. */
  readonly readAt: Date
}

export interface SavedBatchItem {
  readonly recordId: string
  readonly patch: string
  /** The edit that it undoes. */
  readonly undoes: string | null
  readonly state: BatchItemState
  readonly status: number | null
  readonly code: string | null
  /** One sentence about the failure. */
  readonly detail: string | null
  readonly verdict: EditVerdict | null
  /** The logged edit, once the item has been tried. */
  readonly editId: string | null
  /**
   * The author of that edit, or the person on whose behalf it will be sent: the batch's author, or
   * whoever last resumed the batch or retried the item.
   */
  readonly personId: string
  readonly personName: string | null
}

/** A batch as a worker receives it. */
export type ClaimedBatch = Pick<SavedBatch, "id">

/** The lease on a running batch. */
export interface BatchHolder {
  readonly id: string
  readonly holder: string
}

/**
 * Batches of edits, shared by all instances; an instance owns a batch as long as it renews its
 * lease.
 */
export interface EditBatches {
  /**
   * Stores the batch as running and returns its id; undefined if the batch `undoes` does not exist.
   */
  create(
    batch: BatchActor & {
      readonly title: string
      readonly undoes?: string | undefined
      readonly items: readonly Pick<SavedBatchItem, "recordId" | "patch">[]
    },
  ): Promise<string | undefined>
  /** The newest batches, at most `limit`. */
  list(limit: number): Promise<readonly SavedBatch[]>
  find(id: string): Promise<SavedBatch | undefined>
  /** All items in order, or those changed since `since`, a time of the database's clock. */
  readItems(id: string, since?: Date): Promise<readonly SavedBatchItem[]>
  readItem(id: string, recordId: string): Promise<SavedBatchItem | undefined>
  /** Stopped by a person, or automatically for a reason; false if it is not running. */
  stop(id: string, why: BatchActor | { readonly reason: string }): Promise<boolean>
  /** Waiting items are sent on behalf of this person from now on; false if it is not stopped. */
  resume(id: string, by: BatchActor): Promise<boolean>
  /**
   * Makes items wait again, on behalf of this person, that were refused, not sent, or found not
   * applied when the record was read back; a finished batch runs again. Returns false and changes
   * nothing if any item is none of these.
   */
  retry(
    id: string,
    items: readonly { readonly recordId: string; readonly patch?: string | undefined }[],
    by: BatchActor,
  ): Promise<boolean>
  claim(holder: string, leaseMs: number, max: number): Promise<readonly ClaimedBatch[]>
  /** Returns the ids of the batches that the holder still owns and that are running. */
  renew(holder: string, leaseMs: number, ids: readonly string[]): Promise<readonly string[]>
  /** Releases one batch, or all of them: another instance may continue at once. */
  release(holder: string, id?: string): Promise<void>
  /** The first waiting item that is not sent on behalf of any of these people. */
  next(id: string, without: readonly string[]): Promise<SavedBatchItem | undefined>
  /** Makes an item wait again that was not sent, or was rejected by the rate limit. */
  putBack(id: string, recordId: string): Promise<void>
  explain(id: string, recordId: string, detail: string): Promise<void>
  /** Releases the batch and postpones it. */
  putOff(held: BatchHolder, waitMs: number): Promise<void>
  /** Ends the batch; false while an item waits or is being sent. */
  end(held: BatchHolder): Promise<boolean>
}

/** Stores batches in three tables next to the edit log. */
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
