import { type DatabaseSession, type Parameters, quoteName } from "../db"
import { columnTypes } from "./column-types"
import type { TableColumn } from "./tables"

/** Source of the names of ids: given, or a table with columns `id` and `name`. */
export type NamesById =
  | { readonly from: "given"; readonly names: Readonly<Record<string, string>> }
  | { readonly from: "table"; readonly schema: string; readonly table: string }

/**
 * The order shown to people: ids by name, texts by a language's collation, empty values last in
 * both directions.
 */
export interface ShownOrder {
  /** ISO 639. For a language unknown to the database, texts use the order of all languages. */
  readonly language: string
  /** The names for the ids of a property. Undefined if people see the ids. */
  readonly namesOf: (property: string) => NamesById | undefined
}

/**
 * A shown order bound to a statement: its collation, and the parameters to which names are added.
 */
export interface BoundOrder extends Pick<ShownOrder, "namesOf"> {
  /** Quoted. Undefined if the database has no such collation, which keeps its own order. */
  readonly collation: string | undefined
  readonly parameters: Parameters
}

/** The database's collations by language, each looked up once. */
export function createCollations(session: DatabaseSession) {
  const known = new Map<string, Promise<string | undefined>>()
  async function find(language: string): Promise<string | undefined> {
    const names = [`${language}-x-icu`, "und-x-icu"]
    const text = `select collname as name from pg_collation
      where collname = any($1) order by array_position($1::name[], collname) limit 1`
    const [found] = await session.query<{ name: string }>(text, [names])
    return found && quoteName(found.name)
  }
  return (language: string): Promise<string | undefined> => {
    const before = known.get(language)
    if (before) return before
    const found = find(language)
    known.set(language, found)
    found.catch(() => known.delete(language))
    return found
  }
}

const printName = (names: NamesById, { sql }: TableColumn, parameters: Parameters): string =>
  names.from === "given"
    ? `(${parameters.add(JSON.stringify(names.names))}::jsonb ->> ${sql}::text)`
    : `(select named.name from ${quoteName(names.schema)}.${quoteName(names.table)} as named where named.id = ${sql})`

/**
 * The expression that a column is ordered by when shown. Data points keep theirs, since there are
 * too many to sort without an index.
 */
export function shownColumn(
  column: TableColumn,
  property: string,
  { collation, namesOf, parameters }: BoundOrder,
): TableColumn {
  const collated = (sql: string) =>
    `${columnTypes.string.ordered(sql)}${collation === undefined ? "" : ` collate ${collation}`}`
  const names = column.kind === "guid" ? namesOf(property) : undefined
  if (names) {
    const sql = printName(names, column, parameters)
    return { ...column, sql, ordered: collated(sql), kind: "string", nullable: true }
  }
  const isText = column.kind === "string" && column.source.from !== "record"
  return isText ? { ...column, ordered: collated(column.sql) } : column
}
