import { type EditTables, selectActions } from "../table-sql"

/**
 * Inserts the batch with its items in order, all or nothing; nothing if the batch that it undoes
 * does not exist.
 */
export const createBatch = ({ batch, item }: EditTables) => `
  with made as (
    insert into ${batch} (title, person_id, person_name, undoes)
    select $1, $2, $3, $4::uuid
    where $4::uuid is null or exists (select 1 from ${batch} where id = $4::uuid)
    returning id, undoes
  ), items as (
    insert into ${item} (batch, place, record_id, patch, undoes)
    select made.id, given.place, given.record_id, given.patch, (
      select edit_id from ${item} as old
      where old.batch = made.undoes and old.record_id = given.record_id
    )
    from made, unnest($5::text[], $6::text[]) with ordinality as given (record_id, patch, place)
  )
  select id from made`

const state = `case when one.edit_id is null then 'waiting'
  when edit.outcome = 'intended' then 'sending' else edit.outcome end`

const itemsOf = ({ edit, item }: EditTables) =>
  `${item} as one left join ${edit} as edit on edit.id = one.edit_id`

/** The person on whose behalf a waiting item is sent. */
const actorId = "coalesce(one.actor_id, own.person_id)"
const actorName = "case when one.actor_id is null then own.person_name else one.actor_name end"

/** Number of actions shown with a batch, newest first. */
const shownActions = 50

/** Batches with their items counted by state, and their actions. */
export const selectBatches = (tables: EditTables, rest: string) => `
  select own.id, own.title, own.state, own.person_id as "personId", own.person_name as "personName",
    own.started_at as "startedAt", own.ended_at as "endedAt", own.undoes,
    clock_timestamp() as "readAt", (
      select coalesce(json_agg(told order by told."madeAt"), '[]') from (
        select action, person_id as "personId", person_name as "personName", reason,
          made_at as "madeAt"
        from (${selectActions(tables)}) as done where done.batch = own.id
        order by made_at desc limit ${shownActions}
      ) as told
    ) as actions,
    (select id from ${tables.batch} where undoes = own.id order by started_at desc limit 1) as "undoneBy",
    (
      select json_object_agg(state, count) from (
        select ${state} as state, count(*)::int as count from ${itemsOf(tables)}
        where one.batch = own.id group by 1
      ) as counted
    ) as counts
  from ${tables.batch} as own ${rest}`

export const selectItems = (tables: EditTables, rest = "") => `
  select one.record_id as "recordId", one.patch, one.undoes, one.detail, one.edit_id as "editId",
    ${state} as state, edit.status, edit.code, edit.verdict,
    coalesce(edit.person_id, ${actorId}) as "personId",
    case when edit.id is null then ${actorName} else edit.person_name end as "personName"
  from ${itemsOf(tables)} join ${tables.batch} as own on own.id = one.batch
  where one.batch = $1 ${rest}
  order by one.place`

/** The item's state has changed since $2. */
export const changedSince = `and $2::timestamptz
  <= greatest(one.changed_at, edit.intended_at, edit.concluded_at, edit.resolved_at)`

/** The first waiting item that is not sent on behalf of one of $2. */
export const selectNext = (tables: EditTables) =>
  `${selectItems(tables, `and one.edit_id is null and ${actorId} <> all($2::text[])`)} limit 1`

const unheld = "ended_at = null, retry_at = null, leased_by = null, leased_until = null"

const insertAction = ({ action }: EditTables, rest: string) =>
  `insert into ${action} (batch, action, person_id, person_name, reason) ${rest}`

/** Stopped by a person ($2, $3), or automatically for the reason $4. */
export const stopBatch = (tables: EditTables) => `
  with stopped as (
    update ${tables.batch} set state = 'stopped', ${unheld}
    where id = $1 and state = 'running' returning id
  )
  ${insertAction(tables, "select id, 'stop', $2, $3, $4 from stopped")} returning batch`

/** Sends the unfinished items on behalf of the person who resumes the batch ($2, $3). */
export const resumeBatch = (tables: EditTables) => `
  with resumed as (
    update ${tables.batch} set state = 'running', ${unheld}
    where id = $1 and state = 'stopped' returning id
  ), taken as (
    update ${tables.item} as one
    set actor_id = $2, actor_name = $3, changed_at = clock_timestamp()
    from resumed where one.batch = resumed.id and (one.edit_id is null or exists (
      select 1 from ${tables.edit} where id = one.edit_id and outcome = 'intended'
    ))
  )
  ${insertAction(tables, "select id, 'resume', $2, $3, null from resumed")} returning batch`

/**
 * Serializes putting items back and ending the batch: each statement sees what the one before has
 * done.
 */
export const lockBatch = ({ batch }: EditTables) =>
  `select 1 from ${batch} where id = $1 for update`

/**
 * Makes failed items wait again on behalf of the person who retries them ($4, $5), each with its
 * new patch or its old one; the caller has locked the batch.
 */
export const retryItems = (tables: EditTables) => `
  with asked as (
    select one.place, given.patch
    from unnest($2::text[], $3::text[]) as given (record_id, patch)
    join ${tables.item} as one on one.batch = $1 and one.record_id = given.record_id
    join ${tables.edit} as edit on edit.id = one.edit_id
    where edit.outcome in ('refused', 'not_sent')
      or edit.outcome = 'unknown' and edit.verdict = 'not_applied'
  ), retried as (
    update ${tables.item} as one set edit_id = null, detail = null, changed_at = clock_timestamp(),
      patch = coalesce(asked.patch, one.patch), actor_id = $4, actor_name = $5
    from asked
    where one.batch = $1 and one.place = asked.place and one.edit_id is not null
      and (select count(*) from asked) = cardinality($2::text[])
    returning one.place
  ), again as (
    update ${tables.batch} set state = 'running', ended_at = null, retry_at = null
    where id = $1 and state = 'done' and exists (select 1 from retried)
  ), noted as (
    ${insertAction(tables, "select $1, 'retry', $4, $5, null where exists (select 1 from retried)")}
  )
  select place from retried`

/** Claims unleased batches, oldest first. */
export const claimBatches = ({ batch }: EditTables) => `
  update ${batch} set leased_by = $1, leased_until = clock_timestamp() + $2 * interval '1 ms'
  where id in (
    select id from ${batch}
    where state = 'running' and (leased_until is null or leased_until < clock_timestamp())
      and (retry_at is null or retry_at < clock_timestamp())
    order by started_at limit $3 for update skip locked
  )
  returning id`

export const renewBatchLeases = ({ batch }: EditTables) => `
  update ${batch} set leased_until = clock_timestamp() + $2 * interval '1 ms'
  where leased_by = $1 and state = 'running' and id = any($3::uuid[])
  returning id`

export const releaseBatches = ({ batch }: EditTables) => `
  update ${batch} set leased_by = null, leased_until = null
  where leased_by = $1 and ($2::uuid is null or id = $2)`

/**
 * Makes an item wait again that was not sent or was rate-limited, unless its edit was taken over.
 */
export const putBackItem = ({ edit, item }: EditTables) => `
  update ${item} as one set edit_id = null, changed_at = clock_timestamp() from ${edit} as edit
  where one.batch = $1 and one.record_id = $2 and edit.id = one.edit_id
    and (edit.outcome = 'not_sent' or edit.outcome = 'refused' and edit.code = 'upstream_rate_limited')`

/** Ends the batch once no item waits or is being sent; the caller has locked the batch. */
export const endBatch = (tables: EditTables) => `
  update ${tables.batch} set state = 'done', ended_at = clock_timestamp(), retry_at = null,
    leased_by = null, leased_until = null
  where id = $1 and leased_by = $2 and state = 'running' and not exists (
    select 1 from ${itemsOf(tables)}
    where one.batch = $1 and (one.edit_id is null or edit.outcome = 'intended')
  )
  returning id`
