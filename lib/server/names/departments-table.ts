import type { RowScope, TreeDepartment } from "@/lib/catalogue"
import { liftStatementTimeout, Parameters, type Pool, poolSession, quoteName } from "../../db"
import { rowConditions } from "../../records"
import { placePeople } from "./place-people"

const claimReading = (reading: string) => `
  update ${reading} set id = gen_random_uuid(), started_at = clock_timestamp(),
    renewed_at = clock_timestamp(), expired = false
  where (expired or finished_at is null
      or finished_at < clock_timestamp() - $1 * interval '1 ms')
    and (renewed_at is null or renewed_at < clock_timestamp() - $2 * interval '1 ms')
  returning id`

const renewReading = (reading: string) =>
  `update ${reading} set renewed_at = clock_timestamp() where id = $1 returning started_at`

const columns = ["name", "parent_id", "type", "external_id", "city", "manager_user_id"]
const names = columns.join(", ")
const namesFrom = (table: string) => columns.map((column) => `${table}.${column}`).join(", ")

/** Unnests seven parameters, each an array of one column's values, into departments. */
const given = (first: number) => `
  unnest($${first}::uuid[], $${first + 1}::text[], $${first + 2}::uuid[], $${first + 3}::text[],
    $${first + 4}::text[], $${first + 5}::text[], $${first + 6}::text[]) as given (id, ${names})`

export const readAll = (name: string, where: string) => `
  select id, name, parent_id as "parentId", type, external_id as "externalId", city
  from ${name}${where} order by id`

/** Keeps a department that was changed after the reading began. */
const putDepartments = (name: string, reading: string) => `
  with renewed as (${renewReading(reading)})
  insert into ${name} (id, ${names}, reading)
  select given.*, $1 from renewed, ${given(2)}
  on conflict (id) do update set reading = excluded.reading, (${names}) = (
    select ${names} from (values
      (true, ${namesFrom(name)}), (false, ${namesFrom("excluded")})
    ) as own (is_newer, ${names})
    where is_newer = coalesce(${name}.renamed_at > (select started_at from renewed), false))`

const putOne = (name: string) => `
  insert into ${name} (id, ${names}, renamed_at)
  select given.*, clock_timestamp() from ${given(1)}
  on conflict (id) do update set renamed_at = excluded.renamed_at,
    (${names}) = (${namesFrom("excluded")})`

const finishReading = (name: string, reading: string) => `
  with finished as (
    update ${reading} set finished_at = started_at, renewed_at = null where id = $1
    returning started_at
  )
  delete from ${name} using finished
  where reading is distinct from $1
    and (renamed_at is null or renamed_at < finished.started_at)`

/** A stored department; `parentId` is null at the top. */
interface SavedDepartment extends TreeDepartment {
  readonly name: string
  readonly type: string | null
  readonly externalId: string | null
  readonly city: string | null
}

/** A department as read from the platform; absent fields are empty. */
export type NamedDepartment = Pick<SavedDepartment, "id" | "name"> &
  Partial<SavedDepartment & { readonly managerUserId: string | null }>

/** The age of the stored data. */
export interface ReadingState {
  /**
   * When the last complete reading of the list began, in milliseconds since 1970; undefined before
   * the first.
   */
  readonly asOf: number | undefined
  /** True if a department may have changed since, unknown to the dashboard. */
  readonly isExpired: boolean
}

/** All departments, ordered by id. */
export interface DepartmentsRead extends ReadingState {
  readonly departments: readonly SavedDepartment[]
}

/** Each department and its parent, ordered by id. */
export interface DepartmentTreeRead extends ReadingState {
  readonly tree: TreeDepartment[]
}

export interface DepartmentNamesRead extends ReadingState {
  readonly names: Readonly<Record<string, string>>
}

/**
 * When the list may be read again: `everyMs` after the last complete reading, `leaseMs` after one
 * that stopped.
 */
interface ReadingTimes {
  readonly everyMs: number
  readonly leaseMs: number
}

/** The names of all departments, written by one reader of the list at a time. */
export interface DepartmentsTable {
  read(scope: RowScope): Promise<DepartmentNamesRead>
  readTree(scope: RowScope): Promise<DepartmentTreeRead>
  readDepartments(scope: RowScope): Promise<DepartmentsRead>
  /** Those of the ids that belong to department managers. */
  managersAmong(ids: readonly string[]): Promise<string[]>
  /** Returns a reading's id if the caller may read the list now; only one caller may. */
  claim(times: ReadingTimes): Promise<string | undefined>
  /** Stores a page of a reading; false if another reader has taken over. */
  put(reading: string, departments: readonly NamedDepartment[]): Promise<boolean>
  /**
   * Completes a reading: removes departments that it has not seen, and places people by the new
   * departments.
   */
  finish(reading: string): Promise<void>
  /** Stores a department that was just changed; a running reading does not overwrite it. */
  rename(department: NamedDepartment): Promise<void>
  /** Marks the data as stale: the next `claim` succeeds, unless a reading is running. */
  expire(): Promise<void>
}

/** The values by column, as the statements expect them. */
const columnsOf = (departments: readonly NamedDepartment[]) => [
  departments.map(({ id }) => id),
  departments.map(({ name }) => name),
  departments.map(({ parentId }) => parentId ?? null),
  departments.map(({ type }) => type ?? null),
  departments.map(({ externalId }) => externalId ?? null),
  departments.map(({ city }) => city ?? null),
  departments.map(({ managerUserId }) => managerUserId ?? null),
]

interface StateRow {
  readonly asOf: number | null
  readonly isExpired: boolean
}

const stateOf = (row: StateRow | undefined): ReadingState => ({
  asOf: row?.asOf ?? undefined,
  isExpired: row?.isExpired ?? false,
})

/** A `where` clause for the departments that a scope may see; empty if it may see all. */
function seenBy(scope: RowScope) {
  const parameters = new Parameters()
  const conditions = rowConditions(scope, "department-names", parameters)
  const where = conditions.length > 0 ? ` where ${conditions.join(" and ")}` : ""
  return { where, values: parameters.values }
}

export function createDepartmentNames({
  pool,
  schema = "dashboard",
}: {
  pool: Pool
  schema?: string
}): DepartmentsTable {
  const name = `${quoteName(schema)}.department_name`
  const reading = `${quoteName(schema)}.department_names_reading`
  const state = `extract(epoch from finished_at)::float8 * 1000 as "asOf", expired as "isExpired"`

  return {
    async read(scope) {
      const { where, values } = seenBy(scope)
      const { rows } = await pool.query<StateRow & { names: Record<string, string> | null }>(
        `select (select json_object_agg(id, name) from ${name}${where}) as names, ${state} from ${reading}`,
        values,
      )
      return { names: rows[0]?.names ?? {}, ...stateOf(rows[0]) }
    },
    async readTree(scope) {
      const { where, values } = seenBy(scope)
      const each = `json_build_object('id', id, 'parentId', parent_id, 'type', type)`
      const { rows } = await pool.query<StateRow & { tree: TreeDepartment[] | null }>(
        `select (select json_agg(${each} order by id) from ${name}${where}) as tree, ${state} from ${reading}`,
        values,
      )
      return { tree: rows[0]?.tree ?? [], ...stateOf(rows[0]) }
    },
    async readDepartments(scope) {
      const { where, values } = seenBy(scope)
      const { rows } = await pool.query<SavedDepartment>(readAll(name, where), values)
      const stated = await pool.query<StateRow>(`select ${state} from ${reading}`)
      return { departments: rows, ...stateOf(stated.rows[0]) }
    },
    async managersAmong(ids) {
      const { rows } = await pool.query<{ id: string }>(
        `select distinct manager_user_id as id from ${name} where manager_user_id = any($1)`,
        [ids],
      )
      return rows.map(({ id }) => id)
    },
    async claim({ everyMs, leaseMs }) {
      const { rows } = await pool.query<{ id: string }>(claimReading(reading), [everyMs, leaseMs])
      return rows[0]?.id
    },
    async put(id, departments) {
      const values = [id, ...columnsOf(departments)]
      const { rowCount } = await pool.query(putDepartments(name, reading), values)
      return rowCount === departments.length
    },
    async finish(id) {
      await poolSession(pool).transaction(async (transaction) => {
        await transaction.query(finishReading(name, reading), [id])
        await liftStatementTimeout(transaction)
        await placePeople(transaction, schema)
      })
    },
    async rename(department) {
      await pool.query(putOne(name), columnsOf([department]))
    },
    async expire() {
      await pool.query(`update ${reading} set expired = true`)
    },
  }
}
