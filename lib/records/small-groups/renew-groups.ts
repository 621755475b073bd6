import { setTimeout as delay } from "node:timers/promises"
import type { TreeDepartment } from "@/lib/catalogue"
import { type DatabaseSession, liftStatementTimeout, type Pool, poolSession } from "../../db"
import { summable } from "../series/series-tables"
import type { AnonymousGroup, PersonDay } from "./anonymous-group"
import { type DepartmentParents, departmentTree } from "./department-tree"
import { gatherWaiting, rememberDisclosed } from "./disclosed-points"
import { formPartitions } from "./form-partitions"
import { type SmallGroupTables, smallGroupTables } from "./small-group-tables"

/** The rule for forming new groups. */
export interface GroupsWanted {
  readonly dataSetId: string
  readonly minPeople: number
  /** The current tree. */
  readonly tree: DepartmentParents
  /** While a data set is being copied, no groups are formed. */
  readonly mayWait: boolean
}

interface GroupsOptions {
  readonly schema: string
  readonly tables: SmallGroupTables
}

/** Marks a data set's points as changed, in the transaction that changes them. */
export async function markGroupsDue(
  session: DatabaseSession,
  { schema, dataSetId }: { readonly schema: string; readonly dataSetId: string },
): Promise<void> {
  await session.query(`insert into ${smallGroupTables(schema).due} values ($1)`, [dataSetId])
}

/**
 * Whether everything that may be disclosed is. Only new or changed points cause groups to form, not
 * a change of k or of the tree.
 */
async function areFormed(session: DatabaseSession, tables: SmallGroupTables, wanted: GroupsWanted) {
  const [row] = await session.query<{ due: boolean; formed: boolean }>(
    `select exists (select 1 from ${tables.due} where in_data_set_id = $1)
         or exists (select 1 from ${tables.group} where in_data_set_id = $1 and band is null) as due,
       exists (select 1 from ${tables.state} where in_data_set_id = $1) as formed`,
    [wanted.dataSetId],
  )
  return row?.formed === true && (wanted.mayWait || !row.due)
}

/**
 * Raises the required group size. Until new points arrive, groups smaller than any size required
 * since the last ones stay undisclosed.
 */
export async function raiseMinPeople(
  session: DatabaseSession,
  { state }: SmallGroupTables,
  { dataSetId, minPeople }: Pick<GroupsWanted, "dataSetId" | "minPeople">,
): Promise<number> {
  const [row] = await session.query<{ least: number }>(
    `select least from ${state} where in_data_set_id = $1`,
    [dataSetId],
  )
  if (!row || row.least >= minPeople) return row?.least ?? minPeople
  await session.query(`update ${state} set least = greatest(least, $2) where in_data_set_id = $1`, [
    dataSetId,
    minPeople,
  ])
  return minPeople
}

const fetched = 5000

/** The waiting person-days in order, read in batches. */
async function* readDays(session: DatabaseSession): AsyncGenerator<PersonDay> {
  const moment = (of: string) => `floor(extract(epoch from ${of}(time_stamp)) * 1000)::float8`
  await session.query(
    `declare person_day no scroll cursor for
     select entry, label, department_id as "departmentId", day::text, user_id as "userId",
       count(*)::int4 as points, count(value)::int4 as valued,
       count(*) filter (where is_fresh)::int4 as fresh,
       coalesce(sum(${summable("value")}), 0) as total,
       ${moment("min")} as first, ${moment("max")} as last
     from waiting group by entry, day, label, department_id, user_id order by waiting.day, entry`,
  )
  while (true) {
    const days = await session.query<PersonDay & { [column: string]: unknown }>(
      `fetch ${fetched} from person_day`,
    )
    yield* days
    if (days.length < fetched) break
  }
  await session.query("close person_day")
}

const columns = {
  label: "text",
  labels: "text",
  departmentId: "uuid",
  departments: "text",
  since: "timestamptz",
  until: "timestamptz",
  persons: "int4",
  points: "int4",
  valued: "int4",
  total: "float8",
  days: "text",
} as const satisfies Record<Exclude<keyof AnonymousGroup, "entries">, string>

const columnNames =
  "label, labels, department_id, departments, since, until, persons, points, valued, total, days"

/** Stores groups, numbered from one on, with their entries. */
async function putGroups(
  session: DatabaseSession,
  { group }: SmallGroupTables,
  {
    dataSetId,
    first,
    groups,
  }: { dataSetId: string; first: number; groups: readonly AnonymousGroup[] },
) {
  const names = Object.keys(columns) as (keyof typeof columns)[]
  const textOf = (each: AnonymousGroup, name: keyof typeof columns) => {
    if (name === "since" || name === "until") return new Date(each[name]).toISOString()
    return name === "days" ? each.days.join() : each[name]
  }
  const arrays = names.map((name) => groups.map((each) => textOf(each, name)))
  const parameters = names.map((name, index) => `$${index + 3}::${columns[name]}[]`)
  await session.query(
    `insert into ${group} (in_data_set_id, band, ${columnNames})
     select $1::uuid, $2::int4 + nth - 1, ${columnNames}
     from unnest(${parameters.join(", ")}) with ordinality as own (${columnNames}, nth)`,
    [dataSetId, first, ...arrays],
  )
  const entries = groups.flatMap((each, at) => each.entries.map((entry) => [entry, first + at]))
  await session.query("insert into assigned select * from unnest($1::int4[], $2::int4[])", [
    entries.map(([entry]) => entry),
    entries.map(([, number]) => number),
  ])
}

const dayMs = 86_400_000
/** How long to wait for late points after a month or year has ended. */
const lateMs = 2 * dayMs

interface Forming {
  readonly dataSetId: string
  readonly minPeople: number
  readonly tree: DepartmentParents
  readonly overBefore: number
}

/**
 * Forms new groups of the waiting points. Disclosed groups stay unchanged unless enough of their
 * points have changed.
 */
async function formNew(session: DatabaseSession, tables: SmallGroupTables, forming: Forming) {
  const { dataSetId, minPeople } = forming
  await gatherWaiting(session, tables, { dataSetId, minPeople })
  await session.query("create temp table assigned (entry int4, band int4) on commit drop")
  const [last] = await session.query<{ band: number | null }>(
    `select max(band) as band from ${tables.group} where in_data_set_id = $1`,
    [dataSetId],
  )
  let first = (last?.band ?? 0) + 1
  let groups: AnonymousGroup[] = []
  const put = async () => {
    await putGroups(session, tables, { dataSetId, first, groups })
    first += groups.length
    groups = []
  }
  const { overBefore, ...rule } = forming
  const waits = first > 1 && { overBefore }
  for await (const each of formPartitions(readDays(session), { ...rule, ...waits })) {
    groups.push(each)
    if (groups.length === fetched) await put()
  }
  await put()
  await rememberDisclosed(session, tables, dataSetId)
}

/**
 * Rebuilds groups whose points were not stored, by the same rule, before any new group is formed.
 */
async function recall(session: DatabaseSession, tables: SmallGroupTables, forming: Forming) {
  const [before] = await session.query<{ least: number; tree: TreeDepartment[] | null }>(
    `with gone as (delete from ${tables.group} where in_data_set_id = $1 and band is null returning 1)
     select least, tree_departments as tree from ${tables.state}
     where in_data_set_id = $1 and exists (select 1 from gone)`,
    [forming.dataSetId],
  )
  if (!before) return forming
  const tree = before.tree ? departmentTree(before.tree) : forming.tree
  return { ...forming, minPeople: before.least, tree }
}

async function form(session: DatabaseSession, tables: SmallGroupTables, wanted: GroupsWanted) {
  const { dataSetId, minPeople, tree } = wanted
  const { due, state, disclosed, group } = tables
  const [clock] = await session.query<{ now: number }>(
    "select extract(epoch from clock_timestamp())::float8 * 1000 as now",
  )
  const forming = { dataSetId, minPeople, tree, overBefore: (clock?.now ?? 0) - lateMs }
  await session.query(`delete from ${due} where in_data_set_id = $1`, [dataSetId])
  const own = await recall(session, tables, forming)
  await formNew(session, tables, own)
  const all = (column: string) =>
    `array(select distinct ${column} from ${disclosed} as told join ${group} as band using (in_data_set_id, band)
      where in_data_set_id = $1 and is_told)`
  await session.query(
    `insert into ${state} (in_data_set_id, least, labels, departments)
     values ($1, $2, ${all("told.label")}, ${all("told.department_id")})
     on conflict (in_data_set_id) do update set least = excluded.least,
       labels = excluded.labels, departments = excluded.departments, tree_departments = null`,
    [dataSetId, own.minPeople],
  )
}

/** Forms the groups in a separate transaction. False while another process is forming them. */
async function tryForm(
  pool: Pool,
  { schema, tables }: GroupsOptions,
  wanted: GroupsWanted,
): Promise<boolean> {
  return poolSession(pool).transaction(async (session) => {
    await session.query("set transaction isolation level repeatable read")
    await session.query("set local jit = off")
    await liftStatementTimeout(session)
    const [lock] = await session.query<{ taken: boolean }>(
      "select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as taken",
      [`bands ${schema} ${wanted.dataSetId}`],
    )
    if (!lock?.taken) return false
    await form(session, tables, wanted)
    return true
  })
}

const waitMs = 100
const tries = 3000

/** Another process finished between this transaction's snapshot and its lock. */
const isOvertaken = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "40001"

/** Resolves when a data set's groups are up to date. The first caller forms them. */
export async function renewGroups(
  pool: Pool,
  options: GroupsOptions,
  wanted: GroupsWanted,
): Promise<void> {
  const session = poolSession(pool)
  for (let at = 0; at < tries; at += 1) {
    if (await areFormed(session, options.tables, wanted)) return
    const isDone = await tryForm(pool, options, wanted).catch((error: unknown) => {
      if (isOvertaken(error)) return false
      throw error
    })
    if (isDone) return
    await delay(waitMs)
  }
  throw new Error("The bands of a data set are formed elsewhere without end.")
}
