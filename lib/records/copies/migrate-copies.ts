import type { Catalogue } from "@/lib/catalogue"
import { migrateTables, type Pool } from "../../db"
import { columnTypes } from "../column-types"
import { migrate } from "../migrate"
import type { Index, RecordTable } from "../tables"

/** The database schema that the copies are in. */
export const replicaSchema = "replica"

/**
 * Records without an id, such as data points, come by the million. Their copy is ordered by their times
 * alone: each other index would cost a first copy more than their rows do.
 */
function keepsIndex({ key, scope }: RecordTable, { columns }: Index): boolean {
  const target = columns[scope.length]
  const isTime = target !== undefined && columnTypes[target.kind].family === "time"
  return key.source.from === "field" || isTime
}

/** Makes the schema of the copies fit the catalogue (see `migrate`), and the tables beside the records the numbered migrations. */
export async function migrateCopies(
  pool: Pool,
  catalogue: Catalogue,
  { schema }: { schema: string },
): Promise<void> {
  await migrate(pool, catalogue, { schema, keepsIndex })
  await migrateTables(pool, "replica", schema)
}
