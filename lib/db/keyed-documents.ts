import type { Pool } from "pg"
import { quoteName } from "./sql"

/** When a document expires, a second name for lookup, and the group with which it is removed. */
export interface DocumentOptions {
  readonly expiresInSeconds?: number
  readonly alias?: string
  readonly group?: string
}

/** A JSON document, and whether `consume` has used it up. */
export interface KeyedDocument {
  readonly value: Record<string, unknown>
  readonly consumed: boolean
}

/** A document of a kind and its remaining lifetime, undefined if it does not expire. */
export interface ListedDocument {
  readonly id: string
  readonly value: Record<string, unknown>
  readonly leftSeconds: number | undefined
}

/** JSON documents by kind and id, shared by all instances. Expired ones count as absent. */
export interface KeyedDocuments {
  put(kind: string, id: string, value: object, options?: DocumentOptions): Promise<void>
  /**
   * Returns the document of that id, after storing `value` if there was none. The first of several
   * writers wins.
   */
  ensure(kind: string, id: string, value: object): Promise<Record<string, unknown>>
  get(kind: string, id: string): Promise<KeyedDocument | undefined>
  getByAlias(kind: string, alias: string): Promise<KeyedDocument | undefined>
  /** At most `max` documents of a kind, by id. */
  list(kind: string, max: number): Promise<readonly ListedDocument[]>
  /** True for the one caller who consumes the document, false for every later one. */
  consume(kind: string, id: string): Promise<boolean>
  remove(kind: string, id: string): Promise<void>
  removeGroup(group: string): Promise<void>
}

interface DocumentRow {
  document: string
  consumed_at: Date | null
}

interface ListedRow {
  id: string
  document: string
  leftSeconds: number | null
}

/** Each put also deletes a few expired documents, so that the table needs no cleanup job. */
const putDocument = (table: string) => `
  with expired as (
    delete from ${table} where (kind, id) in (
      select kind, id from ${table}
      where expires_at < now() and (kind, id) <> ($1, $2)
      limit 20 for update skip locked
    )
  )
  insert into ${table} (kind, id, document, alias, group_id, expires_at)
  values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))
  on conflict (kind, id) do update set document = excluded.document, alias = excluded.alias,
    group_id = excluded.group_id, expires_at = excluded.expires_at, consumed_at = null`

const readDocument = (row: DocumentRow | undefined): KeyedDocument | undefined =>
  row && { value: JSON.parse(row.document), consumed: row.consumed_at !== null }

export function createKeyedDocuments({
  pool,
  schema,
}: {
  pool: Pool
  schema: string
}): KeyedDocuments {
  const table = `${quoteName(schema)}.keyed_document`
  const live = "(expires_at is null or expires_at > now())"
  const find = async (column: "id" | "alias", kind: string, key: string) => {
    // PostgreSQL accepts no NUL in a text, so no document has such a key.
    if (key.includes("\0")) return undefined
    const text = `select document, consumed_at from ${table} where kind = $1 and ${column} = $2 and ${live}`
    return readDocument((await pool.query<DocumentRow>(text, [kind, key])).rows[0])
  }

  return {
    async put(kind, id, value, { expiresInSeconds, alias, group } = {}) {
      const values = [kind, id, JSON.stringify(value), alias, group, expiresInSeconds]
      await pool.query(putDocument(table), values)
    },
    async ensure(kind, id, value) {
      await pool.query(
        `insert into ${table} (kind, id, document) values ($1, $2, $3) on conflict do nothing`,
        [kind, id, JSON.stringify(value)],
      )
      return (await find("id", kind, id))?.value ?? {}
    },
    get: (kind, id) => find("id", kind, id),
    async list(kind, max) {
      const text = `select id, document,
          extract(epoch from expires_at - clock_timestamp())::float8 as "leftSeconds"
        from ${table} where kind = $1 and ${live} order by id limit $2`
      const { rows } = await pool.query<ListedRow>(text, [kind, max])
      return rows.map(({ id, document, leftSeconds }) => ({
        id,
        value: JSON.parse(document),
        leftSeconds: leftSeconds ?? undefined,
      }))
    },
    getByAlias: (kind, alias) => find("alias", kind, alias),
    async consume(kind, id) {
      const text = `update ${table} set consumed_at = now()
        where kind = $1 and id = $2 and consumed_at is null and ${live}`
      return (await pool.query(text, [kind, id])).rowCount === 1
    },
    async remove(kind, id) {
      await pool.query(`delete from ${table} where kind = $1 and id = $2`, [kind, id])
    },
    async removeGroup(group) {
      await pool.query(`delete from ${table} where group_id = $1`, [group])
    },
  }
}
