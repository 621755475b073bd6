import { z } from "zod"
import { type DatabaseSession, quoteName } from "../../db"
import { columnTypes } from "../column-types"
import { findField, type RecordTable } from "../tables"
import { readComplete } from "./coverage"
import type { NewList } from "./desired-syncs"
import { freshStart, type SyncTables } from "./synced-list"

/** A list that is copied without an order. Lowest rank first. */
export interface AutomaticList extends NewList {
  readonly everyMinutes: number
  readonly rank: number
  /** When the record that it lies under was last changed, ISO 8601. */
  readonly changedAt: string | null
}

/** Lists that are copied without an order. */
export interface AutomaticLists {
  /**
   * Adds missing lists, updates the schedules of the others, and retries those that have changed or
   * failed a day ago.
   */
  keepAutomatic(lists: readonly AutomaticList[]): Promise<void>
  /** Operations that have lists, none of them pending. */
  completeOperations(): Promise<readonly string[]>
  /** Records that all lists of the operations have been copied once. */
  noteComplete(operations: readonly string[]): Promise<void>
  /**
   * Prioritizes incomplete lists of an operation, or the one of a path, for a minute, because
   * somebody is viewing them.
   */
  askFor(operation: string, path?: string): Promise<void>
}

const listsOf = `jsonb_to_recordset($1::jsonb) as wanted
  (path text, operation text, parameters text, "everyMinutes" int, rank int2, "changedAt" timestamptz)`

export function createAutomaticLists(session: DatabaseSession, tables: SyncTables): AutomaticLists {
  const { list } = tables
  const add = `insert into ${list} as list (path, operation, parameters, every_minutes, rank)
    select path, operation, parameters, "everyMinutes", rank from ${listsOf}
    on conflict (path) do nothing`
  const change = `update ${list} as list set every_minutes = "everyMinutes", rank = wanted.rank,
      next_at = case when list.next_at is not null
        then list.next_at + ("everyMinutes" - list.every_minutes) * interval '1 minute' end
    from ${listsOf} where list.path = wanted.path and list.rank is not null
      and (list.every_minutes, list.rank) is distinct from ("everyMinutes", wanted.rank)`
  const renew = `update ${list} as list set next_at = clock_timestamp() from ${listsOf}
    where list.path = wanted.path and list.rank is not null and state = 'idle'
      and next_at > clock_timestamp() and synced_until < "changedAt"`
  const retry = `update ${list} set state = 'running', ${freshStart}
    where rank is not null and state = 'failed' and moved_at < clock_timestamp() - interval '20 hours'`
  return {
    async keepAutomatic(lists) {
      const wanted = JSON.stringify(lists)
      await session.query(add, [wanted])
      await session.query(change, [wanted])
      await session.query(renew, [wanted])
      await session.query(retry, [])
    },
    completeOperations: () => readComplete(session, tables),
    async noteComplete(operations) {
      const text = `insert into ${tables.operation} (operation) select unnest($1::text[])
        on conflict do nothing`
      await session.query(text, [[...operations]])
    },
    async askFor(operation, path) {
      const text = `update ${list} set asked_at = clock_timestamp()
        where operation = $1 and path = coalesce($2, path) and checked_at is null
          and coalesce(asked_at < clock_timestamp() - interval '10 seconds', true)`
      await session.query(text, [operation, path ?? null])
    },
  }
}

const parentSchema = z.object({
  ids: z.array(z.string()),
  createdAt: z.date().nullable(),
  changedAt: z.date().nullable(),
})
/**
 * A record under which lists lie: the ids of its path ending with its own, and when it was created
 * and last changed.
 */
export type CopiedParent = z.output<typeof parentSchema>

const maxParents = 5000

/** The copied records of a kind, newest first, at most 5,000. */
export async function readCopiedParents(
  session: DatabaseSession,
  { schema, table }: { schema: string; table: RecordTable },
): Promise<readonly CopiedParent[]> {
  const time = (field: string) => findField(table.columns, field)?.sql ?? "null::timestamptz"
  const ids = [...table.scope, table.key].map(({ kind, sql }) => columnTypes[kind].text(sql))
  const text = `select json_build_array(${ids.join(", ")}) as ids,
      ${time("creationDateTime")} as "createdAt", ${time("lastModifiedDateTime")} as "changedAt"
    from ${quoteName(schema)}.${quoteName(table.name)}
    order by 2 desc nulls last limit ${maxParents}`
  return z.array(parentSchema).parse(await session.query(text, []))
}
