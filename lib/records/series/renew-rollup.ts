import { parseDateTime } from "@/lib/catalogue"
import { type DatabaseSession, liftStatementTimeout, type Pool, poolSession } from "../../db"
import { daySlotMs, type SeriesTables, seriesTables, summable } from "./series-tables"
import { timeText } from "./time-text"

/** A time interval of one data set, ISO 8601 in UTC. Null is open. */
export interface PointRange {
  readonly schema: string
  readonly dataSetId: string
  readonly from: string | null
  readonly to: string | null
}

/**
 * The start of a time's UTC day, or undefined if the time is open. A time without an offset is UTC.
 */
function startOfDay(time: string | null): number | undefined {
  const text = time === null ? undefined : parseDateTime(time)
  return text === undefined ? undefined : Math.floor(Date.parse(text) / daySlotMs) * daySlotMs
}

/**
 * Marks a time interval as changed, both ends included. Call it in the transaction that changes the
 * points; it costs one row. Until `flushRollups` has recomputed the interval, queries that touch it
 * read the points.
 */
export async function renewRollup(session: DatabaseSession, range: PointRange): Promise<void> {
  const { schema, dataSetId } = range
  const [since, last] = [startOfDay(range.from), startOfDay(range.to)]
  await session.query(
    `insert into ${seriesTables(schema).due} (in_data_set_id, since, until) values ($1, $2, $3)`,
    [
      dataSetId,
      since === undefined ? "-infinity" : timeText(since),
      last === undefined ? "infinity" : timeText(last + daySlotMs),
    ],
  )
}

const origin = "'0001-01-01T00:00:00Z'::timestamptz"
const figures = `count(*)::int4, count(value)::int4, count(user_id)::int4,
  sum(${summable("value")}), min(value), max(value)`
const within = "in_data_set_id = $1 and time_stamp >= $2 and time_stamp < $3"

/**
 * Deletes and refills both rollups for some days in time order, the order in which they are read.
 * Otherwise an index scan would find each row on another page.
 */
function printRenewal({ points, byLabel, byDepartment }: SeriesTables): string {
  const remove = (table: string) =>
    `delete from ${table} where in_data_set_id = $1 and moment >= $2 and moment < $3`
  return `
    with gone_by_label as (${remove(byLabel)}), gone_by_department as (${remove(byDepartment)}),
    filled as (
      insert into ${byDepartment}
      select $1::uuid, min(time_stamp), department_id, ${figures}
      from (select *, date_bin('1 day', time_stamp, ${origin}) as day
        from ${points} where ${within} offset '0'::bigint) as point
      group by day, department_id order by min(time_stamp), department_id
    )
    insert into ${byLabel}
    select $1::uuid, slot, label, ${figures}
    from (select *, date_bin('15 minutes', time_stamp, ${origin}) as slot
      from ${points} where ${within} offset '0'::bigint) as point
    group by slot, label order by slot, label`
}

/** Takes a data set's due intervals, merging those that touch. */
const takeDue = ({ due }: SeriesTables) => `
  with taken as (delete from ${due} where in_data_set_id = $1 returning since, until)
  select lower(stretch)::text as since, upper(stretch)::text as until
  from (select unnest(range_agg(tstzrange(since, until))) as stretch from taken) as merged`

async function flushDue(session: DatabaseSession, tables: SeriesTables, lock: string, id: string) {
  await liftStatementTimeout(session)
  await session.query("set transaction isolation level repeatable read")
  const [row] = await session.query<{ taken: boolean }>(
    "select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as taken",
    [lock],
  )
  if (!row?.taken) return
  const intervals = await session.query<{ since: string; until: string }>(takeDue(tables), [id])
  for (const { since, until } of intervals)
    await session.query(printRenewal(tables), [id, since, until])
}

/** Another process has done the same between this transaction's snapshot and its lock. */
const isOvertaken = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "40001"

/**
 * Recomputes a data set's due rollups. Returns at once if nothing is due, and does nothing while
 * another process is recomputing. Call it after copying many points.
 */
export async function flushRollups(
  pool: Pool,
  { schema, dataSetId }: Pick<PointRange, "schema" | "dataSetId">,
): Promise<void> {
  const lock = `series ${schema} ${dataSetId}`
  try {
    await poolSession(pool).transaction((session) =>
      flushDue(session, seriesTables(schema), lock, dataSetId),
    )
  } catch (error) {
    if (!isOvertaken(error)) throw error
  }
}

/** Recomputes all rollups of a schema from its points. */
export async function rebuildRollups(pool: Pool, { schema }: { schema: string }): Promise<void> {
  const tables = seriesTables(schema)
  const session = poolSession(pool)
  const dataSets = await session.query<{ id: string }>(
    `select in_data_set_id as id from ${tables.points} union select in_data_set_id from ${tables.byLabel}`,
  )
  for (const { id } of dataSets) {
    await renewRollup(session, { schema, dataSetId: id, from: null, to: null })
    await flushRollups(pool, { schema, dataSetId: id })
  }
}
