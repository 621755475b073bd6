import type { DatabaseSession } from "../../db"
import type { SmallGroupTables } from "./small-group-tables"

/** A hash of a point's whole content, independent of session settings. */
const printContent = `md5(format('%L %L %L %L %L', label, department_id,
  (extract(epoch from time_stamp) * 1000000)::int8, user_id, encode(float8send(value), 'hex')))::uuid`

/**
 * A person's value at a moment: what a point keeps when it is moved to another label or department.
 */
const datum = "user_id, time_stamp, value"

const nth = (by: string, order: string) =>
  `row_number() over (partition by ${by} order by ${order})`

const temporary = (name: string, query: string) =>
  `create temp table ${name} on commit drop as ${query}`

/**
 * `free_point` holds the current points. `told_now` holds the points of the disclosed groups, each
 * with whether it is gone.
 */
const compare = ({ points, disclosed, group }: SmallGroupTables) => [
  temporary(
    "free_point",
    `select *, ${nth("content", "row_id")} as nth
     from (select row_id, label, department_id, time_stamp, user_id, value, ${printContent} as content
       from ${points} where in_data_set_id = $1 and time_stamp is not null) as point`,
  ),
  temporary(
    "told_now",
    `select its.*, free.row_id, free.row_id is null as is_gone
     from (select told.*, ${nth("content", "point")} as nth
       from ${disclosed} as told join ${group} as band using (in_data_set_id, band)
       where in_data_set_id = $1 and is_told) as its
     left join free_point as free using (content, nth)`,
  ),
]

/**
 * The fate of a group whose points have changed, for a minimum of k people. Anchors are points that
 * this group was the first to disclose. If anchors of at least k people are gone and of at least k
 * are left, the group shrinks to what is left. If values of k people are gone or none are left, it
 * ends and its remaining points wait. Otherwise it stays as disclosed.
 */
const decide = temporary(
  "fate",
  `select band, case when "goneAnchors" >= $1 and "leftAnchors" >= $1 then 'shrinks'
       when gone >= $1 or "left" = 0 then 'ends' else 'stays' end as fate
   from (select band,
       count(distinct user_id) filter (where is_gone and value is not null) as gone,
       count(distinct user_id) filter (where not is_gone and value is not null) as "left",
       count(distinct user_id) filter (where is_gone and is_anchor) as "goneAnchors",
       count(distinct user_id) filter (where not is_gone and is_anchor) as "leftAnchors"
     from told_now group by band having bool_or(is_gone)) as change`,
)

/** All current points, saved before groups take theirs. */
const keepAll = temporary("current_point", `select row_id, ${datum} from free_point`)

/** Points that groups still hold are not free. */
const takeDisclosed = `delete from free_point using told_now
  where free_point.row_id = told_now.row_id and not exists (
    select 1 from fate where fate.band = told_now.band and fate = 'ends')`

/** Discloses ended groups again, unchanged, if all their points are back and free, newest first. */
const revive = ({ disclosed, group }: SmallGroupTables) => `
  with ended as (
    select told.band, content, ${nth("told.band, content", "point")} as nth
    from ${disclosed} as told join ${group} as band using (in_data_set_id, band)
    where in_data_set_id = $1 and not is_told
  ), free as (
    select row_id, content, ${nth("content", "row_id")} as nth from free_point
  ), whole as (
    select ended.band from ended left join free using (content, nth)
    group by ended.band having count(*) = count(free.row_id)
  ), revived as (
    select band from whole where not exists (
      select 1 from ended as own join ended as other using (content)
      where own.band = whole.band and other.band > own.band
        and other.band in (select band from whole))
  ), taken as (
    delete from free_point where row_id in (
      select row_id from ended join free using (content, nth)
      where ended.band in (select band from revived))
  )
  update ${group} set is_told = true where in_data_set_id = $1 and band in (select band from revived)`

const end = ({ group }: SmallGroupTables) => `update ${group} set is_told = false
  where in_data_set_id = $1 and band in (select band from fate where fate = 'ends')`

const shrink = ({ disclosed, group }: SmallGroupTables) => [
  `update ${disclosed} set band = null where in_data_set_id = $1 and point in (
     select point from told_now join fate using (band) where fate = 'shrinks' and is_gone)`,
  `update ${group} as band set persons = its.persons, points = its.points, valued = its.valued,
     total = its.total, days = its.days
   from (select told_now.band, count(distinct user_id) filter (where value is not null) as persons,
       count(*) as points, count(value) as valued, coalesce(sum(value), 0) as total,
       string_agg(distinct (time_stamp at time zone 'UTC')::date::text, ',') as days
     from told_now join fate using (band) where fate = 'shrinks' and not is_gone
     group by told_now.band) as its
   where in_data_set_id = $1 and band.band = its.band`,
]

/**
 * Holds back points that replace others still disclosed unchanged, as after a correction or a move.
 * Disclosing both would count them twice.
 */
const holdBack = `
  with gone as (
    select user_id, time_stamp, ${nth("user_id, time_stamp", "point")} as nth
    from told_now join fate using (band) where fate = 'stays' and is_gone
  ), came as (
    select row_id, user_id, time_stamp, ${nth("user_id, time_stamp", "row_id")} as nth from free_point
  )
  delete from free_point using came join gone on came.time_stamp = gone.time_stamp
    and came.nth = gone.nth and coalesce(came.user_id::text, '') = coalesce(gone.user_id::text, '')
  where free_point.row_id = came.row_id`

/** Whether there is a free point with the same datum. */
const isFree = (row: string) => `exists (select 1 from free_point as free
  where free.user_id = ${row}.user_id and free.time_stamp = ${row}.time_stamp and free.value = ${row}.value)`

/**
 * `waiting` holds the points that may be disclosed now, each with its person's day and whether its
 * value is fresh: never in a disclosed sum. Points with the same datum are not fresh up to the
 * number ever disclosed, less those that are still in place. So a person's equal values at one
 * moment are treated like unequal ones.
 */
const gather = ({ disclosed }: SmallGroupTables) =>
  temporary(
    "waiting",
    `with told as (
       select ${datum}, sum(times) as times from (
         select ${datum}, max(times) as times from (
           select ${datum}, content, count(*) as times from ${disclosed} as told
           where in_data_set_id = $1 and ${isFree("told")} group by ${datum}, content, band
         ) as in_band group by ${datum}, content) as of_content
       group by ${datum}
     ), held as (
       select ${datum}, count(*) as times from current_point as point
       where ${isFree("point")}
         and not exists (select 1 from free_point where free_point.row_id = point.row_id)
       group by ${datum}
     )
     select free.*, dense_rank() over (order by day, label, department_id, user_id)::int4 as entry,
       user_id is not null and value is not null
         and ${nth(datum, "row_id")} > coalesce(told.times, 0) - coalesce(held.times, 0) as is_fresh
     from (select *, (time_stamp at time zone 'UTC')::date as day from free_point) as free
       left join told using (${datum}) left join held using (${datum})`,
  )

/**
 * Compares a data set's points with those of its groups, ends or shrinks groups that have changed
 * enough, and fills the temporary table `waiting` with what may be disclosed now.
 */
export async function gatherWaiting(
  session: DatabaseSession,
  tables: SmallGroupTables,
  { dataSetId, minPeople }: { readonly dataSetId: string; readonly minPeople: number },
): Promise<void> {
  const ofDataSet = [dataSetId]
  for (const statement of compare(tables)) await session.query(statement, ofDataSet)
  await session.query(keepAll)
  await session.query("analyze free_point, current_point, told_now")
  await session.query(decide, [minPeople])
  await session.query(takeDisclosed)
  await session.query(revive(tables), ofDataSet)
  await session.query(end(tables), ofDataSet)
  for (const statement of shrink(tables)) await session.query(statement, ofDataSet)
  await session.query(holdBack)
  await session.query(gather(tables), ofDataSet)
}

/** Stores the points of new groups, which the temporary table `assigned` lists by entry. */
export async function rememberDisclosed(
  session: DatabaseSession,
  { disclosed }: SmallGroupTables,
  dataSetId: string,
): Promise<void> {
  await session.query(
    `insert into ${disclosed} (in_data_set_id, band, content, label, department_id, time_stamp, user_id, value, is_anchor)
     select $1, band, content, label, department_id, time_stamp, user_id, value, is_fresh
     from waiting join assigned using (entry)`,
    [dataSetId],
  )
}
