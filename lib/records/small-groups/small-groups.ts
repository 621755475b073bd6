import type {
  Catalogue,
  DepartmentsAtLevel,
  Measure,
  SeriesGroup,
  TreeDepartment,
} from "@/lib/catalogue"
import { type DatabaseSession, Parameters, type Pool, poolSession } from "../../db"
import { rowConditions } from "../row-conditions"
import { requirePointList } from "../series/series"
import { cellCountOf, type SeriesResult, type WeekCells } from "../series/series-read"
import { assembleSeries, type Grouped, seriesGroupOf } from "./assemble-series"
import { type DepartmentParents, departmentTree } from "./department-tree"
import {
  areHidden,
  type DisclosedGroup,
  type GroupSelection,
  readAnonymousGroups,
  readGroupsWithin,
  readKeys,
} from "./read-anonymous-groups"
import { raiseMinPeople, renewGroups } from "./renew-groups"
import { smallGroupTables } from "./small-group-tables"

/** The disclosure rule for a data set of persons. */
export interface GroupRule {
  readonly minPeople: number
  /** The current tree. */
  readonly tree: readonly TreeDepartment[]
  /** True while a copy is in progress. Then what was disclosed before it is used. */
  readonly mayWait: boolean
}

/** A question with days, time zone and tree resolved to edges and ids. */
export interface GroupQuery extends Omit<GroupSelection, "minPeople"> {
  readonly measure: Measure
  readonly grouping: "none" | "label" | "department"
  readonly level?: number
  readonly atLevel?: DepartmentsAtLevel
  readonly top: number
  readonly rankedBy?: number
  readonly ranges: readonly (readonly number[])[]
  readonly cycle?: WeekCells
}

/**
 * The first and last disclosed moment, in milliseconds, and the minimum number of people in a
 * group: more than the rule requires if that was lowered and no points have come since.
 */
export interface GroupExtent {
  readonly minPeople: number
  readonly first?: number
  readonly last?: number
}

/** A data set whose groups are read, and the scope of visible rows. */
export type GroupedDataSet = Pick<GroupSelection, "dataSetId" | "scope">

/**
 * Whether a data set is known to hold points of persons. If not, when that was last checked, in
 * milliseconds since 1970.
 */
export interface PersonalState {
  readonly holds: boolean
  readonly checkedAt?: number
}

/** Answers questions about points of persons with sums of whole groups (`docs/small-groups.md`). */
export interface SmallGroupsReader {
  /** Searches all rows, since the result is stored for everybody. So does `resolvePersonal`. */
  readPersonal(dataSetId: string, scope: "all"): Promise<PersonalState>
  /** Records for good that a data set holds points of persons. */
  notePersonal(dataSetId: string): Promise<void>
  /**
   * Records that it held none at a moment, in milliseconds since 1970, unless it is known to have
   * held some.
   */
  noteImpersonal(dataSetId: string, at: number): Promise<void>
  /** Determines it from a complete copy as of a moment, in milliseconds since 1970. */
  resolvePersonal(dataSetId: string, at: number, scope: "all"): Promise<PersonalState>
  readExtent(selection: GroupedDataSet, rule: GroupRule): Promise<GroupExtent>
  read(query: GroupQuery, rule: GroupRule): Promise<SeriesResult>
  /** What is disclosed of a cell, for one of the query's groups or for all. */
  readCell(
    query: GroupQuery,
    cell: { readonly from: number; readonly to: number; readonly group?: SeriesGroup },
    rule: GroupRule,
  ): Promise<DisclosedGroup[]>
}

export interface SmallGroupsOptions {
  readonly pool: Pool
  readonly catalogue: Catalogue
  readonly schema: string
}

/** The rule by which an answer is disclosed. */
interface DisclosedBy {
  readonly tree: DepartmentParents
  readonly minPeople: number
}

const snapshot = "set transaction isolation level repeatable read; set local jit = off"

/** Opens the small groups of a schema created by `migrate` and `migrateTables`. */
export function createSmallGroups({
  pool,
  catalogue,
  schema,
}: SmallGroupsOptions): SmallGroupsReader {
  const session = poolSession(pool)
  const list = requirePointList({ catalogue, schema })
  const { table } = list
  const tables = smallGroupTables(schema)

  /** Renews due groups, and runs the work on one snapshot. */
  async function within<T>(
    dataSetId: string,
    { minPeople, tree: departments, mayWait }: GroupRule,
    work: (session: DatabaseSession, disclosed: DisclosedBy) => Promise<T>,
  ): Promise<T> {
    const tree = departmentTree(departments)
    await renewGroups(pool, { schema, tables }, { dataSetId, minPeople, tree, mayWait })
    const raised = await raiseMinPeople(session, tables, { dataSetId, minPeople })
    return session.transaction(async (transaction) => {
      await transaction.query(snapshot)
      return work(transaction, { tree, minPeople: raised })
    })
  }

  async function groupedOf(
    transaction: DatabaseSession,
    { tree, minPeople }: DisclosedBy,
    query: GroupQuery,
  ) {
    const { grouping, level, atLevel, top } = query
    const requested = { ...query, minPeople }
    const keys =
      grouping === "none" ? [] : await readKeys(transaction, tables, list, grouping, requested)
    const grouped: Grouped = {
      grouping,
      tree,
      top,
      keys,
      isHidden: await areHidden(transaction, tables, list, requested),
      ...(level !== undefined && { level }),
      ...(atLevel && { atLevel }),
    }
    return grouped
  }

  async function answer(transaction: DatabaseSession, disclosed: DisclosedBy, query: GroupQuery) {
    const { measure, ranges, rankedBy } = query
    const grouped = await groupedOf(transaction, disclosed, query)
    const wantsMeans = measure === "median" || measure === "p95"
    const read = { ...query, minPeople: disclosed.minPeople, wantsMeans }
    const anonymousGroups = await readAnonymousGroups(transaction, tables, list, read)
    const buckets = ranges.map((_, range) => cellCountOf(query, range))
    const isCyclic = query.cycle !== undefined
    const cells = { measure, buckets, isCyclic, ...(rankedBy !== undefined && { rankedBy }) }
    return { grouped, result: assembleSeries(grouped, anonymousGroups, cells) }
  }

  async function notePersonal(dataSetId: string, within = session): Promise<void> {
    const text = `insert into ${tables.personal} (id) values ($1)
      on conflict (id) do update set asked_at = null where ${tables.personal}.asked_at is not null`
    await within.query(text, [dataSetId])
  }

  async function noteImpersonal(dataSetId: string, at: number, within = session): Promise<void> {
    const text = `insert into ${tables.personal} (id, asked_at) values ($1, to_timestamp($2::float8 / 1000))
      on conflict (id) do update set asked_at = greatest(${tables.personal}.asked_at, excluded.asked_at)
      where ${tables.personal}.asked_at is not null`
    await within.query(text, [dataSetId, at])
  }

  async function findPerson(dataSetId: string, scope: "all", within: DatabaseSession) {
    const parameters = new Parameters()
    const where = [
      `in_data_set_id = ${parameters.add(dataSetId)}`,
      "user_id is not null",
      ...rowConditions(scope, table, parameters),
    ]
    const text = `select exists (select 1 from ${tables.points} where ${where.join(" and ")}) as found`
    const [row] = await within.query<{ found: boolean }>(text, parameters.values)
    return row?.found === true
  }

  /**
   * Checks the copy if its points have changed since the last check or the data set was never
   * resolved. Uses a separate statement, because points may be on other machines than what is known
   * of them.
   */
  async function readPersonal(
    dataSetId: string,
    scope: "all",
    within = session,
  ): Promise<PersonalState> {
    const [row] = await within.query<{ holds: boolean; asked: number | null; isOpen: boolean }>(
      `select settled.id is not null and asked_at is null as holds,
         floor(extract(epoch from asked_at) * 1000)::float8 as asked,
         settled.id is null or asked_at is not null
           and exists (select 1 from ${tables.due} where in_data_set_id = $1::uuid) as "isOpen"
       from (select $1::uuid as id) as wanted left join ${tables.personal} as settled using (id)`,
      [dataSetId],
    )
    if (row?.holds) return { holds: true }
    if (row?.isOpen && (await findPerson(dataSetId, scope, within))) {
      await notePersonal(dataSetId, within)
      return { holds: true }
    }
    const checkedAt = row?.asked ?? null
    return { holds: false, ...(checkedAt !== null && { checkedAt }) }
  }

  return {
    readPersonal: (dataSetId, scope) => readPersonal(dataSetId, scope),
    notePersonal: (dataSetId) => notePersonal(dataSetId),
    noteImpersonal: (dataSetId, at) => noteImpersonal(dataSetId, at),
    resolvePersonal: (dataSetId, at, scope) =>
      session.transaction(async (transaction) => {
        await transaction.query(snapshot)
        const state = await readPersonal(dataSetId, scope, transaction)
        if (state.holds) return state
        // Groups are formed only for persons, so an entry here would stay due forever.
        await transaction.query(`delete from ${tables.due} where in_data_set_id = $1`, [dataSetId])
        await noteImpersonal(dataSetId, at, transaction)
        return { holds: false, checkedAt: at }
      }),
    readExtent: ({ dataSetId, scope }, rule) =>
      within(dataSetId, rule, async (transaction, { minPeople }) => {
        const parameters = new Parameters()
        const ofDataSet = `in_data_set_id = ${parameters.add(dataSetId)}`
        const where = [ofDataSet, ...rowConditions(scope, "sums", parameters)].join(" and ")
        const ms = (moment: string) => `floor(extract(epoch from ${moment}) * 1000)::float8`
        const [row] = await transaction.query<{ first: number | null; last: number | null }>(
          `select ${ms("min(since)")} as first, ${ms("max(until) - interval '1 microsecond'")} as last
           from ${tables.group} where ${where} and is_told and persons >= ${parameters.add(minPeople)}`,
          parameters.values,
        )
        const { first = null, last = null } = row ?? {}
        return first === null || last === null ? { minPeople } : { minPeople, first, last }
      }),
    read: (query, rule) =>
      within(query.dataSetId, rule, async (transaction, disclosed) => {
        const { result } = await answer(transaction, disclosed, query)
        return { ...result, computedFrom: "rollup" }
      }),
    readCell: (query, { from, to, group }, rule) =>
      within(query.dataSetId, rule, async (transaction, disclosed) => {
        const requested = { ...query, minPeople: disclosed.minPeople, from, to }
        const anonymousGroups = await readGroupsWithin(transaction, tables, list, requested)
        if (!group || group.kind === "all") return anonymousGroups
        const { grouped, result } = await answer(transaction, disclosed, query)
        const wanted = result.groups.findIndex((each) =>
          group.kind === "other" || each.kind === "other" || each.kind === "all"
            ? each.kind === group.kind
            : each.kind === group.kind && each.key === group.key,
        )
        const isWanted = (each: DisclosedGroup) => {
          const member =
            query.grouping === "label"
              ? { key: each.label, scope: each.labels }
              : { key: each.departmentId, scope: each.departments }
          return wanted >= 0 && seriesGroupOf(grouped, result.groups, member) === wanted
        }
        return anonymousGroups.filter(isWanted)
      }),
  }
}
