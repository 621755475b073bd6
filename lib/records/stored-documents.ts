import { type DatabaseSession, fitName, liftStatementTimeout, quoteName } from "../db"
import { isSpread } from "./citus"
import { columnTypes } from "./column-types"
import { printDocumentOf } from "./projection"
import { documentPrefix, type RecordTable } from "./tables"

/** The triggers of a schema's tables, by their table. */
export async function readTriggers(session: DatabaseSession, schema: string) {
  const rows = await session.query<{ table: string; triggers: string[] }>(
    `select relname as "table", array_agg(tgname::text) as triggers
     from pg_trigger join pg_class on pg_class.oid = tgrelid
     where relnamespace = to_regnamespace($1) and not tgisinternal group by relname`,
    [quoteName(schema)],
  )
  return new Map(rows.map(({ table, triggers }) => [table, new Set(triggers)]))
}

interface StandingTable {
  readonly schema: string
  /** The names of its columns and triggers before, columns oldest first. */
  readonly columns: readonly string[]
  readonly triggers: ReadonlySet<string>
}

/** The documents' columns of a table: this version's, and of the others the newest, which the version before may still write. */
function documentColumns({ document }: RecordTable, columns: readonly string[]) {
  const own = document.column.name
  const others = columns.filter((name) => name.startsWith(documentPrefix) && name !== own)
  return { kept: [own, ...others.slice(-1)], dropped: others.slice(0, -1) }
}

/**
 * What drops documents of versions long gone, and takes away those of rows that a version changes which does
 * not know of them: it leaves a document as it was. So does who fills what no list sends. The trigger's name says of which columns it knows.
 */
export function migrateDocuments(
  table: RecordTable,
  { schema, columns, triggers }: StandingTable,
): string[] {
  const { kept, dropped } = documentColumns(table, columns)
  const name = `${quoteName(schema)}.${quoteName(table.name)}`
  const byId = table.byId.map(({ sql }) => sql)
  const beside = byId
    .map((sql) => ` and new.${sql}::text is not distinct from old.${sql}::text`)
    .join("")
  const trigger = fitName(`${table.name}_${kept.join("_")}${byId.length > 0 ? "_by_id" : ""}`)
  const drops = dropped.map((column) => `alter table ${name} drop column ${quoteName(column)}`)
  if (triggers.has(trigger)) return drops
  const work = `${quoteName(schema)}.${quoteName(fitName(`take_${table.name}_documents`))}`
  const steps = kept.map(quoteName).map(
    (one) => `if new.${one} is not distinct from old.${one} ${beside}
      then new.${one} := null; end if;`,
  )
  const stale = [...triggers].filter((known) => known.startsWith(`${table.name}_${documentPrefix}`))
  return [
    ...drops,
    ...stale.map((known) => `drop trigger ${quoteName(known)} on ${name}`),
    `create or replace function ${work}() returns trigger language plpgsql as $take$
     begin ${steps.join(" ")} return new; end $take$`,
    `create trigger ${quoteName(trigger)} before update on ${name}
     for each row execute function ${work}()`,
  ]
}

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
    // Workers take no such statement: what has no document there is read by its columns.
    if (await isSpread(session)) return
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
