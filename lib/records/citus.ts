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

/**
 * Where a Citus cluster stores a table's rows: distributed by a column, or replicated to every
 * node.
 */
export type Placement =
  | {
      readonly table: string
      readonly on: "shards"
      readonly column: string
      /** Pages of its lists query every shard, so it has no more shards than there are workers. */
      readonly isAskedWhole: boolean
    }
  | { readonly table: string; readonly on: "every-node" }

/**
 * Records scoped by a path are distributed by the first path parameter, so that a list queries one
 * shard. Records without an id grow with the number of people and are distributed by their number.
 * The rest are small.
 */
function placementOf({ name, scope, key }: RecordTable): Placement {
  const [first] = scope
  if (first) return { table: name, on: "shards", column: first.name, isAskedWhole: false }
  if (key.source.from === "database")
    return { table: name, on: "shards", column: key.name, isAskedWhole: true }
  return { table: name, on: "every-node" }
}

/** Placement of the service's records. Its other tables stay on the coordinator. */
export const recordPlacements = (tables: RecordTables): Placement[] =>
  [...tables.values()].map(placementOf)

/**
 * Placement of the copies. Data points and their rollups are distributed by data set, so that a
 * series queries one shard. Everything else is small by comparison, or joined with tables that are
 * not distributed, and stays local.
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

/** The statements that distribute a migrated schema over a Citus cluster. Each is run once. */
export const distributionStatements = (
  placements: readonly Placement[],
  schema: string = defaultSchema,
): string[] => placements.map((placement) => `${printPlacement(schema, placement)};`)

export const listPlacements = (catalogue: Catalogue): Placement[] =>
  recordPlacements(tablesOf(catalogue))

/** The tables of both programs that are distributed or replicated. */
export function spreadTableNames(catalogue: Catalogue): string[] {
  const tables = tablesOf(catalogue)
  return [
    ...new Set([...recordPlacements(tables), ...copyPlacements(tables)].map(({ table }) => table)),
  ]
}

/**
 * Database setting that enables distribution: `alter database … set workplace_reporting.layout to
 * citus`.
 */
const layoutSetting = "workplace_reporting.layout"

/**
 * Makes a transaction that defines several tables use one connection per worker. With several it
 * would wait for itself.
 */
export const oneShardAtATime = "set local citus.multi_shard_modify_mode to 'sequential'"

/** Whether the database is configured to be distributed. */
export async function isSpread(session: DatabaseSession): Promise<boolean> {
  const text = "select current_setting($1, true) as layout"
  const [setting] = await session.query<{ layout: string | null }>(text, [layoutSetting])
  return setting?.layout === "citus"
}

/**
 * Distributes the tables that are not distributed yet, if the database is configured for it. Runs
 * in its own transaction: the connections to the workers cannot see a schema created in an open
 * one.
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
