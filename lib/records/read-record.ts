import {
  type Catalogue,
  CatalogueError,
  type PathParameters,
  type RowScope,
  type SingleOperation,
} from "@/lib/catalogue"
import { Parameters, quoteName, type Session } from "../db"
import { columnTypes } from "./column-types"
import { scopeConditions } from "./page-query"
import { printProjection } from "./projection"
import { rowConditions } from "./row-conditions"
import type { Table } from "./tables"

interface RecordParts {
  readonly catalogue: Catalogue
  readonly schema: string
  readonly table: Table
  readonly operation: SingleOperation
  readonly parameters: PathParameters
  readonly baseUrl: string
  readonly scope: RowScope
}

/** Reads one record as JSON text; the path's last parameter is its id. Undefined where there is none. */
export async function readRecord(
  session: Session,
  parts: RecordParts,
): Promise<string | undefined> {
  const { schema, table, operation } = parts
  const idName = Object.keys(operation.parameters).at(-1)
  const id = idName && parts.parameters[idName]
  if (!id) throw new CatalogueError(`${operation.id} has no parameter for the record's id.`)
  const parameters = new Parameters()
  const { sql, kind } = table.key
  const where = [
    ...rowConditions(parts.scope, table, parameters),
    ...scopeConditions(table.scope, parts.parameters, parameters),
    `${sql} = ${columnTypes[kind].parameter(parameters.add(id))}`,
  ]
  const projection = printProjection({ ...parts, parameters })
  const [row] = await session.query<{ json: string }>(
    `select row_to_json(record)::text as json
     from (
       select ${projection} from ${quoteName(schema)}.${quoteName(table.name)}
       where ${where.join(" and ")}
     ) as record`,
    parameters.values,
    { prepare: true },
  )
  return row?.json
}
