import "server-only"
import {
  type DividedChange,
  dividedMeasures,
  type Filter,
  type GroupChange,
  isDivided,
  type SeriesChanges,
  type SeriesLine,
  type SeriesQuery,
} from "../../catalogue"
import type { SeriesRead, SeriesResult } from "../../records"
import { BffError } from "../http/problem"
import {
  type DataSetRead,
  isOvertaken,
  type Prepared,
  prepareSeries,
  readResult,
  type SeriesParts,
} from "./prepare-series"

const groupings = ["department", "label"] as const
/**
 * Above the number of groups in any data set, so that no group is merged into "other" before its
 * change is known.
 */
const everyGroup = 1_000_000

const refuse = (parameter: string, what: string) =>
  new BffError("invalid_query", { errors: [{ parameter, message: `${parameter} ${what}.` }] })

function requireChangeQuery({ measure, ranges, grouping, pattern }: SeriesQuery) {
  if (!isDivided(measure))
    throw refuse("measure", `must be one of ${dividedMeasures.join(", ")}, of which parts add up`)
  if (ranges.length !== 2) throw refuse("range", "must be given twice")
  if (grouping !== "none") throw refuse("group", "cannot be given: the change is divided by each")
  if (pattern) throw refuse("pattern", "cannot be given")
}

/** A group's sum and number of values on one side; undefined if not all of it may be disclosed. */
interface Side {
  readonly sum: number
  readonly values: number
}
interface GroupSides {
  readonly key: string | null
  readonly now: Side | undefined
  readonly before: Side | undefined
}

/** The disclosable value of a cell, zero if it has no data points. */
function toldOf(line: SeriesLine | undefined): number | undefined {
  const state = line?.states[0] ?? "m"
  if (state === "v") return line?.values[0] ?? 0
  return state === "m" || state === "e" ? 0 : undefined
}

const hasValue: Filter = { property: "dataValue", operator: "ne", value: null }

/** Reads each group's sums in both ranges and, for an average, the number of values behind them. */
async function readSides(
  read: (own: Partial<SeriesRead>) => Promise<SeriesResult>,
  { query, read: asked }: Prepared,
  own: Pick<SeriesRead, "grouping" | "ranges">,
): Promise<GroupSides[]> {
  const isAverage = query.measure === "average"
  const totals = await read({ ...own, measure: isAverage ? "sum" : query.measure })
  const counts = isAverage
    ? await read({ ...own, measure: "count", filters: [...asked.filters, hasValue] })
    : undefined
  const keyOf = (group: SeriesResult["groups"][number]) => ("key" in group ? group.key : null)
  const valuesOf = new Map(
    counts?.groups.map((group, at) => [keyOf(group), counts.ranges.map((lines) => lines[at])]),
  )
  return totals.groups.map((group, at) => {
    const key = keyOf(group)
    const [now, before] = [0, 1].map((range): Side | undefined => {
      const sum = toldOf(totals.ranges[range]?.[at])
      const values = isAverage ? toldOf(valuesOf.get(key)?.[range]) : 0
      return sum === undefined || values === undefined ? undefined : { sum, values }
    })
    return { key, now, before }
  })
}

type Total = Required<Pick<GroupSides, "now" | "before">> & { now: Side; before: Side }

/** The average of a side's values, or their sum; null for an average without values. */
const averageOrSum = (isAverage: boolean, { sum, values }: Side): number | null =>
  isAverage ? (values === 0 ? null : sum / values) : sum

/**
 * A group's contribution to the change of the total. For an average, it is how far the group's
 * values pull it away from the previous average: a group at that average contributes nothing,
 * however large it is.
 */
function contributionOf(isAverage: boolean, total: Total, now: Side, before: Side): number {
  if (!isAverage) return now.sum - before.sum
  const mean = total.before.sum / total.before.values
  const pull = ({ sum, values }: Side, all: Side) => (sum - mean * values) / all.values
  return pull(now, total.now) - pull(before, total.before)
}

function divide(
  groups: readonly GroupSides[],
  total: Total,
  { isAverage, isProtected, top }: { isAverage: boolean; isProtected: boolean; top: number },
): Omit<DividedChange, "grouping"> {
  const rows = groups
    .flatMap(({ key, now, before }): GroupChange[] => {
      if (!now || !before) return []
      const contribution = contributionOf(isAverage, total, now, before)
      return [
        {
          key,
          value: averageOrSum(isAverage, now),
          before: averageOrSum(isAverage, before),
          contribution,
        },
      ]
    })
    .toSorted((one, other) => Math.abs(other.contribution) - Math.abs(one.contribution))
  const sumOf = (some: readonly GroupChange[]) =>
    some.reduce((sum, { contribution }) => sum + contribution, 0)
  const [now, before] = [averageOrSum(isAverage, total.now), averageOrSum(isAverage, total.before)]
  const change = (now ?? 0) - (before ?? 0)
  const [shown, rest] = [rows.slice(0, top), rows.slice(top)]
  // Makes the disclosed contributions add up to the change, even if the reads were at different
  // times.
  const contribution = isProtected ? sumOf(rest) : change - sumOf(shown)
  return {
    rows: shown,
    rest: { members: rest.length, contribution },
    ...(isProtected && { notShown: change - sumOf(rows) }),
  }
}

/**
 * Returns what changed between the counted days of a question's two ranges, and which departments
 * and labels contributed most; throws `BffError`.
 */
export async function answerChanges(
  parts: SeriesParts,
  dataSet: DataSetRead,
  query: SeriesQuery,
): Promise<SeriesChanges> {
  requireChangeQuery(query)
  const prepared = await prepareSeries(parts, dataSet, query)
  const { measure, top } = query
  const isAverage = measure === "average"
  const least = prepared.minPeople === undefined ? {} : { least: prepared.minPeople }
  const nothing: SeriesChanges = { value: null, before: null, divided: [], ...least }
  const [, pair] = prepared.counted
  if (!pair || (isAverage && prepared.rule)) return nothing
  const ranges = [pair.first.edges, pair.own.edges]
  const read = (own: Partial<SeriesRead>) =>
    readResult(parts, { ...prepared, read: { ...prepared.read, top: everyGroup, ...own } })
  const [whole] = await readSides(read, prepared, { grouping: "none", ranges })
  const sides = []
  for (const grouping of groupings)
    sides.push({ grouping, groups: await readSides(read, prepared, { grouping, ranges }) })
  if (await isOvertaken(parts, prepared)) return answerChanges(parts, dataSet, query)
  const daysOf = ({ from, to }: { from: string; to: string }) => ({ from, to })
  const days = { first: daysOf(pair.first), before: daysOf(pair.own) }
  const { now, before } = whole ?? {}
  if (!now || !before) return { ...nothing, days }
  const told = {
    days,
    value: averageOrSum(isAverage, now),
    before: averageOrSum(isAverage, before),
  }
  if (told.value === null || told.before === null) return { ...told, divided: [], ...least }
  const by = { isAverage, isProtected: prepared.rule !== undefined, top }
  return {
    ...told,
    divided: sides.map(({ grouping, groups }) => ({
      grouping,
      ...divide(groups, { now, before }, by),
    })),
    ...least,
  }
}
