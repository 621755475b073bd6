import { z } from "zod"
import { quoteName, quoteText } from "@/lib/db/sql"
import type { Connection } from "./connections"

const prefix = "Being moved by `npm run companies`, whose next move ends or undoes it: "

const moveMark = z.object({
  /** Whether it is the database itself or the copy that is being made. */
  role: z.enum(["leaving", "arriving"]),
  /** What the database is called when it is not being moved. */
  name: z.string(),
  /** The comment that the database had before. */
  comment: z.string().nullable().default(null),
  /** The target's system identifier, where it reads the database by replication. */
  system: z.string().default(""),
})

/** What stands in a database's comment while it is moved, so that a move that was killed can be undone. */
export type MoveMark = z.infer<typeof moveMark>

/** A database that is marked, by its present name. */
export interface MarkedDatabase {
  readonly database: string
  readonly oid: string
  readonly mark: MoveMark
}

/** A database's comment, null where it has none. */
export async function readComment(control: Connection, database: string): Promise<string | null> {
  const [row] = await control.query<{ comment: string | null }>(
    "select shobj_description(oid, 'pg_database') as comment from pg_database where datname = $1",
    [database],
  )
  return row?.comment ?? null
}

/** Sets a database's comment, or removes it. */
export async function writeComment(control: Connection, database: string, comment: string | null) {
  const value = comment === null ? "null" : quoteText(comment)
  await control.query(`comment on database ${quoteName(database)} is ${value}`)
}

/** Marks a database instead of its comment. */
export async function markDatabase(
  control: Connection,
  database: string,
  mark: z.input<typeof moveMark>,
): Promise<void> {
  await writeComment(control, database, prefix + JSON.stringify(mark))
}

function parseMark(comment: string): MoveMark | undefined {
  try {
    return moveMark.safeParse(JSON.parse(comment.slice(prefix.length))).data
  } catch {
    return undefined
  }
}

/** All databases of a server that are marked. */
export async function findMarked(control: Connection): Promise<MarkedDatabase[]> {
  const rows = await control.query<{ database: string; oid: string; comment: string }>(
    `select datname as database, oid::text as oid, shobj_description(oid, 'pg_database') as comment
     from pg_database where starts_with(shobj_description(oid, 'pg_database'), $1)`,
    [prefix],
  )
  return rows.flatMap(({ comment, ...row }) => {
    const mark = parseMark(comment)
    return mark ? [{ ...row, mark }] : []
  })
}
