export const exportStates = ["running", "paused", "done", "failed", "cancelled"] as const

/** The quoted names of the tables. */
export interface ExportTables {
  readonly job: string
  readonly page: string
  readonly part: string
}

const columns = `id, person, order_text as "orderText", state, place, rows::float8 as rows, pages, calls,
  failures, reason, created_at as "createdAt", retry_at as "retryAt", ended_at as "endedAt",
  first_read_at as "firstReadAt", last_read_at as "lastReadAt", bytes::float8 as bytes, sha256, file,
  leased_until > clock_timestamp() as "isLeased"`

export const selectJobs = ({ job }: ExportTables, rest: string) =>
  `select ${columns} from ${job} ${rest}`

/** Claims unleased jobs, longest waiting first. */
export const claimJobs = ({ job }: ExportTables) => `
  update ${job} set leased_by = $1, leased_until = clock_timestamp() + $2 * interval '1 ms'
  where id in (
    select id from ${job}
    where state = 'running' and (leased_until is null or leased_until < clock_timestamp())
      and (retry_at is null or retry_at < clock_timestamp())
    order by moved_at limit $3 for update skip locked
  )
  returning ${columns}`

export const renewExportLeases = ({ job }: ExportTables) => `
  update ${job} set leased_until = clock_timestamp() + $2 * interval '1 ms'
  where leased_by = $1 and state = 'running' and id = any($3::uuid[])
  returning id`

const held = "id = $1 and leased_by = $2"

/**
 * Stores the page and the position after it, both or neither, unless the position has already
 * moved; a page without rows only moves the position.
 */
export const saveExportPage = ({ job, page }: ExportTables) => `
  with moved as (
    update ${job} set place = $3, rows = rows + $4, pages = pages + sign($4::int)::int,
      calls = calls + $5, failures = case when $4 > 0 then 0 else failures end,
      reason = null, retry_at = null, moved_at = clock_timestamp(),
      first_read_at = coalesce(first_read_at, $6), last_read_at = $6
    where ${held} and place = $8 returning id, pages
  ), kept as (
    insert into ${page} (job, number, rows, names) select id, pages, $7, $9 from moved where $4 > 0
  )
  select pages from moved`

/**
 * Selects a page's text line by line, each with its line feed: the driver creates a string per
 * value, and V8 retains strings over 128 KiB for a long time.
 */
export const selectPage = ({ page }: ExportTables) => `
  select text || case when place < count(*) over () then E'\\n' else '' end as line
  from ${page}, unnest(string_to_array(rows, E'\\n')) with ordinality as lines (text, place)
  where job = $1 and number = $2 order by place`

export const putOffJob = ({ job }: ExportTables) => `
  update ${job} set failures = failures + 1, calls = calls + $3, reason = $4,
    retry_at = clock_timestamp() + $5 * interval '1 ms', leased_by = null, leased_until = null
  where ${held}`

/** True if no part of the file was removed while it was created. */
const isWhole = ({ part }: ExportTables, file: string, parts: string) =>
  `(select count(*) from ${part} where job = $1 and file = ${file}::uuid) = ${parts}::int`

export const endJob = (tables: ExportTables) => `
  update ${tables.job} set state = $3, calls = calls + $4, reason = $5, bytes = $6, sha256 = $7,
    file = $8, ended_at = clock_timestamp(), leased_by = null, leased_until = null, retry_at = null
  where ${held} and ${isWhole(tables, "$8", "$9")}`

/**
 * Sets the state that a person requested; the caller passes the states it can be reached from.
 * Removes the file of the previous state.
 */
export const changeState = ({ job, part }: ExportTables) => `
  with changed as (
    update ${job} set state = $3, leased_by = null, leased_until = null, retry_at = null,
      failures = 0, reason = null, bytes = null, sha256 = null, file = null,
      moved_at = clock_timestamp(),
      ended_at = case when $3 = 'cancelled' then clock_timestamp() end
    where id = $1 and person = $2 and state = any($4::text[])
    returning ${columns}
  ), gone as (
    delete from ${part} where job in (select id from changed)
  )
  select * from changed`

/** Attaches a file to its job, unless the job has one or has changed since the file was begun. */
export const attachFile = (tables: ExportTables) => `
  update ${tables.job} set file = $2, bytes = $3, sha256 = $4
  where id = $1 and file is null and state = $5 and pages = $6 and ${isWhole(tables, "$2", "$7")}`

/** Deletes the parts of one file, or of all other files of its job. */
export const deleteParts = ({ part }: ExportTables, which: "this" | "others") => `
  delete from ${part} where job = $1 and file ${which === "this" ? "=" : "<>"} $2`

/** Deletes finished exports after a day and paused ones after a week. */
export const deleteOld = ({ job }: ExportTables) => `
  delete from ${job} where id in (
    select id from ${job}
    where ended_at < clock_timestamp() - interval '1 day'
      or state = 'paused' and moved_at < clock_timestamp() - interval '7 days'
    limit 20 for update skip locked
  )`

const secondsSince = (moment: string) =>
  `coalesce(extract(epoch from clock_timestamp() - min(${moment}) filter (where state = 'running')), 0)::float8`

/** Figures for operators. */
export const selectExportFigures = (job: string) => `
  select count(*) filter (where state = 'running' and leased_until > clock_timestamp())::int as running,
    count(*) filter (where state = 'running'
      and (leased_until is null or leased_until <= clock_timestamp()))::int as waiting,
    count(*) filter (where state = 'paused')::int as paused,
    count(*) filter (where state = 'failed')::int as failed,
    ${secondsSince("created_at")} as "oldestSeconds", ${secondsSince("moved_at")} as "idleSeconds"
  from ${job}`
