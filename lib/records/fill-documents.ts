import { type DatabaseSession, liftStatementTimeout, quoteName } from "../db"
import { columnTypes } from "./column-types"
import { printDocumentOf } from "./projection"
import type { RecordTable } from "./tables"

/** Gives rows that a version without documents has written theirs, made of their columns. */
export interface DocumentFiller {
  /** Begins with a table in the background, unless it is under way or was a minute ago. */
  fill(table: RecordTable): void
  /** Ends what is under way. */
  stop(): Promise<void>
}

const rowsAtOnce = 2000
const pauseMs = 60_000

/** Fills the next rows in the order of the key, but those that somebody else changes, for whom it never waits; answers the last one's key, or undefined where there are no more. */
async function fillNext(
  session: DatabaseSession,
  schema: string,
  table: RecordTable,
  after: readonly string[] | undefined,
): Promise<string[] | undefined> {
  const name = `${quoteName(schema)}.${quoteName(table.name)}`
  const document = table.document.column.sql
  const key = [...table.scope, table.key]
  const columns = key.map(({ sql }) => sql).join(", ")
  const values = key.map(({ kind }, index) => columnTypes[kind].parameter(`$${index + 1}`))
  const rest = after ? ` where (${columns}) > (${values.join(", ")})` : ""
  // The record's expression names columns of the table alone: the others are called otherwise.
  const names = key.map((_, index) => `key_${index}`)
  const isKey = key.map(({ sql }, index) => `filled.${sql} = next.${names[index]}`).join(" and ")
  const text = `
    with next (${names.join(", ")}, is_empty) as materialized (
      select ${columns}, ${document} is null as is_empty from ${name}${rest}
      order by ${columns} limit ${rowsAtOnce} for update skip locked
    ), done as (
      update ${name} as filled set ${document} = ${printDocumentOf(table)}
      from next where ${isKey} and is_empty and filled.${document} is null
    )
    select array[${names.map((one) => `${one}::text`).join(", ")}] as key
    from next order by ${names.map((one) => `${one} desc`).join(", ")} limit 1`
  const [last] = await session.query<{ key: string[] }>(text, [...(after ?? [])])
  return last?.key
}

/** Works on one table at a time, and of several instances one. */
export function createDocumentFiller(session: DatabaseSession, schema: string): DocumentFiller {
  const startedAt = new Map<string, number>()
  let stopped = false
  let work: Promise<void> = Promise.resolve()

  async function fillTable(table: RecordTable) {
    let last: string[] | undefined
    do {
      last = await session.transaction(async (transaction) => {
        await liftStatementTimeout(transaction)
        const lock = `select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as held`
        const name = `${schema} ${table.name} documents`
        const [taken] = await transaction.query<{ held: boolean }>(lock, [name])
        return taken?.held ? fillNext(transaction, schema, table, last) : undefined
      })
    } while (last && !stopped)
  }

  return {
    fill(table) {
      const now = performance.now()
      const started = startedAt.get(table.name)
      if (stopped || (started !== undefined && now - started < pauseMs)) return
      startedAt.set(table.name, now)
      // Rows without a document are read by their columns: what cannot be filled now is filled later.
      work = work.then(() => (stopped ? undefined : fillTable(table))).catch(() => {})
    },
    async stop() {
      stopped = true
      await work
    },
  }
}
