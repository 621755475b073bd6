import type { Pool } from "pg"
import type { TreeDepartment } from "@/lib/catalogue"
import {
  claimReading,
  createTables,
  finishReading,
  putDepartments,
  putOne,
  readAll,
} from "./department-names-sql"
import { quoteName } from "./sql"

/** A department as it is kept; `parentId` is the one above it, null at the top. */
export interface KeptDepartment extends TreeDepartment {
  readonly name: string
  readonly type: string | null
  readonly externalId: string | null
  readonly city: string | null
}

/** A department as it was read; what is absent is empty. */
export type NamedDepartment = Pick<KeptDepartment, "id" | "name"> & Partial<KeptDepartment>

/** All departments in order of their ids, as of the last whole reading in milliseconds since 1970; undefined before the first. */
export interface DepartmentsRead {
  readonly departments: readonly KeptDepartment[]
  readonly asOf: number | undefined
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
  /** Each department and the one above it. */
  readTree(): Promise<TreeDepartment[]>
  /** Each department with all that is kept of it. */
  readDepartments(): Promise<DepartmentsRead>
  /** A reading's id for the one caller who may read the list now. */
  claim(times: ReadingTimes): Promise<string | undefined>
  /** Keeps a page of a reading; false where somebody else has taken over. */
  put(reading: string, departments: readonly NamedDepartment[]): Promise<boolean>
  /** Ends a whole reading: what it has not seen is gone. */
  finish(reading: string): Promise<void>
  /** Keeps a department that was just changed, which a reading under way does not put back. */
  rename(department: NamedDepartment): Promise<void>
  /** Makes the next `claim` succeed, unless a reading is under way. */
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
  async function readAsOf(): Promise<number | undefined> {
    const text = `select extract(epoch from finished_at)::float8 * 1000 as "asOf" from ${reading}`
    return (await pool.query<Pick<ReadRow, "asOf">>(text)).rows[0]?.asOf ?? undefined
  }

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
    async readTree() {
      const text = `select id, parent_id as "parentId" from ${name} order by id`
      return (await pool.query<TreeDepartment>(text)).rows
    },
    async readDepartments() {
      const { rows } = await pool.query<KeptDepartment>(readAll(name))
      return { departments: rows, asOf: await readAsOf() }
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
