import { z } from "zod"
import type { Catalogue } from "@/lib/catalogue"
import { type Pool, poolSession } from "../../db"
import { type AutomaticLists, createAutomaticLists } from "./automatic-lists"
import { digestCatalogue } from "./copied-catalogue"
import { type CopyPolicies, createCopyPolicies } from "./copy-policies"
import { type CopyCoverage, type CoverageQuestion, readCoverage } from "./coverage"
import { createDesiredSyncs, type DesiredSyncs } from "./desired-syncs"
import { createSyncRuns, type SyncRuns } from "./sync-runs"
import {
  historySchema,
  listSchema,
  type PastRun,
  type SyncedList,
  type SyncTables,
  selectLists,
  syncTables,
} from "./synced-list"

/**
 * The copied lists and their progress, in one table shared by all instances. A list belongs to one
 * instance as long as that renews its lease.
 */
export interface SyncLists extends AutomaticLists, CopyPolicies, DesiredSyncs, SyncRuns {
  readonly tables: SyncTables
  find(path: string): Promise<SyncedList | undefined>
  read(id: string): Promise<SyncedList | undefined>
  /** All lists, or those of one operation. */
  all(operation?: string): Promise<readonly SyncedList[]>
  /**
   * Lists copied completely, including all edits made here, whose last run began after that moment.
   */
  wholeSince(moment: Date): Promise<readonly WholeList[]>
  /** How much of the lists of operations is copied. */
  coverage(question: CoverageQuestion): Promise<CopyCoverage>
  /** The state of all lists combined. */
  overview(): Promise<CopiesState>
  /** The last runs, the current one first. */
  history(path: string): Promise<readonly PastRun[]>
}

export interface WholeList {
  readonly path: string
  readonly everyMinutes: number | null
  readonly syncedUntil: Date
}

/**
 * The number of lists per state, the time up to which complete ones are current, and failed lists
 * by operation and reason, most first. Lists disabled by the platform do not count as failures.
 */
export interface CopiesState {
  readonly lists: number
  readonly whole: number
  readonly running: number
  readonly paused: number
  readonly asOf: Date | null
  readonly failing: readonly FailingLists[]
}

interface FailingLists {
  readonly operation: string
  readonly reason: string
  readonly lists: number
}

interface SyncListsOptions {
  readonly pool: Pool
  readonly schema: string
  readonly catalogue: Catalogue
}

export function createSyncLists({ pool, schema, catalogue }: SyncListsOptions): SyncLists {
  const tables = syncTables(schema)
  const session = poolSession(pool)
  const query = async (rest: string, values: unknown[]) =>
    z.array(listSchema).parse(await session.query(selectLists(tables, rest), values))

  return {
    ...createAutomaticLists(session, tables),
    ...createCopyPolicies(session, tables),
    ...createDesiredSyncs(session, tables),
    ...createSyncRuns(session, tables, digestCatalogue(catalogue)),
    tables,
    find: async (path) => (await query("where path = $1", [path]))[0],
    read: async (id) => (await query("where id = $1", [id]))[0],
    all: (operation) =>
      operation === undefined
        ? query("order by path", [])
        : query("where operation = $1 order by path", [operation]),
    wholeSince: (moment) => {
      const text = `select path, every_minutes as "everyMinutes", synced_until as "syncedUntil"
        from ${tables.list} where checked_at is not null and kept_from is null and synced_until > $1
          and (edited_at is null or edited_at < synced_until)`
      return session.query<{ [K in keyof WholeList]: WholeList[K] }>(text, [moment])
    },
    coverage: (question) => readCoverage(session, tables, question),
    async overview() {
      const isThere = "checked_at is not null"
      const text = `select count(*)::int as lists, count(*) filter (where ${isThere})::int as whole,
          count(*) filter (where state = 'running')::int as running,
          count(*) filter (where state = 'paused')::int as paused,
          min(synced_until) filter (where ${isThere}) as "asOf"
        from ${tables.list}`
      const [all] = await session.query<Omit<CopiesState, "failing">>(text)
      const failing = await session.query<FailingLists & Record<string, unknown>>(
        `select operation, coalesce(reason, 'internal') as reason, count(*)::int as lists
         from ${tables.list} where state = 'failed' and reason is distinct from 'feature_not_enabled'
         group by 1, 2 order by lists desc, operation, reason limit 20`,
      )
      return { ...(all ?? { lists: 0, whole: 0, running: 0, paused: 0, asOf: null }), failing }
    },
    async history(path) {
      const text = `select case when run is null then history else jsonb_build_array(
          (run - 'windows') || '{"endedAt": null, "outcome": null}') || history end as history
        from ${tables.list} where path = $1`
      return historySchema.parse((await session.query(text, [path]))[0]?.["history"] ?? [])
    },
  }
}
