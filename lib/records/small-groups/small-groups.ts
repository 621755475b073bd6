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

/** The rule by which a data set of persons is disclosed. */
export interface GroupRule {
  readonly minPeople: number
  /** The tree as it is now. */
  readonly tree: readonly TreeDepartment[]
  /** True while a copy is under way: then what was disclosed before it is disclosed. */
  readonly mayWait: boolean
}

/** A question whose days, time zone and tree have become edges and ids. */
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

/** The first and the last moment of which anything is disclosed, in milliseconds, and how many people a group has at least: more than the rule says where that was lowered and no points have come since. */
export interface GroupExtent {
  readonly minPeople: number
  readonly first?: number
  readonly last?: number
}

/** A data set whose groups are read, and whose rows may be seen. */
export type GroupedDataSet = Pick<GroupSelection, "dataSetId" | "scope">

/** Whether a data set is known to hold points of persons; where it is not, when that was last found out, in milliseconds since 1970. */
export interface PersonalState {
  readonly holds: boolean
  readonly checkedAt?: number
}

/** Answers about the points of persons, each of them a sum of whole groups (`docs/small-groups.md`). */
export interface SmallGroupsReader {
  /** Looked for among everybody's rows, since what is found is remembered for everybody; so it is by `resolvePersonal`. */
  readPersonal(dataSetId: string, scope: "all"): Promise<PersonalState>
  /** Remembers that a data set holds points of persons, for good. */
  notePersonal(dataSetId: string): Promise<void>
  /** Remembers that it did not at a moment, in milliseconds since 1970, unless it is known to have done so. */
  noteImpersonal(dataSetId: string, at: number): Promise<void>
  /** Finds it out of a whole copy as of a moment, in milliseconds since 1970. */
  resolvePersonal(dataSetId: string, at: number, scope: "all"): Promise<PersonalState>
  readExtent(selection: GroupedDataSet, rule: GroupRule): Promise<GroupExtent>
  read(query: GroupQuery, rule: GroupRule): Promise<SeriesResult>
  /** What is disclosed of a cell: of a group of the query's, or of all. */
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

/** Opens the small groups of a schema that `migrate` and `migrateTables` have made. */
export function createSmallGroups({
  pool,
  catalogue,
  schema,
}: SmallGroupsOptions): SmallGroupsReader {
  const session = poolSession(pool)
  const list = requirePointList({ catalogue, schema })
  const { table } = list
  const tables = smallGroupTables(schema)

  /** Renews what is due, and works on one state of it. */
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
   * Looks at the copy where its points have changed since it was last looked at, or nobody has resolved it:
   * in a statement of its own, as points may be on other machines than what is known of them.
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
        // Nothing is formed of it, and what is not formed is never due.
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
