import { type Pool, quoteName } from "../../db"

/** A record that a person opened: the catalogue's operation and its path's ids in order. */
export interface OpenedRecord {
  readonly operation: string
  readonly ids: readonly string[]
  /** What the page called it, where it knew. */
  readonly name: string | null
}

/** The same with when it was last opened, in milliseconds since 1970. */
export interface StoredRecent extends OpenedRecord {
  readonly openedAt: number
}

/** How many records are remembered of a person. */
export const maxRecents = 20

/** The records that a person opened last, newest first. */
export interface Recents {
  remember(person: string, record: OpenedRecord): Promise<void>
  read(person: string): Promise<StoredRecent[]>
}

const remember = (table: string) => `
  insert into ${table} (person, operation, ids, name) values ($1, $2, $3, $4)
  on conflict (person, operation, ids)
    do update set name = coalesce(excluded.name, ${table}.name), opened_at = excluded.opened_at`

const dropOld = (table: string) => `
  delete from ${table} where person = $1 and (operation, ids) in (
    select operation, ids from ${table} where person = $1
    order by opened_at desc, operation, ids offset ${maxRecents}
  )`

/** Keeps recent records in one table of the schema. */
export function createRecents({
  pool,
  schema = "dashboard",
}: {
  pool: Pool
  schema?: string
}): Recents {
  const table = `${quoteName(schema)}.recent_record`
  return {
    async remember(person, { operation, ids, name }) {
      await pool.query(remember(table), [person, operation, ids, name])
      await pool.query(dropOld(table), [person])
    },
    async read(person) {
      const { rows } = await pool.query<StoredRecent>(
        `select operation, ids, name, extract(epoch from opened_at)::float8 * 1000 as "openedAt"
         from ${table} where person = $1
         order by opened_at desc, operation, ids limit ${maxRecents}`,
        [person],
      )
      return rows
    },
  }
}
