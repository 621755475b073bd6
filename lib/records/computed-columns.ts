import { CatalogueError, type RecordTime } from "@/lib/catalogue"
import { quoteName } from "../db"
import {
  computedColumn,
  type RecordTable,
  type RecordTables,
  requireField,
  requireTable,
} from "./tables"

const secondsOfDay = 86_400

/** A time of a row, or, found by the ids of its path, of the record under which it lies. */
function printTime(tables: RecordTables, schema: string, table: RecordTable, time: RecordTime) {
  if (typeof time === "string") return requireField(table, time).sql
  const above = requireTable(tables, time.of)
  const ids = [...above.scope, above.key]
  if (ids.length !== table.scope.length)
    throw new CatalogueError(`"${table.name}" does not lie under "${above.name}".`)
  // Under names of their own, so that those of the row's columns are not theirs.
  const names = ids.map(({ sql }, at) => `${sql} as above_${at}`)
  const same = table.scope.map(({ sql }, at) => `above_${at} = ${sql}`)
  return `(select moment from (
    select ${names.join(", ")}, ${requireField(above, time.field).sql} as moment
    from ${quoteName(schema)}.${quoteName(above.name)}
  ) as above where ${same.join(" and ")})`
}

/** The tables with the columns that are computed, of what stands in them and beside them in the schema. */
export function withComputed(tables: RecordTables, schema: string): RecordTables {
  const columnsOf = (table: RecordTable) =>
    Object.entries(table.record.computed ?? {}).flatMap(([name, { daysBetween }]) => {
      if (!daysBetween) return []
      const [from, to] = daysBetween.map((time) => printTime(tables, schema, table, time))
      const sql = `(extract(epoch from ${to} - ${from})::float8 / ${secondsOfDay})`
      return [computedColumn(name, "double", sql)]
    })
  return new Map(
    [...tables].map(([record, table]) => [record, { ...table, computed: columnsOf(table) }]),
  )
}
