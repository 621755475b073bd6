import { type Pool, quoteName } from "../../db"

/** A record that a person opened: the catalogue's operation and the ids of its path in order. */
export interface OpenedRecord {
  readonly operation: string
  readonly ids: readonly string[]
  /** Its name on the page, if known. */
  readonly name: string | null
}

/** Same, with the time it was last opened, in milliseconds since 1970. */
export interface StoredRecent extends OpenedRecord {
  readonly openedAt: number
}

/** Maximum number of records stored per person. */
export const maxRecents = 20

/** The records that a person opened most recently, newest first. */
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
