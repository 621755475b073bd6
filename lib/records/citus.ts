import type { Catalogue } from "@/lib/catalogue"
import {
  type DatabaseSession,
  liftStatementTimeout,
  lockTransaction,
  quoteName,
  quoteText,
} from "../db"
import { seriesTableNames } from "./series/series-tables"
import { defaultSchema, type RecordTable, type RecordTables, tablesOf } from "./tables"

/** Where a table's rows are in a Citus cluster: spread by a column, or whole on every node. */
export type Placement =
  | {
      readonly table: string
      readonly on: "shards"
      readonly column: string
      /** A page of its lists is asked of every shard, so it has no more of them than there are workers. */
      readonly isAskedWhole: boolean
    }
  | { readonly table: string; readonly on: "every-node" }

/**
 * Records that a path scopes are spread by the first thing that the path names, so that a list asks one
 * shard; records without an id grow with the people and are spread by their number; the rest are few.
 */
function placementOf({ name, scope, key }: RecordTable): Placement {
  const [first] = scope
  if (first) return { table: name, on: "shards", column: first.name, isAskedWhole: false }
  if (key.source.from === "database")
    return { table: name, on: "shards", column: key.name, isAskedWhole: true }
  return { table: name, on: "every-node" }
}

/** Where the service's records belong; its other tables stay on the coordinator. */
export const recordPlacements = (tables: RecordTables): Placement[] =>
  [...tables.values()].map(placementOf)

/**
 * Where the copies belong: data points, and the rollups that are computed from them, by their data set, so that a
 * series asks one shard. All else is small beside them, or joined with tables that are not spread, and stays.
 */
export function copyPlacements(tables: RecordTables): Placement[] {
  const points = tables.get("dataPoint")
  if (!points) return []
  const [dataSet] = points.scope
  if (!dataSet) return []
  const { name: column } = dataSet
  return Object.values(seriesTableNames).map((table) => ({
    table,
    on: "shards",
    column,
    isAskedWhole: false,
  }))
}

const oneAWorker = "(select greatest(count(*), 1)::int from citus_get_active_worker_nodes())"

function printPlacement(schema: string, placement: Placement): string {
  const table = quoteText(`${quoteName(schema)}.${quoteName(placement.table)}`)
  if (placement.on === "every-node") return `select create_reference_table(${table})`
  const shards = placement.isAskedWhole
    ? `, colocate_with => 'none', shard_count => ${oneAWorker}`
    : ""
  return `select create_distributed_table(${table}, ${quoteText(placement.column)}${shards})`
}

/** The statements that spread a migrated schema over a Citus cluster; each is run once. */
export const distributionStatements = (
  placements: readonly Placement[],
  schema: string = defaultSchema,
): string[] => placements.map((placement) => `${printPlacement(schema, placement)};`)

/** Where each of the catalogue's records belongs. */
export const listPlacements = (catalogue: Catalogue): Placement[] =>
  recordPlacements(tablesOf(catalogue))

/** The tables of both programs that are spread or whole on every node. */
export function spreadTableNames(catalogue: Catalogue): string[] {
  const tables = tablesOf(catalogue)
  return [
    ...new Set([...recordPlacements(tables), ...copyPlacements(tables)].map(({ table }) => table)),
  ]
}

/** The setting of a database, `alter database … set workplace_reporting.layout to citus`, that asks for it. */
const layoutSetting = "workplace_reporting.layout"

/** Has a transaction that defines several tables use one connection to each worker: over several it would wait for itself. */
export const oneShardAtATime = "set local citus.multi_shard_modify_mode to 'sequential'"

/** Whether the database asks for it. */
export async function isSpread(session: DatabaseSession): Promise<boolean> {
  const text = "select current_setting($1, true) as layout"
  const [setting] = await session.query<{ layout: string | null }>(text, [layoutSetting])
  return setting?.layout === "citus"
}

/**
 * Spreads those tables that are not yet, where the database says that it is to be; does nothing elsewhere. In a
 * transaction of its own: a schema that one has just made is not yet there for the connections to the workers.
 */
export async function spreadTables(
  session: DatabaseSession,
  schema: string,
  placements: readonly Placement[],
): Promise<void> {
  if (!(await isSpread(session))) return
  await session.transaction(async (within) => {
    await lockTransaction(within, { name: `spread ${schema}`, untimed: true })
    await liftStatementTimeout(within)
    await within.query(oneShardAtATime)
    const placed = await within.query<{ table: string }>(
      `select relname as "table" from pg_dist_partition join pg_class on pg_class.oid = logicalrelid
       where relnamespace = to_regnamespace($1)`,
      [quoteName(schema)],
    )
    const known = new Set(placed.map(({ table }) => table))
    const wanted = placements.filter(({ table }) => !known.has(table))
    for (const statement of distributionStatements(wanted, schema)) await within.query(statement)
  })
}
