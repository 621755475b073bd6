import type { Pool } from "pg"
import { createSchema } from "./create-schema"
import { quoteName } from "./sql"

/** A department's name. */
export interface NamedDepartment {
  readonly id: string
  readonly name: string
}

/** Names by id as of the last whole reading of the list, in milliseconds since 1970; undefined before the first. */
export interface DepartmentNamesRead {
  readonly names: Readonly<Record<string, string>>
  readonly asOf: number | undefined
}

/** When the list may be read again: so long after the last whole reading, and after a reading that stopped. */
export interface ReadingTimes {
  readonly everyMs: number
  readonly leaseMs: number
}

/** The names of all departments, filled by one reader of the list at a time. */
export interface DepartmentNames {
  prepare(): Promise<void>
  read(): Promise<DepartmentNamesRead>
  /** A reading's id for the one caller who may read the list now. */
  claim(times: ReadingTimes): Promise<string | undefined>
  /** Keeps a page of a reading; false where somebody else has taken over. */
  put(reading: string, departments: readonly NamedDepartment[]): Promise<boolean>
  /** Ends a whole reading: what it has not seen is gone. */
  finish(reading: string): Promise<void>
  /** Keeps a name that was just changed, which a reading under way does not put back. */
  rename(department: NamedDepartment): Promise<void>
  /** Makes the next `claim` succeed, unless a reading is under way. */
  expire(): Promise<void>
}

/** One implicit transaction. */
const createTables = (schema: string, name: string, reading: string) => `
  select pg_advisory_xact_lock(hashtext('department_name'));
  ${createSchema(schema)}
  create table if not exists ${name} (
    id uuid primary key,
    name text not null,
    reading uuid,
    renamed_at timestamptz
  );
  create table if not exists ${reading} (
    one int primary key check (one = 1),
    id uuid not null default gen_random_uuid(),
    started_at timestamptz,
    renewed_at timestamptz,
    finished_at timestamptz,
    expired boolean not null default false
  );
  insert into ${reading} (one) values (1) on conflict do nothing;`

const claimReading = (reading: string) => `
  update ${reading} set id = gen_random_uuid(), started_at = clock_timestamp(),
    renewed_at = clock_timestamp(), expired = false
  where (expired or finished_at is null
      or finished_at < clock_timestamp() - $1 * interval '1 ms')
    and (renewed_at is null or renewed_at < clock_timestamp() - $2 * interval '1 ms')
  returning id`

const renewReading = (reading: string) =>
  `update ${reading} set renewed_at = clock_timestamp() where id = $1 returning started_at`

const putNames = (name: string, reading: string) => `
  with renewed as (${renewReading(reading)})
  insert into ${name} (id, name, reading)
  select given.id, given.name, $1 from renewed, unnest($2::uuid[], $3::text[]) as given (id, name)
  on conflict (id) do update set reading = excluded.reading, name = case
    when ${name}.renamed_at > (select started_at from renewed) then ${name}.name
    else excluded.name end`

const finishReading = (name: string, reading: string) => `
  with finished as (
    update ${reading} set finished_at = started_at, renewed_at = null where id = $1
    returning started_at
  )
  delete from ${name} using finished
  where reading is distinct from $1
    and (renamed_at is null or renamed_at < finished.started_at)`

interface ReadRow {
  readonly names: Record<string, string> | null
  readonly asOf: number | null
}

/** Keeps names in two tables of the schema; `prepare` makes them, also when several processes start at once. */
export function createDepartmentNames({
  pool,
  schema = "dashboard",
}: {
  pool: Pool
  schema?: string
}): DepartmentNames {
  const name = `${quoteName(schema)}.department_name`
  const reading = `${quoteName(schema)}.department_names_reading`
  return {
    async prepare() {
      await pool.query(createTables(quoteName(schema), name, reading))
    },
    async read() {
      const { rows } = await pool.query<ReadRow>(
        `select (select json_object_agg(id, name) from ${name}) as names,
           extract(epoch from finished_at)::float8 * 1000 as "asOf" from ${reading}`,
      )
      return { names: rows[0]?.names ?? {}, asOf: rows[0]?.asOf ?? undefined }
    },
    async claim({ everyMs, leaseMs }) {
      const { rows } = await pool.query<{ id: string }>(claimReading(reading), [everyMs, leaseMs])
      return rows[0]?.id
    },
    async put(id, departments) {
      const ids = departments.map((department) => department.id)
      const names = departments.map((department) => department.name)
      const { rowCount } = await pool.query(putNames(name, reading), [id, ids, names])
      return rowCount === departments.length
    },
    async finish(id) {
      await pool.query(finishReading(name, reading), [id])
    },
    async rename({ id, name: renamed }) {
      await pool.query(
        `insert into ${name} (id, name, renamed_at) values ($1, $2, clock_timestamp())
         on conflict (id) do update set name = excluded.name, renamed_at = excluded.renamed_at`,
        [id, renamed],
      )
    },
    async expire() {
      await pool.query(`update ${reading} set expired = true`)
    },
  }
}
