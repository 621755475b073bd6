import { catalogueSetting, type SyncKind, type SyncTables } from "./sync-tables"

/** Assignments of a list that nobody holds, and of one that counts no failures. */
export const noHolder = "leased_by = null, leased_until = null"
export const freshStart = "failures = 0, reason = null, retry_at = null"

/** Assignments of a list that has never been copied; it begins unless it was paused or waits to be started. */
export const uncopied = `${noHolder}, ${freshStart}, rows = 0, synced_until = null, checked_at = null,
  next_at = null, check_at = null, kept_from = null, wanted_at = null, edited_at = null,
  wants_check = false, is_outdated = false,
  state = case when state = 'paused' or state = 'idle' and checked_at is null then state
    else 'running' end`

/** Whether a list moves within the budget: nobody ordered it, or waits for the run that was asked for. */
const isAutomatic = (list: string) =>
  `(${list}.rank is not null and coalesce(${list}.wanted_at < ${list}.synced_until, ${list}.wanted_at is null))`

/** Times come as dates, figures as numbers. */
export const listColumns = `list.id, list.path, list.operation, list.parameters, list.state,
  list.every_minutes as "everyMinutes", list.wants_check as "wantsCheck", list.next_at as "nextAt",
  list.check_at as "checkAt", list.retry_at as "retryAt", list.reason, list.failures,
  list.rows::float8 as rows, list.synced_until as "syncedUntil", list.checked_at as "checkedAt",
  coalesce(list.edited_at >= list.synced_until, false) as "isBehind",
  coalesce(list.leased_until > clock_timestamp(), false) as "isLeased",
  list.ordered_by as "orderedBy", list.orderer_name as "ordererName",
  ${isAutomatic("list")} as "isAutomatic", list.rank is not null as "hasRank",
  list.kept_from as "keptFrom", list.is_outdated as "isOutdated"`

const runColumns = `case when run.id is not null then json_build_object(
    'id', run.id::text, 'kind', run.kind, 'startedAt', run.started_at, 'isPlanned', run.is_planned,
    'isOpen', run.ended_at is null, 'calls', run.calls) end as run`

const segmentColumns = ({ segment }: SyncTables) => `coalesce((
    select json_agg(json_build_object(
      'number', number, 'span', span, 'lower', lower, 'upper', upper, 'firstKey', first_key, 'lastKey', last_key,
      'openKey', open_key, 'place', place, 'pages', pages, 'calls', calls, 'rows', rows,
      'inserted', inserted, 'changed', changed, 'deleted', deleted, 'busyMs', busy_ms
    ) order by number) from ${segment} as part where part.run = run.id
  ), '[]') as segments`

export const selectLists = (tables: SyncTables, rest: string) => `
  select ${listColumns}, ${runColumns}, ${segmentColumns(tables)}
  from ${tables.list} as list
  left join lateral (
    select * from ${tables.run} where sync_run.list = list.id order by id desc limit 1
  ) as run on true ${rest}`

/** A program with another catalogue than `$4`, which may still run, would fill the tables with rows of its own. */
const claimDue = ({ list, setting }: SyncTables, more: string) => `
  update ${list} as list set state = 'running', leased_by = $1,
    leased_until = clock_timestamp() + $2 * interval '1 ms', moved_at = clock_timestamp()
  where id in (
    select id from ${list} as due
    where exists (select from ${setting} where key = '${catalogueSetting}' and value = $4)
      and (state = 'running' or state = 'idle' and next_at <= clock_timestamp())
      and (leased_until is null or leased_until < clock_timestamp())
      and (retry_at is null or retry_at < clock_timestamp()) and ${more} for update skip locked
  )
  returning id`

/** Takes lists that are due and that nobody works on, those first that have waited longest. */
export const claimLists = (tables: SyncTables) =>
  claimDue(tables, `not ${isAutomatic("due")} order by moved_at limit $3`)

/** Up to this rank is what people look at every day; what somebody looks at otherwise comes next. */
export const dailyRank = 20
/** When the rest of a list comes whose newest interval is copied: before the lists under each record. */
const restRank = 30

/** The same of automatic lists, of which so many move at once at all instances: what is looked at every day, then what somebody looked at in the last minute, then by rank, what nobody has yet first. */
export const claimAutomaticLists = (tables: SyncTables) => {
  const { list, run, segment } = tables
  const isBegun = `exists (select 1 from ${run} as run join ${segment} as part on part.run = run.id
    where run.list = due.id and run.ended_at is null and part.place is null)`
  const moving = `select count(*) from ${list} as other
    where ${isAutomatic("other")} and other.leased_until > clock_timestamp()`
  const place = `case when ${isBegun} then greatest(rank, ${restRank}) else rank end`
  return claimDue(
    tables,
    `${isAutomatic("due")}
      order by ${place} > ${dailyRank}, asked_at > clock_timestamp() - interval '1 minute' desc nulls last,
        ${place}, synced_until is not null, moved_at
      limit least($3, greatest(0, $5 - (${moving})))`,
  )
}

export const renewSyncLeases = ({ list }: SyncTables) => `
  update ${list} set leased_until = clock_timestamp() + $2 * interval '1 ms'
  where leased_by = $1 and state = 'running' and id = any($3::uuid[])
  returning id`

/** The wait begins with the last failure; a run that has moved on since counts none. */
export const putOffList = ({ list }: SyncTables) => `
  update ${list} set failures = failures + 1, reason = $3,
    retry_at = clock_timestamp() + $4 * interval '1 ms', ${noHolder}
  where id = $1 and leased_by = $2`

/** What is known of a run when it has ended; `growth` is by how many rows the copy has become larger. */
export interface EndedRun {
  readonly [column: string]: unknown
  readonly list: string
  readonly kind: SyncKind
  /** To the microsecond, as the wishes are that it is compared with. */
  readonly startedAt: string
  readonly growth: number
}

/** For how long it is known how many calls each hour had, as an interval of PostgreSQL. */
export const callsRetention = "30 days"

/** Ends the open run with the figures of its segments, which it no longer needs, counts its calls in their hour, and forgets those of long ago. */
export const endRun = ({ list, run, segment, calls }: SyncTables) => `
  with sums as (
    select coalesce(sum(pages), 0) as pages, coalesce(sum(calls), 0) as calls,
      coalesce(sum(rows), 0) as rows, coalesce(sum(inserted), 0) as inserted,
      coalesce(sum(changed), 0) as changed, coalesce(sum(deleted), 0) as deleted
    from ${segment} where run = $1
  ), ended as (
    update ${run} as run set ended_at = clock_timestamp(), outcome = $2, pages = sums.pages,
      calls = run.calls + sums.calls, rows = sums.rows, inserted = sums.inserted,
      changed = sums.changed, deleted = sums.deleted
    from sums where id = $1 and ended_at is null
    returning run.*
  ), counted as (
    insert into ${calls} as known (hour, operation, calls)
    select date_trunc('hour', ended.ended_at, 'UTC'), operation, ended.calls
    from ended join ${list} as list on list.id = ended.list where ended.calls > 0
    on conflict (hour, operation) do update set calls = known.calls + excluded.calls
  ), forgotten as (
    delete from ${calls} where (hour, operation) in (
      select hour, operation from ${calls}
      where hour < (select clock_timestamp()) - interval '${callsRetention}' for update skip locked
    )
  )
  select list, kind, started_at::text as "startedAt", (inserted - deleted)::float8 as growth
  from ended`

/** Runs that are over carry their figures themselves, the one under way has them in its segments. */
export const selectHistory = ({ list, run, segment }: SyncTables) => `
  select kind, started_at as "startedAt", ended_at as "endedAt", outcome,
    sums.pages::float8 as pages, sums.calls::float8 as calls, sums.rows::float8 as rows,
    sums.inserted::float8 as inserted, sums.changed::float8 as changed,
    sums.deleted::float8 as deleted
  from ${run} as run join ${list} as list on list.id = run.list
  cross join lateral (
    select run.pages + coalesce(sum(part.pages), 0) as pages,
      run.calls + coalesce(sum(part.calls), 0) as calls,
      run.rows + coalesce(sum(part.rows), 0) as rows,
      run.inserted + coalesce(sum(part.inserted), 0) as inserted,
      run.changed + coalesce(sum(part.changed), 0) as changed,
      run.deleted + coalesce(sum(part.deleted), 0) as deleted
    from ${segment} as part where part.run = run.id and run.ended_at is null
  ) as sums
  where path = $1 order by run.id desc limit $2`

/** The list after a run that came to its end: everything that the platform had when it began is here, and what has been asked for or edited since comes next. */
export const finishList = ({ list }: SyncTables) => `
  update ${list} set state = case when state = 'running' then 'idle' else state end,
    rows = coalesce($6, rows + $2), synced_until = $3, ${freshStart},
    checked_at = case when $4 then $3 else checked_at end,
    check_at = case when $4 then clock_timestamp() + $5 * (0.8 + 0.2 * random()) * interval '1 ms'
      else check_at end,
    kept_from = case when $4 then $7::timestamptz else kept_from end,
    next_at = case
      when wants_check or wanted_at >= $3 or edited_at >= $3 and every_minutes is not null
      then clock_timestamp()
      else $3 + every_minutes * (0.9 + 0.2 * random()) * interval '1 minute' end,
    ${noHolder}
  where id = $1`
