import { createHash } from "node:crypto"
import {
  type Catalogue,
  catalogue,
  fieldsOf,
  type ListOperation,
  type PathParameters,
  printPath,
} from "@/lib/catalogue"
import type { openPool } from "@/lib/db"
import { requireTable, tablesOf } from "@/lib/records/tables"

/** How many rows of a list there are in a schema, and a digest of all their contents in an order of their own. */
export async function digestRows(
  pool: ReturnType<typeof openPool>,
  schema: string,
  operation: ListOperation,
  parameters: PathParameters,
  from: Catalogue = catalogue,
): Promise<{ count: number; hash: string }> {
  const table = requireTable(tablesOf(from), operation.record)
  const sent = Object.keys(fieldsOf(from, operation))
  const columns = table.columns.filter(
    ({ source }) =>
      source.from === "field" &&
      source.names.some((name) => sent.includes(name) && !operation.nulls?.includes(name)),
  )
  const scope = table.scope.map(({ sql, source }, index) => ({
    condition: `${sql} = $${index + 1}`,
    value: source.from === "scope" ? parameters[source.parameter] : undefined,
  }))
  const where = scope.map(({ condition }) => condition).join(" and ") || "true"
  const { rows } = await pool.query<{ content: string }>(
    `select row(${columns.map(({ sql }) => sql).join(", ")})::text as content
     from "${schema}"."${table.name}" where ${where} order by row(${columns.map(({ sql }) => sql).join(", ")})::text collate "C"`,
    scope.map(({ value }) => value),
  )
  const hash = createHash("sha256")
  for (const { content } of rows) hash.update(`${content}\n`)
  return { count: rows.length, hash: hash.digest("hex") }
}

export const pathOf = (operation: ListOperation, parameters: PathParameters): string =>
  printPath(operation, parameters)
