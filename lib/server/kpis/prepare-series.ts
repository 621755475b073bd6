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
  /** The id of the data points' list. */
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

/** A data set, and whose points of it may be disclosed. */
export interface DataSetRead {
  readonly dataSetId: string
  readonly scope: RowScope
}

/** A question ready to be computed: from the points, or from groups by a rule where it speaks of persons. */
export interface Prepared extends ResolvedSeriesQuery {
  readonly query: SeriesQuery
  readonly completeness: Completeness
  readonly now: number
  readonly rule?: GroupRule
  /** Whether anything has been copied yet; rows that are there else belong to a copy that is removed. */
  readonly isCopied: boolean
  /** With a rule, whether anything may be disclosed yet: the copy is whole, and the departments have been read. */
  readonly isReady: boolean
  /** With a rule, how many people a disclosed group has at least. */
  readonly minPeople?: number
  /** Empty where the question needs none. */
  readonly tree: readonly TreeDepartment[]
  readonly goal?: DataSetGoal
}

/** Throws `small_groups` (403) for what would distinguish persons. */
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

/** Finds out what a question is about: how far the copy goes, the tree, and whether it speaks of persons. */
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
  // Who looks does not wait for it.
  if (completeness.state !== "complete")
    void replica.askFor(parts.operation, { dataSetId }).catch(() => {})
  const needsTree =
    isPersonal ||
    (goal && goal.targets.length > 0) ||
    query.within !== undefined ||
    query.level !== undefined ||
    query.type !== undefined
  const [departmentTree, status] = await Promise.all([
    // Which groups are formed must not hang on who asks.
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

/** Where there is no group to disclose: one line of all, so that each bucket says why it has nothing. */
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

/** Where nothing is copied, and of a data set of persons before all of it is: what grows a page at a time would disclose each page. */
const unsyncedResult = (prepared: Prepared): SeriesResult => ({
  ...emptyLines(prepared, "u"),
  withoutValue: 0,
  unplaced: 0,
  computedFrom: "rollup",
})

const statesInOrder = ["none", "partial", "complete"] as const satisfies Completeness["state"][]

/** True where the copy has become less complete while it was read. */
export async function isLost(
  { operation, replica }: SeriesParts,
  { read, completeness }: Prepared,
) {
  const after = await replica.completeness({ operation, parameters: { dataSetId: read.dataSetId } })
  return statesInOrder.indexOf(after.state) < statesInOrder.indexOf(completeness.state)
}

/** True where an answer may hold what is not the copy's any more, or points of persons that have come while it was computed. */
export async function isOvertaken(parts: SeriesParts, prepared: Prepared): Promise<boolean> {
  const { smallGroups, setting } = parts
  const { rule, read } = prepared
  const [lost, personal] = await Promise.all([
    isLost(parts, prepared),
    rule ? undefined : smallGroups.readPersonal(read.dataSetId, "all"),
  ])
  return lost || (personal?.holds === true && (await setting.read()) > 1)
}

/** What a question is answered from the points, or from groups where they are of persons. */
export async function readResult(parts: SeriesParts, prepared: Prepared): Promise<SeriesResult> {
  const { rule, read, isCopied, isReady } = prepared
  if (!rule) return isCopied ? parts.series.read(read) : unsyncedResult(prepared)
  const query = groupQueryOf(prepared)
  if (!isReady) return unsyncedResult(prepared)
  return parts.smallGroups.read(query, rule)
}
