import { lockTransaction, type Pool, poolSession, quoteName } from "../../db"
import {
  attachFile,
  changeState,
  claimJobs,
  deleteOld,
  deleteParts,
  endJob,
  type exportStates,
  putOffJob,
  renewExportLeases,
  saveExportPage,
  selectExportFigures,
  selectJobs,
  selectPage,
} from "./table-sql"

export type ExportState = (typeof exportStates)[number]

/**
 * A stored export: what was ordered, its progress and result; times by the database's clock, except
 * times of reading.
 */
export interface StoredExport {
  readonly id: string
  readonly person: string
  /** The order as JSON text, as submitted. */
  readonly orderText: string
  readonly state: ExportState
  /**
   * Where reading continues, as the JSON text of an `ExportPosition`; null if everything has been
   * read.
   */
  readonly place: string | null
  readonly rows: number
  readonly pages: number
  readonly calls: number
  /** Failed tries since the last page. */
  readonly failures: number
  /** The error code that stopped or delays it. */
  readonly reason: string | null
  readonly createdAt: Date
  readonly retryAt: Date | null
  readonly endedAt: Date | null
  readonly firstReadAt: Date | null
  readonly lastReadAt: Date | null
  /** Size and digest of the file. */
  readonly bytes: number | null
  readonly sha256: string | null
  /** The stored file; null if none has been created. */
  readonly file: string | null
  /** Whether an instance works on it now. */
  readonly isLeased: boolean | null
}

/** Exports of all instances; ages are 0 if nothing waits or runs. */
export interface ExportFigures {
  readonly waiting: number
  readonly running: number
  readonly paused: number
  /** Within the last day. */
  readonly failed: number
  /** Age of the oldest unfinished order. */
  readonly oldestSeconds: number
  /** Time since the last progress of the slowest export. */
  readonly idleSeconds: number
}

/** A page of rows with the positions before and after it. */
export interface SavedPage {
  readonly from: string
  readonly place: string | null
  /** The rows as the JSON text of an array, in UTF-8. */
  readonly text: Buffer
  /** The names of its ids at that time, as the JSON text of an object. */
  readonly names?: string | undefined
  readonly count: number
  readonly calls: number
  /** Milliseconds since 1970. */
  readonly readAt: number
}

/** The lease on a job. */
export interface Holder {
  readonly id: string
  readonly holder: string
}

/** A file stored in parts of equal size, except the last. */
export interface SavedFile {
  readonly file: string
  readonly parts: number
  readonly bytes: number
  /** In hex. */
  readonly sha256: string
}

/**
 * Exports, their pages and their files, shared by all instances; an instance owns a job as long as
 * it renews its lease.
 */
export interface ExportJobs {
  /** Adds a job; undefined if the person already has `most` unfinished ones. */
  create(job: {
    person: string
    orderText: string
    place: string
    max: number
  }): Promise<StoredExport | undefined>
  /** A person's exports, newest first. */
  list(person: string): Promise<readonly StoredExport[]>
  find(id: string, person: string): Promise<StoredExport | undefined>
  claim(holder: string, leaseMs: number, max: number): Promise<readonly StoredExport[]>
  /** Returns the ids of the jobs that the holder still owns and that are running. */
  renew(holder: string, leaseMs: number, ids: readonly string[]): Promise<readonly string[]>
  /**
   * Stores a page and the position after it, both or neither; false if the holder has lost the job
   * or it is not at `from`.
   */
  keep(held: Holder, page: SavedPage): Promise<boolean>
  /** Releases the job and postpones it. */
  putOff(held: Holder, why: { calls: number; reason: string; waitMs: number }): Promise<void>
  end(
    held: Holder,
    how: {
      state: "done" | "failed"
      calls: number
      reason?: string
      made?: SavedFile
    },
  ): Promise<void>
  /** Releases one job, or all of them: another instance may continue at once. */
  release(holder: string, id?: string): Promise<void>
  /**
   * Changes the state of a person's job if it is in one of the given states; undefined otherwise.
   */
  change(
    id: string,
    person: string,
    to: ExportState,
    from: readonly ExportState[],
  ): Promise<StoredExport | undefined>
  remove(id: string, person: string): Promise<boolean>
  /** The rows of a page as stored; pages count from 1. */
  readPage(id: string, number: number): Promise<Buffer | undefined>
  /** Stores a part of an unfinished file; parts count from 0. */
  keepPart(id: string, file: string, number: number, bytes: Uint8Array): Promise<void>
  /** A part of a file; undefined if it no longer exists. */
  readPart(id: string, file: string, number: number): Promise<Uint8Array | undefined>
  /**
   * Attaches a file to a finished or paused job; the file is discarded if the job already has one
   * or has changed.
   */
  attachFile(job: Pick<StoredExport, "id" | "state" | "pages">, made: SavedFile): Promise<void>
  /** Removes an incomplete file. */
  dropFile(id: string, file: string): Promise<void>
  /** The names stored with a page, as JSON text; undefined if there are none. */
  readNames(id: string, number: number): Promise<string | undefined>
  deleteOld(): Promise<number>
}

/** Joins a page's lines and removes them from the driver's result, to free memory. */
function joinLines(rows: { line: string }[]): Buffer | undefined {
  const lines = rows.splice(0).map(({ line }) => Buffer.from(line))
  return lines.length > 0 ? Buffer.concat(lines) : undefined
}

export function createExportJobs({
  pool,
  schema = "dashboard",
}: {
  pool: Pool
  schema?: string
}): ExportJobs {
  const tables = {
    job: `${quoteName(schema)}.export_job`,
    page: `${quoteName(schema)}.export_page`,
    part: `${quoteName(schema)}.export_part`,
  }
  const query = async (text: string, values: unknown[]) =>
    (await pool.query<StoredExport>(text, values)).rows
  // A driver query and its awaiting caller stay in memory until the next full collection, so they
  // must release pages and parts.
  const count = async (text: string, values: unknown[]) => {
    const { rowCount } = await pool.query(text, values)
    values.length = 0
    return rowCount ?? 0
  }

  const find = async (id: string, person: string) => {
    const [job] = await query(selectJobs(tables, "where id = $1 and person = $2"), [id, person])
    return job
  }

  return {
    find,
    async create({ person, orderText, place, max }) {
      const text = `insert into ${tables.job} (person, order_text, place)
        select $1, $2, $3 where (
          select count(*) from ${tables.job} where person = $1 and state in ('running', 'paused')
        ) < $4 returning id`
      const created = await poolSession(pool).transaction(async (session) => {
        await lockTransaction(session, { name: `${tables.job} ${person}` })
        return session.query<{ id: string }>(text, [person, orderText, place, max])
      })
      return created[0] && find(created[0].id, person)
    },
    list: (person) =>
      query(selectJobs(tables, "where person = $1 order by created_at desc limit 100"), [person]),
    claim: (holder, leaseMs, max) => query(claimJobs(tables), [holder, leaseMs, max]),
    async renew(holder, leaseMs, ids) {
      return (await query(renewExportLeases(tables), [holder, leaseMs, [...ids]])).map(
        ({ id }) => id,
      )
    },
    keep({ id, holder }, { from, place, text, names, count: rows, calls, readAt }) {
      const values = [id, holder, place, rows, calls, new Date(readAt), text, from, names ?? null]
      return count(saveExportPage(tables), values).then((saved) => saved === 1)
    },
    async putOff({ id, holder }, { calls, reason, waitMs }) {
      await count(putOffJob(tables), [id, holder, calls, reason, waitMs])
    },
    async end({ id, holder }, { state, calls, reason, made }) {
      const { bytes = null, sha256 = null, file = null, parts = 0 } = made ?? {}
      const values = [id, holder, state, calls, reason ?? null, bytes, sha256, file, parts]
      const ended = await count(endJob(tables), values)
      if (file !== null) await count(deleteParts(tables, ended ? "others" : "this"), [id, file])
    },
    async release(holder, id) {
      const text = `update ${tables.job} set leased_by = null, leased_until = null
        where leased_by = $1 and ($2::uuid is null or id = $2)`
      await count(text, [holder, id ?? null])
    },
    async change(id, person, to, from) {
      const [job] = await query(changeState(tables), [id, person, to, [...from]])
      if (job && to === "cancelled") await count(`delete from ${tables.page} where job = $1`, [id])
      return job
    },
    remove: async (id, person) =>
      (await count(`delete from ${tables.job} where id = $1 and person = $2`, [id, person])) === 1,
    readPage: (id, number) =>
      pool
        .query<{ line: string }>(selectPage(tables), [id, number])
        .then(({ rows }) => joinLines(rows)),
    keepPart(id, file, number, bytes) {
      const text = `insert into ${tables.part} (job, file, number, bytes) values ($1, $2, $3, $4)`
      return count(text, [id, file, number, bytes]).then(() => {})
    },
    readPart(id, file, number) {
      const text = `select bytes from ${tables.part} where job = $1 and file = $2 and number = $3`
      return pool
        .query<{ bytes: Uint8Array }>(text, [id, file, number])
        .then(({ rows }) => rows.splice(0)[0]?.bytes)
    },
    async attachFile({ id, state, pages }, { file, bytes, sha256, parts }) {
      const values = [id, file, bytes, sha256, state, pages, parts]
      const attached = await count(attachFile(tables), values)
      await count(deleteParts(tables, attached ? "others" : "this"), [id, file])
    },
    async dropFile(id, file) {
      await count(deleteParts(tables, "this"), [id, file])
    },
    async readNames(id, number) {
      const text = `select names from ${tables.page} where job = $1 and number = $2`
      const { rows } = await pool.query<{ names: string | null }>(text, [id, number])
      return rows[0]?.names ?? undefined
    },
    deleteOld: () => count(deleteOld(tables), []),
  }
}

/** Read for operators from the dashboard's schema. */
export async function readExportFigures(pool: Pool, schema = "dashboard"): Promise<ExportFigures> {
  const { rows } = await pool.query<ExportFigures>(
    selectExportFigures(`${quoteName(schema)}.export_job`),
  )
  const [figures] = rows
  if (!figures) throw new TypeError("A sum over no rows is a row.")
  return figures
}
