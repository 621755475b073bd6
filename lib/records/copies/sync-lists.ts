import { z } from "zod"
import { type Pool, poolSession } from "../../db"
import { createDesiredSyncs, type DesiredSyncs } from "./desired-syncs"
import { selectHistory, selectLists } from "./sync-list-sql"
import { createSyncRuns, type SyncRuns } from "./sync-runs"
import { type SyncTables, syncTables } from "./sync-tables"
import { historySchema, listSchema, type PastRun, type SyncedList } from "./synced-list"

/** Lists that are copied, their runs and how far they are, shared by all instances; a list is one instance's as long as it renews its lease. */
export interface SyncLists extends DesiredSyncs, SyncRuns {
  readonly tables: SyncTables
  find(path: string): Promise<SyncedList | undefined>
  read(id: string): Promise<SyncedList | undefined>
  all(): Promise<readonly SyncedList[]>
  /** The newest runs, that under way among them. */
  history(path: string, max: number): Promise<readonly PastRun[]>
}

/** Keeps them in four tables of the schema. */
export function createSyncLists({ pool, schema }: { pool: Pool; schema: string }): SyncLists {
  const tables = syncTables(schema)
  const session = poolSession(pool)
  const query = async (rest: string, values: unknown[]) =>
    z.array(listSchema).parse(await session.query(selectLists(tables, rest), values))

  return {
    ...createDesiredSyncs(session, tables),
    ...createSyncRuns(session, tables),
    tables,
    find: async (path) => (await query("where list.path = $1", [path]))[0],
    read: async (id) => (await query("where list.id = $1", [id]))[0],
    all: () => query("order by list.path", []),
    history: async (path, max) =>
      z.array(historySchema).parse(await session.query(selectHistory(tables), [path, max])),
  }
}
