import {
  type Catalogue,
  CatalogueError,
  copySource,
  type Field,
  listOperations,
  type RecordTime,
} from "@/lib/catalogue"
import { quoteName, quoteText } from "../db"
import {
  aboveName,
  computedColumn,
  type RecordTable,
  type RecordTables,
  requireField,
  requireTable,
  scopeColumn,
  type TableColumn,
} from "./tables"

const secondsOfDay = 86_400

/**
 * Where people are found by id, with `department_id`, `region_id`, and in `above` their department
 * and all its ancestors.
 */
export interface PeopleTable {
  readonly schema: string
  readonly table: string
}

type AboveField = NonNullable<Field["ofAbove"]>

interface Place {
  readonly from: Catalogue
  readonly tables: RecordTables
  readonly schema: string
  readonly people: PeopleTable | undefined
}

/** Renames columns of a joined table, so that they do not clash with those of the row. */
const renamed = (columns: readonly TableColumn[]) =>
  columns.map(({ sql }, at) => `${sql} as beside_${at}`)

const matching = (columns: readonly TableColumn[]) =>
  columns.map(({ sql }, at) => `beside_${at} = ${sql}`).join(" and ")

/** A field of the record's ancestor, found by the ids of its path. */
function printAbove({ tables, schema }: Place, table: RecordTable, { of, field }: AboveField) {
  const above = requireTable(tables, of)
  const ids = [...above.scope, above.key]
  if (ids.length !== table.scope.length)
    throw new CatalogueError(`"${table.name}" does not lie under "${above.name}".`)
  return `(select value_above from (
    select ${renamed(ids).join(", ")}, ${requireField(above, field).sql} as value_above
    from ${quoteName(schema)}.${quoteName(above.name)}
  ) as above where ${matching(table.scope)})`
}

/** A time of a row or of its ancestor. */
const printTime = (place: Place, table: RecordTable, time: RecordTime): string =>
  typeof time === "string" ? requireField(table, time).sql : printAbove(place, table, time)

/** The path of the list of child records under a row, as the copy names it. */
function printListPath(from: Catalogue, record: string, table: RecordTable): string {
  const [any] = listOperations(from).filter((list) => list.record === record)
  if (!any) throw new CatalogueError(`Nothing lists "${record}".`)
  const { version, path } = copySource(from, any)
  const parts = `/${version}${path}`.split(/\{(\w+)\}/)
  const texts = parts.map((part, at) =>
    at % 2 === 0 ? quoteText(part) : `${(scopeColumn(table, part) ?? table.key).sql}::text`,
  )
  return texts.join(" || ")
}

/** The number of distinct values in the child list of a row. Null until that is copied. */
function printCount(
  { from, tables, schema }: Place,
  table: RecordTable,
  { of, distinct, filled }: NonNullable<Field["countUnder"]>,
) {
  const under = requireTable(tables, of)
  const ids = [...table.scope, table.key]
  if (ids.length !== under.scope.length)
    throw new CatalogueError(`"${under.name}" does not lie under "${table.name}".`)
  const [counted, known] = [distinct, filled].map((name) => requireField(under, name).sql)
  return `(case when exists (select from (
      select path as copied, synced_until as until from ${quoteName(schema)}.sync_list
    ) as lists where copied = ${printListPath(from, of, table)} and until is not null)
    then (select count(distinct counted) from (
      select ${renamed(under.scope).join(", ")}, ${counted} as counted, ${known} as known
      from ${quoteName(schema)}.${quoteName(under.name)}
    ) as under where ${matching(ids)} and known is not null) end)`
}

/** Whole days since a time, as long as another is null. */
function printDaysSince(
  table: RecordTable,
  { time, unless }: NonNullable<Field["daysSince"]>,
): string {
  const [start, end] = [time, unless].map((name) => requireField(table, name).sql)
  const days = `floor(extract(epoch from now() - ${start}) / ${secondsOfDay})::int8`
  return `(case when ${end} is null then ${days} end)`
}

/** A property of the person whose id a row holds. Null without a people table. */
function printPerson({ people }: Place, table: RecordTable, user: string, known: string): string {
  if (!people) return "null"
  const from = `${quoteName(people.schema)}.${quoteName(people.table)}`
  return `(select person.${known} from ${from} as person where person.id = ${requireField(table, user).sql})`
}

/** The columns of a place: its own id and the ids of all its ancestors. */
function placeColumns(
  place: Place,
  table: RecordTable,
  [name, { user, place: of }]: readonly [string, NonNullable<Field["placeOf"]>],
): TableColumn[] {
  const column = computedColumn(
    name,
    "guid",
    `${printPerson(place, table, user, `${of}_id`)}::uuid`,
  )
  if (of === "region") return [column]
  return [
    column,
    computedColumn(aboveName(name), "guid", `${printPerson(place, table, user, "above")}::uuid[]`),
  ]
}

/** Adds the computed columns to the tables. */
export function withComputed(
  from: Catalogue,
  tables: RecordTables,
  { schema, people }: { readonly schema: string; readonly people?: PeopleTable | undefined },
): RecordTables {
  const place = { from, tables, schema, people }
  const columnsOf = (table: RecordTable) =>
    Object.entries(table.record.computed ?? {}).flatMap(
      ([name, { daysBetween, daysSince, countUnder, placeOf, ofAbove }]) => {
        if (ofAbove) {
          const { kind } = requireField(requireTable(tables, ofAbove.of), ofAbove.field)
          return [computedColumn(name, kind, printAbove(place, table, ofAbove))]
        }
        if (placeOf) return placeColumns(place, table, [name, placeOf])
        if (countUnder)
          return [computedColumn(name, "integer", printCount(place, table, countUnder))]
        if (daysSince) return [computedColumn(name, "integer", printDaysSince(table, daysSince))]
        if (!daysBetween) return []
        const [start, end] = daysBetween.map((time) => printTime(place, table, time))
        const sql = `(extract(epoch from ${end} - ${start})::float8 / ${secondsOfDay})`
        return [computedColumn(name, "double", sql)]
      },
    )
  return new Map(
    [...tables].map(([record, table]) => [record, { ...table, computed: columnsOf(table) }]),
  )
}
