import { userNameColumns } from "../../catalogue"
import {
  type DatabaseSession,
  escapeLike,
  liftStatementTimeout,
  type Pool,
  poolSession,
  quoteName,
} from "../../db"
import { placePeople, readUnplaced, type UnplacedDepartment } from "./place-people"

/** What may be known of a user besides their name. */
export const personDetails = userNameColumns.optional

export type PersonDetails = { readonly [Detail in (typeof personDetails)[number]]?: string }

/** A user from a line of an upload. */
export interface NamedUser extends PersonDetails {
  readonly line: number
  readonly id: string
  readonly name: string
}

/** A stored user. */
export type SavedUser = Omit<NamedUser, "line">

/** A line whose id already occurs on an earlier line. */
export interface RepeatedUser {
  readonly line: number
  readonly firstLine: number
}

/** The number of names, and who uploaded them when, in milliseconds since 1970. */
export interface NamesUpload {
  readonly count: number
  readonly uploadedAt: number
  readonly uploadedBy: string | null
}

/** Users' names by id, always replaced as a whole. */
export interface UserNames {
  /**
   * Replaces all names with the batches and returns their number; of repeated ids, the first line
   * wins. `judge` gets the first repeated lines once all are read; if it or the batches throw, or
   * for a preview, nothing changes.
   */
  replace(
    batches: AsyncIterable<readonly NamedUser[]>,
    judge: (repeated: readonly RepeatedUser[]) => void,
    options: { readonly by: string | null; readonly isPreview?: boolean },
  ): Promise<number>
  find(ids: readonly string[]): Promise<Record<string, string>>
  /** The stored users among these ids. */
  findUsers(ids: readonly string[]): Promise<SavedUser[]>
  /**
   * The first users, ordered by name, whose name, email or title contains the text, which needs
   * three letters or more; ignores case.
   */
  searchUsers(text: string, limit: number): Promise<SavedUser[]>
  readUpload(): Promise<NamesUpload | undefined>
  /**
   * The departments of the upload that do not identify exactly one department of the platform, most
   * people first.
   */
  readUnplaced(limit: number): Promise<UnplacedDepartment[]>
  clear(): Promise<void>
}

const maxRepeated = 1000

interface NameTables {
  readonly name: string
  readonly upload: string
  /** The function that splits a text into lowercase trigrams. */
  readonly pieces: string
}

const columns = `id, name, ${personDetails.join(", ")}`

/** Users who have every trigram of a text, filtered by the text itself. */
export const printNameSearch = ({ name, pieces }: Pick<NameTables, "name" | "pieces">) => `
  select ${columns} from ${name}
  where ${pieces}(searched) @> ${pieces}($1) and searched ilike $2
  order by name, id limit $3`

const findRepeated = `
  select line, first as "firstLine" from (
    select line, first_value(line) over (partition by id order by line) as first from brought
  ) as numbered
  where line > first order by line limit ${maxRepeated}`

async function stage(session: DatabaseSession, batches: AsyncIterable<readonly NamedUser[]>) {
  const details = personDetails.map((detail) => `${detail} text`).join(", ")
  await session.query(
    `create temporary table brought (line int, id uuid, name text, ${details}) on commit drop`,
  )
  const texts = personDetails.map((_, at) => `$${at + 4}::text[]`).join(", ")
  for await (const batch of batches)
    await session.query(
      `insert into brought select * from unnest($1::int[], $2::uuid[], $3::text[], ${texts})`,
      [
        batch.map(({ line }) => line),
        batch.map(({ id }) => id),
        batch.map(({ name }) => name),
        ...personDetails.map((detail) => batch.map((user) => user[detail] ?? null)),
      ],
    )
}

async function countBrought(session: DatabaseSession): Promise<number> {
  const text = "select count(distinct id)::int as count from brought"
  return (await session.query<{ count: number }>(text))[0]?.count ?? 0
}

type UserRow = { readonly [Column in keyof SavedUser]: SavedUser[Column] | null }

/** Omits unknown details. */
const toUser = (row: UserRow) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as SavedUser

export function createUserNames({
  pool,
  schema = "dashboard",
}: {
  pool: Pool
  schema?: string
}): UserNames {
  const tables = {
    name: `${quoteName(schema)}.user_name`,
    upload: `${quoteName(schema)}.user_names_upload`,
    pieces: `${quoteName(schema)}.name_pieces`,
  }
  const { name, upload } = tables
  const session = poolSession(pool)

  return {
    replace: (batches, judge, { by, isPreview = false }) =>
      session.transaction(async (transaction) => {
        await liftStatementTimeout(transaction)
        await stage(transaction, batches)
        judge(await transaction.query<{ line: number; firstLine: number }>(findRepeated))
        if (isPreview) return countBrought(transaction)
        // Serializes uploads; concurrent readers still see the previous names.
        await transaction.query(`lock table ${upload} in share row exclusive mode`)
        await transaction.query(`delete from ${name}`)
        await transaction.query(
          `insert into ${name} (${columns})
           select distinct on (id) ${columns} from brought order by id, line`,
        )
        const [counted] = await transaction.query<{ count: number }>(
          `insert into ${upload} (id, count, uploaded_by) select 1, count(*), $1 from ${name}
           on conflict (id) do update set count = excluded.count,
             uploaded_at = excluded.uploaded_at, uploaded_by = excluded.uploaded_by
           returning count`,
          [by],
        )
        await transaction.query(`analyze ${name}`)
        await placePeople(transaction, schema)
        return counted?.count ?? 0
      }),
    async find(ids) {
      const { rows } = await pool.query<{ id: string; name: string }>(
        `select id, name from ${name} where id = any($1::uuid[])`,
        [ids],
      )
      return Object.fromEntries(rows.map((row) => [row.id, row.name]))
    },
    async findUsers(ids) {
      const text = `select ${columns} from ${name} where id = any($1::uuid[])`
      return (await pool.query<UserRow>(text, [ids])).rows.map(toUser)
    },
    async searchUsers(text, limit) {
      const values = [text, `%${escapeLike(text)}%`, limit]
      return (await pool.query<UserRow>(printNameSearch(tables), values)).rows.map(toUser)
    },
    async readUpload() {
      const { rows } = await pool.query<NamesUpload>(
        `select count, uploaded_by as "uploadedBy",
           extract(epoch from uploaded_at)::float8 * 1000 as "uploadedAt" from ${upload}`,
      )
      return rows[0]
    },
    readUnplaced: (limit) => readUnplaced(session, schema, limit),
    async clear() {
      await session.transaction(async (transaction) => {
        await transaction.query(`lock table ${upload} in share row exclusive mode`)
        await transaction.query(`delete from ${name}`)
        await transaction.query(`delete from ${upload}`)
      })
    },
  }
}
