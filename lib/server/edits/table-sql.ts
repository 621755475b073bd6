import { Parameters } from "../../db"

export const storedOutcomes = ["intended", "applied", "refused", "not_sent", "unknown"] as const
export const editVerdicts = ["applied", "not_applied", "changed", "undetermined"] as const
export const batchStates = ["running", "stopped", "done"] as const
/** Actions on a batch: `undo` is the start of one that undoes another. */
export const batchActions = ["start", "undo", "stop", "resume", "retry"] as const

/** The quoted names of the four tables. */
export interface EditTables {
  readonly edit: string
  readonly batch: string
  readonly item: string
  readonly action: string
}

/** A filter of the log; times are ISO text, `from` inclusive and `to` exclusive. */
export interface EditFilter {
  readonly id?: string | undefined
  readonly record?: string | undefined
  readonly person?: string | undefined
  readonly outcome?: (typeof storedOutcomes)[number] | undefined
  readonly batch?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/**
 * The actions to read: those that match the filter, not newer than the edit `before` and newer than
 * the edit `after`.
 */
export interface ActionsRead {
  readonly filter?: EditFilter
  readonly before?: string | undefined
  readonly after?: string | undefined
  readonly limit: number
}

const intent =
  "person_id, person_name, operation, record_id, patch, request_id, sent_patch, undoes, batch, idempotency_key"
const given = "$1, $2, $3, $4, $5, $6, $7, $8::uuid, $9::uuid, $10"

export const insertIntent = ({ edit }: EditTables) =>
  `insert into ${edit} (${intent}) values (${given}) returning id`

/** The edit that a key belongs to: one from the last day that was sent, or may have been. */
export const selectKey = ({ edit }: EditTables, person = "$1", key = "$2") => `
  select * from ${edit}
  where person_id = ${person} and idempotency_key = ${key} and outcome <> 'not_sent'
    and intended_at > clock_timestamp() - interval '1 day'
  order by intended_at desc limit 1`

/** Inserts nothing if the key belongs to an edit; the caller holds the key's lock. */
export const insertKeyedIntent = (tables: EditTables) => `
  insert into ${tables.edit} (${intent}) select ${given}
  where not exists (${selectKey(tables, "$1", "$10")}) returning id`

/**
 * Inserts the intent and its link to the item, both or neither, and only for the holder of the
 * running batch, so no item can be sent twice.
 */
export const insertItemIntent = ({ edit, batch, item }: EditTables) => `
  with taken as (
    update ${item} set edit_id = gen_random_uuid(), detail = null
    where batch = $9::uuid and record_id = $4 and edit_id is null and exists (
      select 1 from ${batch} where id = $9::uuid and state = 'running' and leased_by = $11::uuid
    )
    returning edit_id
  )
  insert into ${edit} (id, ${intent}) select edit_id, ${given} from taken returning id`

/**
 * Marks edits as unknown that nobody can still be sending; each claim belongs to one caller for a
 * while.
 */
export const claimOpen = ({ edit }: EditTables) => `
  update ${edit} set claimed_at = clock_timestamp(), outcome = 'unknown',
    concluded_at = coalesce(concluded_at, clock_timestamp())
  where id in (
    select id from ${edit}
    where (outcome = 'intended' or outcome = 'unknown' and verdict is null)
      and intended_at < clock_timestamp() - $1 * interval '1 ms'
      and (claimed_at is null or claimed_at < clock_timestamp() - $2 * interval '1 ms')
    order by intended_at
    limit $3
    for update skip locked
  )
  returning *`

export const selectFigures = ({ edit }: EditTables) => `
  select (
    select count(*) from ${edit}
    where (outcome = 'intended' or outcome = 'unknown' and verdict is null)
      and intended_at < clock_timestamp() - interval '1 minute'
  )::int as unknown`

const wasMade = "(outcome = 'applied' or outcome = 'unknown' and verdict = 'applied')"

/** Edits with the newest one that undid each. */
const selectEdits = (edit: string) => `
  select one.*, (
    select id from ${edit} where undoes = one.id and ${wasMade}
    order by intended_at desc, id desc limit 1
  ) as undone_by
  from ${edit} as one`

const conditions = {
  id: (parameter) => `id = ${parameter}::uuid`,
  record: (parameter) => `record_id = ${parameter}`,
  person: (parameter) => `person_id = ${parameter}`,
  outcome: (parameter) => `outcome = ${parameter}`,
  batch: (parameter) => `batch = ${parameter}::uuid`,
  from: (parameter) => `intended_at >= ${parameter}::timestamptz`,
  to: (parameter) => `intended_at < ${parameter}::timestamptz`,
} as const satisfies Record<keyof EditFilter, (parameter: string) => string>

/** Actions on batches; starts come from the batches themselves. */
export const selectActions = ({ batch, action }: EditTables) => `
  select id as batch, case when undoes is null then 'start' else 'undo' end as action,
    person_id, person_name, null as reason, started_at as made_at
  from ${batch}
  union all
  select batch, action, person_id, person_name, reason, made_at from ${action}`

/**
 * Everyone who made an edit, with the name on their newest one; a loose index scan finds each
 * person. Then people who only acted on a batch.
 */
export const selectPeople = (tables: EditTables) => `
  with recursive person as (
    (select person_id, person_name from ${tables.edit} order by person_id, intended_at desc limit 1)
    union all
    select next.* from person cross join lateral (
      select person_id, person_name from ${tables.edit} where person_id > person.person_id
      order by person_id, intended_at desc limit 1
    ) as next
  )
  select person_id as "personId", person_name as "personName" from person
  union all
  (
    select distinct on (person_id) person_id, person_name from (${selectActions(tables)}) as done
    where person_id is not null and not exists (
      select 1 from person where person.person_id = done.person_id
    )
    order by person_id, made_at desc
  )`

/**
 * Actions that match a filter of edits, between two edits in time. Actions on a batch never match a
 * filter by record.
 */
export function readActions(
  tables: EditTables,
  { filter = {}, before, after, limit }: ActionsRead,
): { readonly text: string; readonly values: unknown[] } {
  const { person, batch, from, to } = filter
  const parameters = new Parameters()
  const timeOf = (id: string) =>
    `(select intended_at from ${tables.edit} where id = ${parameters.add(id)}::uuid)`
  const where = [
    ...(person === undefined ? [] : [`done.person_id = ${parameters.add(person)}`]),
    ...(batch === undefined ? [] : [`done.batch = ${parameters.add(batch)}::uuid`]),
    ...(from === undefined ? [] : [`made_at >= ${parameters.add(from)}::timestamptz`]),
    ...(to === undefined ? [] : [`made_at < ${parameters.add(to)}::timestamptz`]),
    ...(before === undefined ? [] : [`made_at <= ${timeOf(before)}`]),
    ...(after === undefined ? [] : [`made_at > ${timeOf(after)}`]),
  ]
  const text = `
    select done.batch, own.title, done.action, done.person_id as "personId",
      done.person_name as "personName", done.reason, done.made_at as "madeAt"
    from (${selectActions(tables)}) as done join ${tables.batch} as own on own.id = done.batch
    ${where.length > 0 ? `where ${where.join(" and ")}` : ""}
    order by made_at desc limit ${parameters.add(limit)}`
  return { text, values: parameters.values }
}

/** Newest edits first, starting after the edit `before` if given. */
export function readEdits(
  { edit }: EditTables,
  requested: { readonly filter?: EditFilter; readonly before?: string; readonly limit: number },
): { readonly text: string; readonly values: unknown[] } {
  const { filter = {}, before, limit } = requested
  const parameters = new Parameters()
  const where = Object.entries(conditions).flatMap(([name, condition]) => {
    const value = filter[name as keyof EditFilter]
    return value === undefined ? [] : [condition(parameters.add(value))]
  })
  if (before !== undefined) {
    const older = `select intended_at, id from ${edit} where id = ${parameters.add(before)}::uuid`
    where.push(`(intended_at, id) < (${older})`)
  }
  const text = `${selectEdits(edit)}
    ${where.length > 0 ? `where ${where.join(" and ")}` : ""}
    order by intended_at desc, id desc limit ${parameters.add(limit)}`
  return { text, values: parameters.values }
}
