import { type DatabaseSession, type Parameters, quoteName } from "../db"
import { columnTypes } from "./column-types"
import type { TableColumn } from "./tables"

/** Where the names of ids are: given by id, or in a table with columns `id` and `name`. */
export type NamesById =
  | { readonly from: "given"; readonly names: Readonly<Record<string, string>> }
  | { readonly from: "table"; readonly schema: string; readonly table: string }

/** The order that people see: ids by their names, texts as a language orders them, what is empty last in both directions. */
export interface ShownOrder {
  /** ISO 639; of one that the database does not know, texts stand in the order of all languages. */
  readonly language: string
  /** The names of the ids of a property; undefined where people see the ids. */
  readonly namesOf: (property: string) => NamesById | undefined
}

/** A shown order for a statement: with the collation, and the parameters to which names are added. */
export interface BoundOrder extends Pick<ShownOrder, "namesOf"> {
  /** Quoted; undefined where the database has no such collations, and its own order stands. */
  readonly collation: string | undefined
  readonly parameters: Parameters
}

/** The collations of a database by language, each looked up once. */
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

/** What stands for a column in the order that people see; points are too many for an order that no index holds. */
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
