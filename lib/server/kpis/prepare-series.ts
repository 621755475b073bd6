import "server-only"
import type {
  Completeness,
  DataSetGoal,
  RowScope,
  SeriesQuery,
  TreeDepartment,
} from "../../catalogue"
import {
  cellCountOf,
  type GroupQuery,
  type GroupRule,
  type SeriesReader,
  type SeriesResult,
  type SmallGroupsReader,
} from "../../records"
import type { CopiedList, Replica } from "../copies/replica"
import { BffError } from "../http/problem"
import type { DepartmentNamesService } from "../names/departments-service"
import type { GoalsTable } from "./goals-table"
import type { PersonalDataSets } from "./personal-data-sets"
import { type ResolvedSeriesQuery, resolveSeriesQuery } from "./resolve-series-query"
import type { SmallGroupsSetting } from "./small-groups-setting"

export interface SeriesParts {
  /** The operation id of the list of data points. */
  readonly operation: string
  readonly replica: Pick<Replica, "askFor" | "completeness" | "find">
  readonly series: SeriesReader
  readonly smallGroups: SmallGroupsReader
  readonly setting: Pick<SmallGroupsSetting, "read">
  readonly personal: Pick<PersonalDataSets, "holdsPersons">
  readonly goals: Pick<GoalsTable, "find">
  readonly departments: Pick<DepartmentNamesService, "read" | "readTree">
  readonly clock: () => number
}

/** A data set, and whose data points may be disclosed. */
export interface DataSetRead {
  readonly dataSetId: string
  readonly scope: RowScope
}

/**
 * A question ready to compute: from the data points, or from groups by a rule if it is about
 * people.
 */
export interface Prepared extends ResolvedSeriesQuery {
  readonly query: SeriesQuery
  readonly completeness: Completeness
  readonly now: number
  readonly rule?: GroupRule
  /** Whether anything has been copied; if not, existing rows belong to a copy being removed. */
  readonly isCopied: boolean
  /**
   * With a rule, whether anything may be disclosed yet: the copy is complete and the departments
   * have been read.
   */
  readonly isReady: boolean
  /** With a rule, the minimum number of people in a disclosed group. */
  readonly minPeople?: number
  /** Empty if the question does not need it. */
  readonly tree: readonly TreeDepartment[]
  readonly goal?: DataSetGoal
}

/** Throws `small_groups` (403) for a question that would distinguish people. */
export function groupQueryOf({ query, read }: Prepared): GroupQuery {
  const { grouping } = read
  const distinguishes = ({ property }: { property: string }) =>
    property !== "label" && property !== "departmentId" && property !== "timeStamp"
  if (grouping === "user" || read.filters.some(distinguishes))
    throw new BffError("small_groups", {
      detail:
        "This data set holds values of persons. It can be neither grouped by person nor filtered by value or person.",
    })
  return { ...read, grouping, ...(query.level !== undefined && { level: query.level }) }
}

/** Prepares a question: how complete the copy is, the tree, and whether it is about people. */
export async function prepareSeries(
  parts: SeriesParts,
  { dataSetId, scope }: DataSetRead,
  query: SeriesQuery,
): Promise<Prepared> {
  const { replica, series, smallGroups, personal, setting, goals, departments, clock } = parts
  const list: CopiedList = { operation: parts.operation, parameters: { dataSetId } }
  const minPeople = await setting.read()
  const [completeness, isPersonal, goal] = await Promise.all([
    replica.completeness(list),
    minPeople > 1 && personal.holdsPersons(dataSetId),
    goals.find(dataSetId),
  ])
  // Viewing gives the copy priority; the response does not wait for it.
  if (completeness.state !== "complete")
    void replica.askFor(parts.operation, { dataSetId }).catch(() => {})
  const needsTree =
    isPersonal ||
    (goal && goal.targets.length > 0) ||
    query.within !== undefined ||
    query.level !== undefined ||
    query.type !== undefined
  const [departmentTree, status] = await Promise.all([
    // The groups must not depend on who asks.
    needsTree ? departments.readTree("all") : undefined,
    isPersonal ? replica.find(list) : undefined,
  ])
  const now = clock()
  const isWhole = completeness.state === "complete"
  const isCopied = completeness.state !== "none"
  const isReady = isWhole && departmentTree !== undefined
  const tree = departmentTree ?? []
  const { syncedUntil } = completeness
  const knownUntil = isWhole && syncedUntil !== null ? Date.parse(syncedUntil) : now
  const common = { query, completeness, now, isCopied, isReady, tree, ...(goal && { goal }) }
  const about = { dataSetId, scope, now, isWhole, knownUntil }
  if (!isPersonal) {
    const extent = isCopied ? await series.readExtent(dataSetId, scope) : {}
    return { ...common, ...resolveSeriesQuery(query, { ...about, tree, ...extent }) }
  }
  const rule: GroupRule = { minPeople, tree, mayWait: (status?.run ?? null) !== null }
  const extent = isReady ? await smallGroups.readExtent({ dataSetId, scope }, rule) : { minPeople }
  const resolved = resolveSeriesQuery(query, { ...about, tree, ...extent })
  return { ...common, ...resolved, rule, minPeople: extent.minPeople }
}

/**
 * The result without any disclosable group: one line for all, whose states give the reason for each
 * bucket.
 */
export function emptyLines(
  { read }: Prepared,
  state: "m" | "u",
): Pick<SeriesResult, "groups" | "ranges"> {
  const lineOf = (count: number) => ({
    group: 0,
    values: Array<null>(count).fill(null),
    counts: Array<number>(count).fill(0),
    states: state.repeat(count),
  })
  return {
    groups: [{ kind: "all" }],
    ranges: read.ranges.map((_, range) => [lineOf(cellCountOf(read, range))]),
  }
}

/**
 * The result if nothing is copied, or if the copy of a data set about people is incomplete: figures
 * that grow page by page would disclose each page.
 */
const unsyncedResult = (prepared: Prepared): SeriesResult => ({
  ...emptyLines(prepared, "u"),
  withoutValue: 0,
  unplaced: 0,
  computedFrom: "rollup",
})

const statesInOrder = ["none", "partial", "complete"] as const satisfies Completeness["state"][]

/** True if the copy became less complete while it was read. */
export async function isLost(
  { operation, replica }: SeriesParts,
  { read, completeness }: Prepared,
) {
  const after = await replica.completeness({ operation, parameters: { dataSetId: read.dataSetId } })
  return statesInOrder.indexOf(after.state) < statesInOrder.indexOf(completeness.state)
}

/**
 * True if an answer may contain rows that are no longer copied, or data points of people that
 * appeared during computation.
 */
export async function isOvertaken(parts: SeriesParts, prepared: Prepared): Promise<boolean> {
  const { smallGroups, setting } = parts
  const { rule, read } = prepared
  const [lost, personal] = await Promise.all([
    isLost(parts, prepared),
    rule ? undefined : smallGroups.readPersonal(read.dataSetId, "all"),
  ])
  return lost || (personal?.holds === true && (await setting.read()) > 1)
}

/** Computes a question from the data points, or from groups if these are about people. */
export async function readResult(parts: SeriesParts, prepared: Prepared): Promise<SeriesResult> {
  const { rule, read, isCopied, isReady } = prepared
  if (!rule) return isCopied ? parts.series.read(read) : unsyncedResult(prepared)
  const query = groupQueryOf(prepared)
  if (!isReady) return unsyncedResult(prepared)
  return parts.smallGroups.read(query, rule)
}
