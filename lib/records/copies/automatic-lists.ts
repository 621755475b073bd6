import { z } from "zod"
import { type DatabaseSession, quoteName } from "../../db"
import { columnTypes } from "../column-types"
import { findField, type RecordTable } from "../tables"
import type { NewList } from "./desired-syncs"
import { freshStart } from "./sync-list-sql"
import type { SyncTables } from "./sync-tables"

/** A list that is copied without anybody's order; of the lowest rank first. */
export interface AutomaticList extends NewList {
  readonly everyMinutes: number
  readonly rank: number
  /** When what it lies under was changed, ISO 8601. */
  readonly changedAt: string | null
}

/** How many calls automatic copies make a minute, and how many at once after a rest. */
export interface SyncBudget {
  readonly perMinute: number
  readonly atOnce: number
}

/** The lists that are copied without anybody's order, and the budget of their calls. */
export interface AutomaticLists {
  /** Adds those that are missing, gives the others their schedules, and tries again what has changed or failed a day ago. */
  keepAutomatic(lists: readonly AutomaticList[]): Promise<void>
  /** Takes one call of the budget; answers how many milliseconds to wait before the next try, 0 where it was taken. */
  takeCall(budget: SyncBudget): Promise<number>
}

const listsOf = `jsonb_to_recordset($1::jsonb) as wanted
  (path text, operation text, parameters text, "everyMinutes" int, rank int2, "changedAt" timestamptz)`

export function createAutomaticLists(
  session: DatabaseSession,
  { list, budget }: SyncTables,
): AutomaticLists {
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
    async takeCall({ perMinute, atOnce }) {
      const filled = `least($2::float8, budget.calls
        + extract(epoch from clock_timestamp() - budget.counted_at) * $1::float8 / 60)`
      const take = `insert into ${budget} as budget (calls) values ($2::float8 - 1)
        on conflict (id) do update set calls = ${filled} - 1, counted_at = clock_timestamp()
        where ${filled} >= 1 returning 1`
      const taken = await session.query(take, [perMinute, atOnce])
      return taken.length > 0 ? 0 : Math.ceil(60_000 / perMinute)
    },
  }
}

const parentSchema = z.object({
  ids: z.array(z.string()),
  createdAt: z.date().nullable(),
  changedAt: z.date().nullable(),
})
/** A record under which lists lie: the ids of its path with its own at last, and when it was made and last changed. */
export type CopiedParent = z.output<typeof parentSchema>

const maxParents = 5000

/** The records of a kind that are copied, the newest first, at most 5,000. */
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
