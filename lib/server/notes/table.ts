import { lockTransaction, type Pool, poolSession, type QueryResultRow, quoteName } from "../../db"
import type { SharedReader } from "../http/sharing"

/** A note on days of a data set; `writtenAt` in milliseconds since 1970 by the database's clock. */
export interface StoredNote {
  readonly id: string
  readonly dataSetId: string
  /** Local days, both inclusive. */
  readonly from: string
  readonly to: string
  readonly text: string
  readonly owner: string
  readonly ownerName: string | null
  /** The role it is shared with; null if it is private. */
  readonly role: string | null
  readonly writtenAt: number
}

/** Maximum number of notes per person and data set. */
export const noteLimit = 200

/** Notes that people write on the days of data sets. */
export interface NotesTable {
  /** The notes on a data set that the reader may see, ordered by day. */
  list(dataSetId: string, reader: SharedReader): Promise<StoredNote[]>
  /**
   * Returns the new note; undefined if the person already has `noteLimit` notes on the data set.
   */
  add(note: Omit<StoredNote, "id" | "writtenAt">): Promise<StoredNote | undefined>
  remove(id: string): Promise<void>
}

const columns = `id, data_set as "dataSetId", from_day::text as "from", to_day::text as "to", text,
  owner, owner_name as "ownerName", role,
  extract(epoch from written_at)::float8 * 1000 as "writtenAt"`

export function createNotes({
  pool,
  schema = "dashboard",
}: {
  readonly pool: Pool
  readonly schema?: string
}): NotesTable {
  const table = `${quoteName(schema)}.chart_note`
  const { transaction } = poolSession(pool)
  return {
    async list(dataSetId, { person, roles }) {
      const text = `select ${columns} from ${table}
        where data_set = $1 and (owner = $2 or role = any($3)) order by from_day, to_day, id`
      return (await pool.query<StoredNote>(text, [dataSetId, person, roles])).rows
    },
    add: ({ dataSetId, from, to, text, owner, ownerName, role }) =>
      transaction(async (session) => {
        await lockTransaction(session, { name: `${table} ${owner}` })
        const count = `select count(*)::int as count from ${table} where data_set = $1 and owner = $2`
        const [own] = await session.query<{ count: number }>(count, [dataSetId, owner])
        if ((own?.count ?? 0) >= noteLimit) return undefined
        const insert = `insert into ${table} (data_set, from_day, to_day, text, owner, owner_name, role)
          values ($1, $2, $3, $4, $5, $6, $7) returning ${columns}`
        const values = [dataSetId, from, to, text, owner, ownerName, role]
        return (await session.query<StoredNote & QueryResultRow>(insert, values))[0]
      }),
    async remove(id) {
      await pool.query(`delete from ${table} where id = $1`, [id])
    },
  }
}
