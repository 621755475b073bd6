export const claimReading = (reading: string) => `
  update ${reading} set id = gen_random_uuid(), started_at = clock_timestamp(),
    renewed_at = clock_timestamp(), expired = false
  where (expired or finished_at is null
      or finished_at < clock_timestamp() - $1 * interval '1 ms')
    and (renewed_at is null or renewed_at < clock_timestamp() - $2 * interval '1 ms')
  returning id`

const renewReading = (reading: string) =>
  `update ${reading} set renewed_at = clock_timestamp() where id = $1 returning started_at`

const columns = ["name", "parent_id", "type", "external_id", "city"]
const names = columns.join(", ")
const namesFrom = (table: string) => columns.map((column) => `${table}.${column}`).join(", ")

/** Departments out of six parameters, each an array of one column's values. */
const given = (first: number) => `
  unnest($${first}::uuid[], $${first + 1}::text[], $${first + 2}::uuid[], $${first + 3}::text[],
    $${first + 4}::text[], $${first + 5}::text[]) as given (id, ${names})`

export const readAll = (name: string, where: string) => `
  select id, name, parent_id as "parentId", type, external_id as "externalId", city
  from ${name}${where} order by id`

/** One that was changed after the reading began stays as it is. */
export const putDepartments = (name: string, reading: string) => `
  with renewed as (${renewReading(reading)})
  insert into ${name} (id, ${names}, reading)
  select given.*, $1 from renewed, ${given(2)}
  on conflict (id) do update set reading = excluded.reading, (${names}) = (
    select ${names} from (values
      (true, ${namesFrom(name)}), (false, ${namesFrom("excluded")})
    ) as own (is_newer, ${names})
    where is_newer = coalesce(${name}.renamed_at > (select started_at from renewed), false))`

export const putOne = (name: string) => `
  insert into ${name} (id, ${names}, renamed_at)
  select given.*, clock_timestamp() from ${given(1)}
  on conflict (id) do update set renamed_at = excluded.renamed_at,
    (${names}) = (${namesFrom("excluded")})`

export const finishReading = (name: string, reading: string) => `
  with finished as (
    update ${reading} set finished_at = started_at, renewed_at = null where id = $1
    returning started_at
  )
  delete from ${name} using finished
  where reading is distinct from $1
    and (renamed_at is null or renamed_at < finished.started_at)`
