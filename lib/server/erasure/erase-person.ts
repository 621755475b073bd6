import { randomUUID } from "node:crypto"
import { type Catalogue, listOperations, recordHasUsers } from "../../catalogue"
import {
  type DatabaseSession,
  liftStatementTimeout,
  type Pool,
  poolSession,
  quoteName,
} from "../../db"
import { dashboardErasure, type ErasureStep, isOnlyGrowing, replicaErasure } from "./person-tables"

/** Everything that identifies a person in the database. */
export interface KnownPerson {
  /** Ids at the identity and at the platform. */
  readonly ids: readonly string[]
  readonly names: readonly string[]
  readonly emails: readonly string[]
}

/** What was done to a table, or how much of the person is left in its texts. */
export interface ErasureCount {
  readonly table: string
  readonly does: "removed" | "renamed" | "replaced" | "left"
  readonly rows: number
}

export interface Erasure {
  /** Replaces the person's ids and names; random, so that nobody can work out who it was. */
  readonly alias: string
  readonly label: string
  readonly counts: readonly ErasureCount[]
}

/**
 * Records an erasure in its own transaction, while the audit can still resolve the person, whose
 * identity is removed right after.
 */
export type RecordErasure = (
  erased: { readonly ids: readonly string[]; readonly rows: number },
  session: DatabaseSession,
) => Promise<void>

interface ErasureOptions {
  readonly pool: Pool
  readonly catalogue: Catalogue
  readonly person: KnownPerson
  /**
   * Also replaces the person's names in texts that others wrote, even though a namesake may be
   * meant.
   */
  readonly replacesNames?: boolean
  readonly recordErasure?: RecordErasure
  /** Defaults to the schemas of the dashboard and the copies. */
  readonly schemas?: { readonly dashboard: string; readonly replica: string }
}

const defaultSchemas = { dashboard: "dashboard", replica: "replica" }
type Schemas = NonNullable<ErasureOptions["schemas"]>

/** Shorter ids are only matched as whole values, not within texts. */
const minTextLength = 6

interface Column {
  readonly table: string
  readonly column: string
  readonly type: string
  readonly isWritable: boolean
}

const readColumns = (session: DatabaseSession, schema: string) =>
  session.query<Column & { [name: string]: unknown }>(
    `select relname as "table", attname as "column", format_type(atttypid, null) as type,
       attgenerated = '' and attidentity = '' as "isWritable"
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = to_regnamespace($1) and relkind in ('r', 'p') and not relispartition
       and attnum > 0 and not attisdropped
     order by 1, attnum`,
    [quoteName(schema)],
  )

const tablesIn = (columns: readonly Column[]) => [...new Set(columns.map(({ table }) => table))]

const whoAreThey = (schema: string) => {
  const at = (table: string) => `${quoteName(schema)}.${table}`
  return `
    select name, email from ${at("session")} where person = any($1)
    union select name, email from ${at("user_name")} where id::text = any($1)
    union select owner_name, null from ${at("saved_view")} where owner = any($1)
    union select owner_name, null from ${at("chart_note")} where owner = any($1)
    union select person_name, null from ${at("edit")} where person_id = any($1)
    union select person_name, null from ${at("edit_batch")} where person_id = any($1)`
}

const present = (values: readonly (string | null)[]) => [
  ...new Set(values.flatMap((value) => (value ? [value] : []))),
]

/**
 * Collects what the database stores about the person with these ids: names, e-mail addresses, and
 * the ids imported with these addresses.
 */
export async function findPersonToErase(
  pool: Pool,
  given: readonly string[],
  schema = defaultSchemas.dashboard,
): Promise<KnownPerson> {
  const session = poolSession(pool)
  const read = (ids: readonly string[]) =>
    session.query<{ name: string | null; email: string | null }>(whoAreThey(schema), [ids])
  const emails = present((await read(given)).map(({ email }) => email))
  const linked = await session.query<{ id: string }>(
    `select id::text as id from ${quoteName(schema)}.user_name where lower(email) = any($1)`,
    [emails.map((email) => email.toLowerCase())],
  )
  const ids = present([...given, ...linked.map(({ id }) => id)])
  const rows = await read(ids)
  return {
    ids,
    names: present(rows.map(({ name }) => name)),
    emails: present(rows.map(({ email }) => email)),
  }
}

const escapePattern = (text: string) => text.replaceAll(/[\\^$.|?*+()[\]{}]/g, "\\$&")

/** A pattern that matches ids and e-mail addresses as whole words only. */
function patternOf(texts: readonly string[]): string | undefined {
  const long = texts.filter((text) => text.length >= minTextLength)
  if (long.length === 0) return undefined
  return `(?<![[:alnum:]])(${long.map(escapePattern).join("|")})(?![[:alnum:]])`
}

interface Replacement {
  readonly pattern: string
  readonly by: string
}

/** The state of one erasure. */
interface Work {
  readonly session: DatabaseSession
  readonly schemas: Schemas
  readonly values: readonly unknown[]
  readonly ids: readonly string[]
  readonly replacements: readonly Replacement[]
  readonly counts: Map<string, ErasureCount>
}

function count({ counts }: Work, { table, does, rows }: ErasureCount) {
  if (rows === 0) return
  const key = `${table} ${does}`
  counts.set(key, { table, does, rows: rows + (counts.get(key)?.rows ?? 0) })
}

/** Runs a statement, given without `returning`, and returns the number of changed rows. */
async function changeRows({ session }: Work, sql: string, values: readonly unknown[]) {
  const [row] = await session.query<{ rows: number }>(
    `with done as (${sql} returning 1) select count(*)::int as rows from done`,
    [...values],
  )
  return row?.rows ?? 0
}

async function takeSteps(work: Work, schema: string, table: string, steps: readonly ErasureStep[]) {
  const name = `${quoteName(schema)}.${quoteName(table)}`
  for (const { does, sql } of steps) {
    const used = [...sql.matchAll(/\$(\d)/g)].map(([, number]) => Number(number))
    // PostgreSQL requires exactly the parameters that a statement uses.
    const numbers = [...new Set(used)]
    const own = numbers.reduce(
      (text, number, at) => text.replaceAll(`$${number}::`, `$#${at + 1}::`),
      sql.replace("{}", name),
    )
    const values = numbers.map((number) => work.values[number - 1])
    const rows = await changeRows(work, own.replaceAll("$#", "$"), values)
    count(work, { table: `${schema}.${table}`, does, rows })
  }
}

const textTypes = ["text", "character varying", "json", "jsonb", "text[]"]
const isText = ({ type }: Column) => textTypes.includes(type)

const replaceIn = ({ column, type }: Column) => {
  const name = quoteName(column)
  const replaced = `regexp_replace(${name}::text, $1, $2, 'gi')`
  return `${name} = ${type === "text" ? replaced : `${replaced}::${type}`}`
}

/** Replaces the person in texts written by people, and in patches. */
async function replaceInTexts(work: Work, schema: string, columns: readonly Column[]) {
  for (const column of columns) {
    if (!isText(column) || !column.isWritable) continue
    const table = `${quoteName(schema)}.${quoteName(column.table)}`
    for (const { pattern, by } of work.replacements) {
      const sql = `update ${table} set ${replaceIn(column)} where ${quoteName(column.column)}::text ~* $1`
      const rows = await changeRows(work, sql, [pattern, by])
      count(work, { table: `${schema}.${column.table}`, does: "replaced", rows })
    }
  }
}

const guid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Selects the rows of a record table that contain the person in any column. */
function matchingRows(columns: readonly Column[], { ids, replacements }: Work) {
  const guids = ids.filter((id) => guid.test(id))
  const patterns = replacements.map(({ pattern }) => pattern)
  const conditions = columns.flatMap((column) => {
    const name = quoteName(column.column)
    if (column.type === "uuid") return [`${name} = any($1::uuid[])`]
    return isText(column) ? [`${name}::text ~* any($2::text[])`] : []
  })
  const isNamed = conditions.length === 0 ? "false" : conditions.join(" or ")
  return {
    where: `(${isNamed}) and ($1::uuid[] is not null and $2::text[] is not null)`,
    values: [guids, patterns],
  }
}

const ofDataSet = (columns: readonly Column[]) =>
  columns.some(({ column }) => column === "in_data_set_id")

/**
 * Deletes the person's records and what is cached about their data points, and invalidates the
 * computed figures.
 */
async function removeRecords(work: Work, table: string, columns: readonly Column[]) {
  const { session, schemas } = work
  const at = (name: string) => `${quoteName(schemas.replica)}.${quoteName(name)}`
  const { where, values } = matchingRows(columns, work)
  if (ofDataSet(columns)) {
    const sets = `select distinct in_data_set_id from ${at(table)} where ${where}`
    await session.query(
      `insert into ${at("point_rollup_due")} (in_data_set_id, since, until)
       select in_data_set_id, '-infinity', 'infinity' from (${sets}) as found`,
      values,
    )
    await session.query(`insert into ${at("point_band_due")} (in_data_set_id) ${sets}`, values)
  }
  const rows = await changeRows(work, `delete from ${at(table)} where ${where}`, values)
  count(work, { table: `${schemas.replica}.${table}`, does: "removed", rows })
  return rows
}

async function eraseCopies(work: Work) {
  const { session, schemas } = work
  const columns = await readColumns(session, schemas.replica)
  let removed = 0
  for (const table of tablesIn(columns)) {
    const own = columns.filter((column) => column.table === table)
    const steps = replicaErasure[table]
    if (steps) await takeSteps(work, schemas.replica, table, steps)
    else removed += await removeRecords(work, table, own)
  }
  if (removed === 0) return
  const list = `${quoteName(schemas.replica)}.sync_list`
  await session.query(`update ${list} set wants_check = true where operation = any($1)`, [
    work.values[4],
  ])
}

/** The table that resolves the audit's person numbers; the numbers in events stay. */
const auditNames = "audit_person"

async function eraseSaved(work: Work) {
  const { session, schemas } = work
  const columns = (await readColumns(session, schemas.dashboard)).filter(
    ({ table }) => !isOnlyGrowing(table) && table !== auditNames,
  )
  for (const table of tablesIn(columns)) {
    const steps = dashboardErasure[table] ?? []
    await takeSteps(work, schemas.dashboard, table, steps)
  }
  await replaceInTexts(work, schemas.dashboard, columns)
}

/**
 * Counts what is left of the person in the texts of both schemas, including names, which are only
 * reported.
 */
async function countLeft(work: Work, person: KnownPerson) {
  const { session, schemas } = work
  const pattern = patternOf([...person.ids, ...person.emails, ...person.names])
  if (pattern === undefined) return
  for (const schema of Object.values(schemas)) {
    const columns = await readColumns(session, schema)
    for (const table of tablesIn(columns)) {
      const own = columns.filter((column) => column.table === table && isText(column))
      if (own.length === 0) continue
      const where = own.map(({ column }) => `${quoteName(column)}::text ~* $1`).join(" or ")
      const [row] = await session.query<{ rows: number }>(
        `select count(*)::int as rows from ${quoteName(schema)}.${quoteName(table)} where ${where}`,
        [pattern],
      )
      count(work, { table: `${schema}.${table}`, does: "left", rows: row?.rows ?? 0 })
    }
  }
}

function replacementsOf(
  { ids, emails, names }: KnownPerson,
  { alias, label, replacesNames }: { alias: string; label: string; replacesNames: boolean },
): Replacement[] {
  const given = [
    { pattern: patternOf(ids), by: alias },
    { pattern: patternOf(replacesNames ? [...emails, ...names] : emails), by: label },
  ]
  return given.flatMap(({ pattern, by }) => (pattern === undefined ? [] : [{ pattern, by }]))
}

/**
 * Erases a person from the dashboard's tables and copies, all or nothing: data that is theirs alone
 * is removed, data that others need is kept under an alias. Records that still exist at the
 * platform come back with the next sync. Exports that may contain the person are removed,
 * regardless of who ordered them.
 */
export async function erasePerson(options: ErasureOptions): Promise<Erasure> {
  const { pool, catalogue, person, replacesNames = false, recordErasure } = options
  const { schemas = defaultSchemas } = options
  const alias = randomUUID()
  const label = `erased person ${alias.slice(0, 8)}`
  const operations = listOperations(catalogue)
    .filter(({ record }) => recordHasUsers(catalogue, record))
    .map(({ id }) => id)
  const counts = new Map<string, ErasureCount>()
  await poolSession(pool).transaction(async (session) => {
    await liftStatementTimeout(session)
    const work: Work = {
      session,
      schemas,
      values: [person.ids, person.names, alias, label, operations],
      ids: person.ids,
      replacements: replacementsOf(person, { alias, label, replacesNames }),
      counts,
    }
    await eraseSaved(work)
    await eraseCopies(work)
    const rows = [...counts.values()].reduce((sum, each) => sum + each.rows, 0)
    await recordErasure?.({ ids: person.ids, rows }, session)
    await takeSteps(work, schemas.dashboard, auditNames, dashboardErasure[auditNames] ?? [])
    await countLeft(work, person)
  })
  return { alias, label, counts: [...counts.values()] }
}
