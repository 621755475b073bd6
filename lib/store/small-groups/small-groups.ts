import type { Pool } from "pg"
import {
  type Catalogue,
  type DepartmentPlaces,
  listOperations,
  type Measure,
  type SeriesGroup,
  type TreeDepartment,
} from "@/lib/catalogue"
import type { PointList } from "../series/point-source"
import type { SeriesResult } from "../series/series-read"
import { seriesTables } from "../series/series-tables"
import { poolSession, type Session } from "../session"
import { requireTable, tablesOf } from "../tables"
import { assembleSeries, type Grouped, groupOfBand } from "./assemble-series"
import { bandTables } from "./band-tables"
import { type DepartmentTree, departmentTree } from "./department-tree"
import {
  areHidden,
  type BandSelection,
  readBands,
  readBandsWithin,
  readKeys,
  type ToldBand,
} from "./read-bands"
import { readTreeOfBands, renewBands } from "./renew-bands"

/** What a data set of persons is told by. */
export interface BandRule {
  readonly least: number
  /** The tree as it is now. */
  readonly tree: readonly TreeDepartment[]
  /** True while a copy is under way: then what was told before it is told. */
  readonly mayWait: boolean
}

/** A question whose days, time zone and tree have become edges and ids. */
export interface BandQuestion extends BandSelection {
  readonly measure: Measure
  readonly grouping: "none" | "label" | "department"
  readonly level?: number
  readonly places?: DepartmentPlaces
  readonly top: number
  readonly ranges: readonly (readonly number[])[]
}

/** The first and the last moment that anything is told of, in milliseconds, and the tree that it is told by. */
export interface BandExtent {
  readonly tree: readonly TreeDepartment[]
  readonly first?: number
  readonly last?: number
}

/** Answers about the points of persons, each of them a sum of whole bands (`docs/small-groups.md`). */
export interface SmallGroups {
  /** Whether a data set is known to hold points of persons. */
  isPersonal(dataSetId: string): Promise<boolean>
  /** Remembers that it does. */
  notePersonal(dataSetId: string): Promise<void>
  readExtent(dataSetId: string, rule: BandRule): Promise<BandExtent>
  read(question: BandQuestion, rule: BandRule): Promise<SeriesResult>
  /** What is told of a cell: of a group of the question's, or of all. */
  readCell(
    question: BandQuestion,
    cell: { readonly from: number; readonly to: number; readonly group?: SeriesGroup },
    rule: BandRule,
  ): Promise<ToldBand[]>
}

export interface SmallGroupsOptions {
  readonly pool: Pool
  readonly catalogue: Catalogue
  readonly schema: string
}

const snapshot = "set transaction isolation level repeatable read; set local jit = off"

/** Opens the small groups of a schema that `migrate` and `prepareBands` have made. */
export function createSmallGroups({ pool, catalogue, schema }: SmallGroupsOptions): SmallGroups {
  const session = poolSession(pool)
  const tables = bandTables(schema)
  const operation = listOperations(catalogue).find(({ record }) => record === "dataPoint")
  if (!operation) throw new TypeError("The catalogue has no list of data points.")
  const table = requireTable(tablesOf(catalogue), operation.record)
  const list: PointList = { operation, table, tables: seriesTables(schema) }

  /** Renews what is due, and works on one state of it. */
  async function within<T>(
    dataSetId: string,
    { least, tree: departments, mayWait }: BandRule,
    work: (session: Session, tree: DepartmentTree) => Promise<T>,
  ): Promise<T> {
    const tree = departmentTree(departments)
    await renewBands(pool, schema, { dataSetId, least, tree, mayWait })
    return session.transaction(async (transaction) => {
      await transaction.query(snapshot)
      const formedBy = await readTreeOfBands(transaction, { schema, dataSetId, now: departments })
      return work(transaction, formedBy === departments ? tree : departmentTree(formedBy))
    })
  }

  async function groupedOf(transaction: Session, tree: DepartmentTree, question: BandQuestion) {
    const { grouping, level, places, top } = question
    const keys =
      grouping === "none" ? [] : await readKeys(transaction, tables, list, grouping, question)
    const grouped: Grouped = {
      ...{ grouping, tree, top, keys },
      isHidden: await areHidden(transaction, tables, question.dataSetId),
      ...(level !== undefined && { level }),
      ...(places && { places }),
    }
    return grouped
  }

  async function answer(transaction: Session, tree: DepartmentTree, question: BandQuestion) {
    const { measure, ranges } = question
    const grouped = await groupedOf(transaction, tree, question)
    const wantsMeans = measure === "median" || measure === "p95"
    const bands = await readBands(transaction, tables, list, { ...question, wantsMeans })
    const buckets = ranges.map((edges) => edges.length - 1)
    return { grouped, result: assembleSeries(grouped, bands, { measure, buckets }) }
  }

  async function notePersonal(dataSetId: string): Promise<void> {
    const text = `insert into ${tables.personal} values ($1) on conflict do nothing`
    await session.query(text, [dataSetId])
  }

  return {
    async isPersonal(dataSetId) {
      const [row] = await session.query<{ known: boolean; found: boolean }>(
        `select exists (select from ${tables.personal} where id = $1) as known,
           exists (select from ${tables.points}
             where in_data_set_id = $1 and user_id is not null) as found`,
        [dataSetId],
      )
      const isPersonal = row?.known === true || row?.found === true
      if (row?.found && !row.known) await notePersonal(dataSetId)
      // Nothing is formed of it, and what is not formed is never due.
      if (!isPersonal)
        await session.query(`delete from ${tables.due} where in_data_set_id = $1`, [dataSetId])
      return isPersonal
    },
    notePersonal,
    readExtent: (dataSetId, rule) =>
      within(dataSetId, rule, async (transaction, { departments: tree }) => {
        const ms = (moment: string) => `floor(extract(epoch from ${moment}) * 1000)::float8`
        const [row] = await transaction.query<{ first: number | null; last: number | null }>(
          `select ${ms("min(since)")} as first, ${ms("max(until) - interval '1 microsecond'")} as last
           from ${tables.band} where in_data_set_id = $1`,
          [dataSetId],
        )
        const { first = null, last = null } = row ?? {}
        return first === null || last === null ? { tree } : { tree, first, last }
      }),
    read: (question, rule) =>
      within(question.dataSetId, rule, async (transaction, tree) => {
        const { result } = await answer(transaction, tree, question)
        return { ...result, computedFrom: "rollup" }
      }),
    readCell: (question, { from, to, group }, rule) =>
      within(question.dataSetId, rule, async (transaction, tree) => {
        const bands = await readBandsWithin(transaction, tables, list, { ...question, from, to })
        if (!group || group.kind === "all") return bands
        const { grouped, result } = await answer(transaction, tree, question)
        const wanted = result.groups.findIndex((each) =>
          group.kind === "other" || each.kind === "other" || each.kind === "all"
            ? each.kind === group.kind
            : each.kind === group.kind && each.key === group.key,
        )
        const isWanted = (band: ToldBand) => {
          const member =
            question.grouping === "label"
              ? { key: band.label, scope: band.labels }
              : { key: band.departmentId, scope: band.departments }
          return wanted >= 0 && groupOfBand(grouped, result.groups, member) === wanted
        }
        return bands.filter(isWanted)
      }),
  }
}
