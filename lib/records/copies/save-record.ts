import {
  CatalogueError,
  type PathParameters,
  type Row,
  type SingleOperation,
} from "@/lib/catalogue"
import { type DatabaseSession, Parameters, quoteName } from "../../db"
import { columnTypes } from "../column-types"
import { loadedColumns, printColumns } from "../copy-text"
import { scopeConditions } from "../page-query"
import type { RecordTable } from "../tables"

/** Where one record is copied by its id. */
interface RecordPlace {
  readonly schema: string
  readonly table: RecordTable
  readonly operation: SingleOperation
  readonly parameters: PathParameters
}

function idOf({ operation, parameters }: RecordPlace): string {
  const id = parameters[Object.keys(operation.parameters).at(-1) ?? ""]
  if (id === undefined) throw new CatalogueError(`${operation.id} names no record.`)
  return id
}

const printRecord = (place: RecordPlace, parameters: Parameters) => {
  const { scope, key } = place.table
  const id = columnTypes[key.kind].parameter(parameters.add(idOf(place)))
  return [...scopeConditions(scope, place.parameters, parameters), `${key.sql} = ${id}`].join(
    " and ",
  )
}

/**
 * Stores a record that was read by its id. For a record that is also listed, stores only what no
 * list sends, else all of it. Undefined, if the platform has none, removes it; listed records are
 * removed with their list. False if a listed record is not stored yet.
 */
export async function saveRecord(
  session: DatabaseSession,
  place: RecordPlace,
  record: Row | undefined,
): Promise<boolean> {
  const { schema, table } = place
  const name = `${quoteName(schema)}.${quoteName(table.name)}`
  const parameters = new Parameters()
  const isListed = table.byId.length > 0
  if (!record) {
    const text = `delete from ${name} where ${printRecord(place, parameters)}`
    if (!isListed) await session.query(text, parameters.values)
    return true
  }
  const columns = loadedColumns(table)
  const texts = printColumns(table, [{ scope: place.parameters, values: record }])
  const printColumn = (index: number) =>
    columnTypes[columns[index]?.kind ?? "string"].parameter(
      parameters.add(texts[index]?.[0] ?? null),
    )
  if (isListed) {
    const set = table.byId.map(
      (column) => `${column.sql} = ${printColumn(columns.indexOf(column))}`,
    )
    const text = `update ${name} set ${set.join(", ")} where ${printRecord(place, parameters)} returning 1`
    return (await session.query(text, parameters.values)).length > 0
  }
  const names = columns.map(({ sql }) => sql)
  const key = [...table.scope, table.key].map(({ sql }) => sql)
  const text = `insert into ${name} (${names.join(", ")}) values (${columns.map((_, index) => printColumn(index)).join(", ")})
    on conflict (${key.join(", ")}) do update set ${names.map((sql) => `${sql} = excluded.${sql}`).join(", ")}`
  await session.query(text, parameters.values)
  return true
}
