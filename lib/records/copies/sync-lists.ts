import { z } from "zod"
import { type Pool, poolSession } from "../../db"
import { type AutomaticLists, createAutomaticLists } from "./automatic-lists"
import { adoptLists, dropLeftTables, noteCatalogue } from "./copied-catalogues"
import { createDesiredSyncs, type DesiredSyncs } from "./desired-syncs"
import type { ListFingerprints } from "./list-fingerprints"
import { selectHistory, selectLists } from "./sync-list-sql"
import { createSyncRuns, type SyncRuns } from "./sync-runs"
import { type SyncTables, syncTables } from "./sync-tables"
import { asUncopied, historySchema, listSchema, type PastRun, type SyncedList } from "./synced-list"

/** Lists that are copied, their runs and how far they are, shared by all instances; a list is one instance's as long as it renews its lease. */
export interface SyncLists extends AutomaticLists, DesiredSyncs, SyncRuns {
  readonly tables: SyncTables
  find(path: string): Promise<SyncedList | undefined>
  read(id: string): Promise<SyncedList | undefined>
  all(): Promise<readonly SyncedList[]>
  /** The newest runs, that under way among them. */
  history(path: string, max: number): Promise<readonly PastRun[]>
  /** Says that this program runs, and that it keeps records in these tables: takes over what older catalogues have copied, and drops what nobody needs. */
  adopt(records: readonly string[], aliveMs: number): Promise<void>
}

interface SyncListsOptions {
  readonly pool: Pool
  readonly schema: string
  /** What the copies of this program mean; those of others are not there for it. */
  readonly fingerprints: ListFingerprints
}

/** Keeps them in five tables of the schema. */
export function createSyncLists({ pool, schema, fingerprints }: SyncListsOptions): SyncLists {
  const tables = syncTables(schema)
  const session = poolSession(pool)
  const isOwn = ({ operation, fingerprint }: SyncedList) =>
    fingerprint !== null && fingerprint === fingerprints.get(operation)
  const query = async (rest: string, values: unknown[]) => {
    const found = await session.query(selectLists(tables, rest), values)
    return z
      .array(listSchema)
      .parse(found)
      .map((list) => (isOwn(list) ? list : asUncopied(list)))
  }

  return {
    ...createAutomaticLists(session, tables, fingerprints),
    ...createDesiredSyncs(session, tables, fingerprints),
    ...createSyncRuns(session, tables, fingerprints),
    tables,
    async adopt(records, aliveMs) {
      await noteCatalogue(session, schema, { fingerprints, tables: records })
      await adoptLists(session, tables, { fingerprints, aliveMs })
      await dropLeftTables(session, schema)
    },
    find: async (path) => (await query("where list.path = $1", [path]))[0],
    read: async (id) => (await query("where list.id = $1", [id]))[0],
    all: () => query("order by list.path", []),
    history: async (path, max) =>
      z.array(historySchema).parse(await session.query(selectHistory(tables), [path, max])),
  }
}
