import { createHash } from "node:crypto"
import { setTimeout as delay } from "node:timers/promises"
import type { Pool } from "pg"
import { summable } from "../series/series-tables"
import { liftStatementTimeout, poolSession, type Session } from "../session"
import type { Band, PersonDay } from "./band"
import { type BandTables, bandTables } from "./band-tables"
import type { DepartmentTree } from "./department-tree"
import { formBlocks } from "./form-blocks"

/** What bands are formed by. */
export interface BandsWanted {
  readonly dataSetId: string
  readonly least: number
  /** The tree as it is now; what was formed by another one stays until the points change. */
  readonly tree: DepartmentTree
  /** While the copy of a data set is under way, what was formed before it is kept. */
  readonly mayWait: boolean
}

/** Says that points of a data set have changed: in the transaction that changes them. */
export async function markBandsDue(
  session: Session,
  { schema, dataSetId }: { readonly schema: string; readonly dataSetId: string },
): Promise<void> {
  await session.query(`insert into ${bandTables(schema).due} values ($1)`, [dataSetId])
}

type Departments = DepartmentTree["departments"]

const digestOf = (departments: Departments) =>
  createHash("sha256")
    .update(
      departments
        .map(({ id, parentId }) => `${id} ${parentId}`)
        .sort()
        .join(),
    )
    .digest("hex")

const ofNothing = digestOf([])

/**
 * Whether the bands are those that are wanted. A tree that has changed divides nothing anew: the same points
 * by two trees would tell people by the difference. Only what was formed before there was a tree is.
 */
async function areFormed(session: Session, tables: BandTables, wanted: BandsWanted) {
  const [row] = await session.query<{ due: boolean; formed: boolean }>(
    `select exists (select from ${tables.due} where in_data_set_id = $1) as due,
       exists (select from ${tables.state}
         where in_data_set_id = $1 and least = $2 and tree_departments is not null
           and (tree <> $4 or $3 = $4)) as formed`,
    [wanted.dataSetId, wanted.least, digestOf(wanted.tree.departments), ofNothing],
  )
  return row?.formed === true && (wanted.mayWait || !row.due)
}

const fetched = 5000

/** The days of all persons in order, a part at a time. */
async function* readDays(
  session: Session,
  { points }: BandTables,
  dataSetId: string,
): AsyncGenerator<PersonDay> {
  const moment = (of: string) => `floor(extract(epoch from ${of}(time_stamp)) * 1000)::float8`
  await session.query(
    `declare person_day no scroll cursor for
     select label, department_id as "departmentId", day::text, user_id as "userId",
       count(*)::int4 as points, count(value)::int4 as valued,
       coalesce(sum(${summable("value")}), 0) as total,
       ${moment("min")} as first, ${moment("max")} as last
     from (select *, (time_stamp at time zone 'UTC')::date as day from ${points}
       where in_data_set_id = $1 and time_stamp is not null) as point
     group by day, label, department_id, user_id order by point.day`,
    [dataSetId],
  )
  while (true) {
    const days = await session.query<PersonDay & { [column: string]: unknown }>(
      `fetch ${fetched} from person_day`,
    )
    yield* days
    if (days.length < fetched) return
  }
}

const columns = {
  block: "int4",
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
} as const satisfies Record<keyof Band, string>

async function putBands(
  session: Session,
  { band }: BandTables,
  dataSetId: string,
  bands: readonly Band[],
) {
  const names = Object.keys(columns) as (keyof Band)[]
  const textOf = (each: Band, name: keyof Band) => {
    if (name === "since" || name === "until") return new Date(each[name]).toISOString()
    return name === "days" ? (each.days?.join() ?? null) : each[name]
  }
  const arrays = names.map((name) => bands.map((each) => textOf(each, name)))
  const places = names.map((name, index) => `$${index + 2}::${columns[name]}[]`)
  await session.query(`insert into ${band} select $1::uuid, * from unnest(${places.join(", ")})`, [
    dataSetId,
    ...arrays,
  ])
}

async function form(session: Session, tables: BandTables, { dataSetId, least, tree }: BandsWanted) {
  const { band, state, due, points } = tables
  for (const table of [due, band])
    await session.query(`delete from ${table} where in_data_set_id = $1`, [dataSetId])
  let bands: Band[] = []
  for await (const each of formBlocks(readDays(session, tables, dataSetId), { least, tree })) {
    bands.push(each)
    if (bands.length < fetched) continue
    await putBands(session, tables, dataSetId, bands)
    bands = []
  }
  await putBands(session, tables, dataSetId, bands)
  const all = (column: string) =>
    `array(select distinct ${column} from ${points} where in_data_set_id = $1 and time_stamp is not null)`
  await session.query(
    `insert into ${state} (in_data_set_id, least, tree, tree_departments, version, labels, departments)
     values ($1, $2, $3, $4, 1, ${all("label")}, ${all("department_id")})
     on conflict (in_data_set_id) do update set least = excluded.least, tree = excluded.tree,
       tree_departments = excluded.tree_departments, version = ${state}.version + 1,
       labels = excluded.labels, departments = excluded.departments`,
    [dataSetId, least, digestOf(tree.departments), JSON.stringify(tree.departments)],
  )
}

/** The tree that the bands of a data set were formed by, which may be another one than `now`. */
export async function readTreeOfBands(
  session: Session,
  { schema, dataSetId, now }: { schema: string; dataSetId: string; now: Departments },
): Promise<Departments> {
  const [row] = await session.query<{ departments: Departments | null }>(
    `select case when tree <> $2 then tree_departments end as departments
     from ${bandTables(schema).state} where in_data_set_id = $1`,
    [dataSetId, digestOf(now)],
  )
  return row?.departments ?? now
}

/** Forms the bands in a transaction of its own; false where another process is at it. */
async function tryForm(pool: Pool, schema: string, wanted: BandsWanted): Promise<boolean> {
  return poolSession(pool).transaction(async (session) => {
    await session.query("set transaction isolation level repeatable read")
    await liftStatementTimeout(session)
    const [lock] = await session.query<{ taken: boolean }>(
      "select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as taken",
      [`bands ${schema} ${wanted.dataSetId}`],
    )
    if (!lock?.taken) return false
    await form(session, bandTables(schema), wanted)
    return true
  })
}

const waitMs = 100
const tries = 3000

/** Another process ended between the moment that this one sees and its lock. */
const isOvertaken = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "40001"

/** Resolves when the bands of a data set are those that are wanted; whoever comes first forms them. */
export async function renewBands(pool: Pool, schema: string, wanted: BandsWanted): Promise<void> {
  const session = poolSession(pool)
  for (let at = 0; at < tries; at += 1) {
    if (await areFormed(session, bandTables(schema), wanted)) return
    const isDone = await tryForm(pool, schema, wanted).catch((error: unknown) => {
      if (isOvertaken(error)) return false
      throw error
    })
    if (isDone) return
    await delay(waitMs)
  }
  throw new Error("The bands of a data set are formed elsewhere without end.")
}
