import type { ListOperation, PathParameters, Row } from "@/lib/catalogue"
import { copyFrom, type DatabaseSession, Parameters, type PoolClient, quoteName } from "../../db"
import { columnTypes } from "../column-types"
import { createRowEncoder, loadedColumns, printColumns } from "../copy-text"
import { scopeConditions } from "../page-query"
import { propertyColumn, type RecordTable, type TableColumn } from "../tables"

/**
 * An interval of a list: keys from `lower`, inclusive, to `upper`, exclusive, open if null; the
 * rows without a key; all rows; or some edited rows, with no others touched.
 */
export type KeyRange =
  | {
      readonly span: "time"
      readonly key: string
      readonly lower: string | null
      readonly upper: string | null
    }
  | { readonly span: "nulls"; readonly key: string }
  | { readonly span: "whole" }
  | { readonly span: "changed" }

/** Where the rows of one list are. */
export interface CopiedListTable {
  readonly schema: string
  readonly table: RecordTable
  readonly operation: ListOperation
  readonly parameters: PathParameters
}

export interface Reconciled {
  readonly inserted: number
  readonly changed: number
  readonly deleted: number
}

export const nameTable = ({ schema, table }: CopiedListTable): string =>
  `${quoteName(schema)}.${quoteName(table.name)}`

/** Conditions for the rows of an interval. Empty for all rows of the table. */
export function rangeConditions(list: CopiedListTable, range: KeyRange, parameters: Parameters) {
  const { table, operation } = list
  const scope = scopeConditions(table.scope, list.parameters, parameters)
  if (range.span === "whole") return scope
  if (range.span === "changed") return [...scope, "false"]
  const { ordered, kind } = propertyColumn(table, operation, range.key)
  if (range.span === "nulls") return [...scope, `${ordered} is null`]
  const bound = (text: string) => columnTypes[kind].parameter(parameters.add(text))
  return [
    ...scope,
    range.lower === null ? `${ordered} is not null` : `${ordered} >= ${bound(range.lower)}`,
    ...(range.upper === null ? [] : [`${ordered} < ${bound(range.upper)}`]),
  ]
}

export const printWhere = (conditions: readonly string[]): string =>
  conditions.length > 0 ? ` where ${conditions.join(" and ")}` : ""

/**
 * Keeps the last of several rows with the same `id`: a row may move in the order while the list is
 * read.
 */
function lastOfEach(table: RecordTable, rows: readonly Row[]): readonly Row[] {
  if (table.key.source.from === "database") return rows
  const byId = new Map(rows.map((row) => [`${row["id"]}`.toLowerCase(), row]))
  return byId.size === rows.length ? rows : [...byId.values()]
}

const arrayType = ({ kind }: TableColumn) => `${columnTypes[kind].sql}[]`

/** The fetched rows as a relation of the table's loaded columns. */
function printIncoming(
  list: CopiedListTable,
  rows: readonly Row[],
  parameters: Parameters,
): string {
  const { table } = list
  const stored = rows.map((values) => ({ scope: list.parameters, values }))
  const arrays = printColumns(table, stored)
  const columns = loadedColumns(table)
  const parts = columns.map(
    (column, index) => `${parameters.add(arrays[index])}::text[]::${arrayType(column)}`,
  )
  return `unnest(${parts.join(", ")}) as incoming (${printNames(columns)})`
}

const printNames = (columns: readonly TableColumn[]) => columns.map(({ sql }) => sql).join(", ")

/** A row's whole content as text. Equal for equal values, including nulls. */
const printContent = (columns: readonly TableColumn[], of: string) =>
  `(row(${columns.map(({ sql }) => `${of}.${sql}`).join(", ")})::text collate "C")`

/**
 * Uses COPY, which takes half as long as inserting arrays. A value that does not fit is found
 * before it starts.
 */
async function insertOnly(client: PoolClient, list: CopiedListTable, rows: readonly Row[]) {
  const encode = createRowEncoder(list.table)
  const lines = rows.map((values) => encode({ scope: list.parameters, values }))
  const columns = printNames(loadedColumns(list.table))
  await copyFrom(client, `copy ${nameTable(list)} (${columns}) from stdin`, lines)
}

/**
 * Rows without an id: makes each content occur as often as it was fetched. Unchanged rows are not
 * touched.
 */
function reconcileContents(list: CopiedListTable, range: KeyRange, rows: readonly Row[]) {
  const parameters = new Parameters()
  const { table } = list
  const name = nameTable(list)
  const columns = printNames(loadedColumns(table))
  const key = table.key.sql
  const where = printWhere(rangeConditions(list, range, parameters))
  const incoming = printIncoming(list, rows, parameters)
  const text = `
    with kept as materialized (
      select ${key}, content, row_number() over (partition by content order by ${key}) as nth
      from (select ${key}, ${printContent(loadedColumns(table), "stored")} as content from ${name} as stored${where}) as contents
    ), fetched as materialized (
      select ${columns}, content, row_number() over (partition by content) as nth
      from (select ${columns}, ${printContent(loadedColumns(table), "incoming")} as content from ${incoming}) as contents
    ), gone as (
      delete from ${name} where ${key} in (
        select kept.${key} from kept left join fetched using (content, nth) where fetched.nth is null
      )${printAnd(scopeConditions(table.scope, list.parameters, parameters))} returning 1
    ), added as (
      insert into ${name} (${columns})
      select ${loadedColumns(table)
        .map(({ sql }) => `fetched.${sql}`)
        .join(", ")}
      from fetched left join kept using (content, nth) where kept.nth is null returning 1
    )
    select (select count(*) from added)::int as inserted, 0 as changed,
      (select count(*) from gone)::int as deleted`
  return { text, values: parameters.values }
}

const printAnd = (conditions: readonly string[]) =>
  conditions.map((condition) => ` and ${condition}`).join("")

/** The columns that list rows fill. Columns filled only by id are kept. */
const listedColumns = ({ table, operation }: CopiedListTable) =>
  operation.nulls
    ? loadedColumns(table).filter((column) => !table.byId.includes(column))
    : loadedColumns(table)

/**
 * Rows with an id: deletes those that were not fetched, and writes fetched ones that are new or
 * different, wherever they were.
 */
function reconcileIds(list: CopiedListTable, range: KeyRange, rows: readonly Row[]) {
  const parameters = new Parameters()
  const { table } = list
  const name = nameTable(list)
  const loaded = listedColumns(list)
  const columns = printNames(loaded)
  const key = table.key.sql
  const conflict = printNames([...table.scope, table.key])
  const conditions = rangeConditions(list, range, parameters)
  const isFetched = `exists (select 1 from fetched where fetched.${key} = stored.${key})`
  const text = `
    with fetched as materialized (select ${columns} from ${printIncoming(list, rows, parameters)}),
    gone as (
      delete from ${name} as stored${printWhere([...conditions, `not ${isFetched}`])} returning 1
    ), written as (
      insert into ${name} as stored (${columns}) select ${columns} from fetched
      on conflict (${conflict}) do update set ${loaded.map(({ sql }) => `${sql} = excluded.${sql}`).join(", ")}
      where ${printContent(loaded, "stored")} <> ${printContent(loaded, "excluded")}
      returning xmax = 0 as is_new
    )
    select (select count(*) from written where is_new)::int as inserted,
      (select count(*) from written where not is_new)::int as changed,
      (select count(*) from gone)::int as deleted`
  return { text, values: parameters.values }
}

interface Within {
  readonly session: DatabaseSession
  readonly client: PoolClient
}

const hasIds = ({ table }: CopiedListTable) => table.key.source.from !== "database"

/**
 * Makes the stored rows of an interval equal to the fetched ones: deletes missing rows, inserts new
 * ones, and does not touch equal ones.
 */
export async function reconcileRange(
  { session, client }: Within,
  list: CopiedListTable,
  range: KeyRange,
  fetched: readonly Row[],
): Promise<Reconciled> {
  const rows = lastOfEach(list.table, fetched)
  if (!hasIds(list) && !(await isOccupied(session, list, range))) {
    if (rows.length > 0) await insertOnly(client, list, rows)
    return { inserted: rows.length, changed: 0, deleted: 0 }
  }
  const print = hasIds(list) ? reconcileIds : reconcileContents
  const { text, values } = print(list, range, rows)
  const [done] = await session.query<{ [K in keyof Reconciled]: number }>(text, values)
  return done ?? { inserted: 0, changed: 0, deleted: 0 }
}

async function isOccupied(
  session: DatabaseSession,
  list: CopiedListTable,
  range: KeyRange,
): Promise<boolean> {
  const parameters = new Parameters()
  const where = printWhere(rangeConditions(list, range, parameters))
  const text = `select exists (select 1 from ${nameTable(list)}${where}) as occupied`
  const [row] = await session.query<{ occupied: boolean }>(text, parameters.values)
  return row?.occupied ?? false
}
