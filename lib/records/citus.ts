import type { Catalogue } from "@/lib/catalogue"
import { quoteName, quoteText } from "../db"
import { defaultSchema } from "./migrate"
import { type RecordTable, tablesOf } from "./tables"

/** Where a table's rows are in a Citus cluster: spread by a column, or whole on every node. */
export type Placement =
  | { readonly table: string; readonly on: "shards"; readonly column: string }
  | { readonly table: string; readonly on: "every-node" }

/**
 * Records that a path scopes are spread by the first thing that the path names, so that a list asks one
 * shard; records without an id grow with the people and are spread by their number; the rest are few.
 */
function placementOf({ name, scope, key }: RecordTable): Placement {
  const [first] = scope
  if (first) return { table: name, on: "shards", column: first.name }
  if (key.source.from === "database") return { table: name, on: "shards", column: key.name }
  return { table: name, on: "every-node" }
}

/** Where each record's table belongs; the store's other tables stay on the coordinator. */
export const listPlacements = (catalogue: Catalogue): Placement[] =>
  [...tablesOf(catalogue).values()].map(placementOf)

/** The statements that spread a migrated schema over a Citus cluster; each is run once. */
export function distributionStatements(
  catalogue: Catalogue,
  { schema = defaultSchema }: { schema?: string } = {},
): string[] {
  return listPlacements(catalogue).map((placement) => {
    const table = quoteText(`${quoteName(schema)}.${quoteName(placement.table)}`)
    return placement.on === "shards"
      ? `select create_distributed_table(${table}, ${quoteText(placement.column)});`
      : `select create_reference_table(${table});`
  })
}
