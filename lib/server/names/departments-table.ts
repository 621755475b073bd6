import type { RowScope, TreeDepartment } from "@/lib/catalogue"
import { migrateTables, Parameters, type Pool, quoteName } from "../../db"
import { rowConditions } from "../../records"
import { claimReading, finishReading, putDepartments, putOne, readAll } from "./departments-sql"

/** A department as it is kept; `parentId` is the one above it, null at the top. */
export interface KeptDepartment extends TreeDepartment {
  readonly name: string
  readonly type: string | null
  readonly externalId: string | null
  readonly city: string | null
}

/** A department as it was read; what is absent is empty. */
export type NamedDepartment = Pick<KeptDepartment, "id" | "name"> & Partial<KeptDepartment>

/** How old what is kept is. */
export interface ReadingState {
  /** When the last whole reading of the list began, in milliseconds since 1970; undefined before the first. */
  readonly asOf: number | undefined
  /** True where a department may have changed since without being told here. */
  readonly isExpired: boolean
}

/** All departments in order of their ids. */
export interface DepartmentsRead extends ReadingState {
  readonly departments: readonly KeptDepartment[]
}

/** Names by id. */
export interface DepartmentNamesRead extends ReadingState {
  readonly names: Readonly<Record<string, string>>
}

/** When the list may be read again: so long after the last whole reading, and after a reading that stopped. */
export interface ReadingTimes {
  readonly everyMs: number
  readonly leaseMs: number
}

/** The names of all departments, filled by one reader of the list at a time. */
export interface DepartmentNames {
  prepare(): Promise<void>
  read(scope: RowScope): Promise<DepartmentNamesRead>
  /** Each department and the one above it. */
  readTree(scope: RowScope): Promise<TreeDepartment[]>
  /** Each department with all that is kept of it. */
  readDepartments(scope: RowScope): Promise<DepartmentsRead>
  /** A reading's id for the one caller who may read the list now. */
  claim(times: ReadingTimes): Promise<string | undefined>
  /** Keeps a page of a reading; false where somebody else has taken over. */
  put(reading: string, departments: readonly NamedDepartment[]): Promise<boolean>
  /** Ends a whole reading: what it has not seen is gone. */
  finish(reading: string): Promise<void>
  /** Keeps a department that was just changed, which a reading under way does not put back. */
  rename(department: NamedDepartment): Promise<void>
  /** Says that a department may have changed: the next `claim` succeeds, unless a reading is under way. */
  expire(): Promise<void>
}

/** The values of each column, as the statements take them. */
const columnsOf = (departments: readonly NamedDepartment[]) => [
  departments.map(({ id }) => id),
  departments.map(({ name }) => name),
  departments.map(({ parentId }) => parentId ?? null),
  departments.map(({ type }) => type ?? null),
  departments.map(({ externalId }) => externalId ?? null),
  departments.map(({ city }) => city ?? null),
]

interface StateRow {
  readonly asOf: number | null
  readonly isExpired: boolean
}

const stateOf = (row: StateRow | undefined): ReadingState => ({
  asOf: row?.asOf ?? undefined,
  isExpired: row?.isExpired ?? false,
})

/** The departments that a scope may see, as a `where`, where that is not all. */
function seenBy(scope: RowScope) {
  const parameters = new Parameters()
  const conditions = rowConditions(scope, "department-names", parameters)
  const where = conditions.length > 0 ? ` where ${conditions.join(" and ")}` : ""
  return { where, values: parameters.values }
}

/** Keeps names in two tables of the schema; `prepare` makes them where a migration is due. */
export function createDepartmentNames({
  pool,
  schema = "dashboard",
}: {
  pool: Pool
  schema?: string
}): DepartmentNames {
  const name = `${quoteName(schema)}.department_name`
  const reading = `${quoteName(schema)}.department_names_reading`
  const state = `extract(epoch from finished_at)::float8 * 1000 as "asOf", expired as "isExpired"`

  return {
    prepare: () => migrateTables(pool, "dashboard", schema),
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
      const text = `select id, parent_id as "parentId" from ${name}${where} order by id`
      return (await pool.query<TreeDepartment>(text, values)).rows
    },
    async readDepartments(scope) {
      const { where, values } = seenBy(scope)
      const { rows } = await pool.query<KeptDepartment>(readAll(name, where), values)
      const stated = await pool.query<StateRow>(`select ${state} from ${reading}`)
      return { departments: rows, ...stateOf(stated.rows[0]) }
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
      await pool.query(finishReading(name, reading), [id])
    },
    async rename(department) {
      await pool.query(putOne(name), columnsOf([department]))
    },
    async expire() {
      await pool.query(`update ${reading} set expired = true`)
    },
  }
}
