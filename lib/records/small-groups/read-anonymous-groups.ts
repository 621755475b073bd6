import {
  type Comparison,
  type Filter,
  type RowScope,
  requireComparison,
  weekCellSeconds,
} from "@/lib/catalogue"
import { type DatabaseSession, Parameters } from "../../db"
import { printCondition } from "../filter"
import { type RowRelation, rowConditions } from "../row-conditions"
import type { PointList } from "../series/point-source"
import type { WeekCells } from "../series/series-read"
import { timeText } from "../series/time-text"
import { printClockCell, printWeekCell } from "../series/week-cells"
import { propertyColumn } from "../tables"
import type { SmallGroupTables } from "./small-group-tables"

/** A selection of points from a data set of persons. */
export interface GroupSelection {
  readonly dataSetId: string
  readonly scope: RowScope
  /** Groups of fewer people are not disclosed. */
  readonly minPeople: number
  readonly filters: readonly Filter[]
  /** Only points of these departments. */
  readonly departments?: readonly string[]
}

/**
 * Groups disclosed the same way in one range, merged. For groups that are not disclosed, their
 * days.
 */
export interface RequestedGroup {
  readonly range: number
  /** The label or department that it belongs to, or the department that it is below. */
  readonly key: string | null
  readonly scope: "one" | "below" | "several"
  /**
   * Buckets of its start and end, 0 is before the first. For cells of the week where it is not
   * disclosed, numbering continues past the end of the week.
   */
  readonly bucket: number
  readonly lastBucket: number
  /**
   * Whether all its points meet the filters and lie in the bucket. Otherwise some may, in any
   * bucket from `bucket` to `lastBucket`.
   */
  readonly told: boolean
  readonly points: number
  readonly valued: number
  readonly total: number
  readonly lowest: number
  readonly highest: number
  /** Means of the groups and their numbers of values, if requested. */
  readonly means: readonly (readonly [number, number])[] | null
}

/** Two conditions: all points of a group meet a filter, or some may. */
interface Fit {
  readonly fits: string
  readonly touches: string
}

const timeFits = {
  eq: ["false", "(since <= # and until > #)"],
  ne: ["(since > # or until <= #)", "true"],
  gte: ["since >= #", "until > #"],
  gt: ["since > #", "until > #"],
  lt: ["until <= #", "since < #"],
  lte: ["until <= #", "since <= #"],
} as const satisfies Record<Comparison, readonly [string, string]>

function timeFit({ operator, value }: Filter, parameters: Parameters): Fit {
  if (value === null) {
    const fit = `${operator === "ne"}`
    return { fits: fit, touches: fit }
  }
  const moment = `${parameters.add(`${value}`)}::timestamptz`
  const [fits, touches] = timeFits[requireComparison(operator)].map((text) =>
    text.replaceAll("#", moment),
  )
  return { fits: fits ?? "false", touches: touches ?? "true" }
}

function filterFit(filter: Filter, list: PointList, parameters: Parameters): Fit {
  const { property } = filter
  if (property === "timeStamp") return timeFit(filter, parameters)
  const scope = ({ label: "labels", departmentId: "departments" } as const)[property]
  if (!scope) throw new TypeError(`Points of persons cannot be told apart by "${property}".`)
  const column = propertyColumn(list.table, list.operation, property)
  const condition = printCondition(column, filter, parameters)
  return {
    fits: `(${scope} = 'one' and ${condition})`,
    touches: `(${scope} <> 'one' or ${condition})`,
  }
}

function fitsOf({ filters, departments }: GroupSelection, list: PointList, parameters: Parameters) {
  const all = filters.map((filter) => filterFit(filter, list, parameters))
  if (departments) {
    const isIn = `coalesce(department_id = any(${parameters.add(departments)}::uuid[]), false)`
    all.push({
      fits: `(departments <> 'several' and ${isIn})`,
      touches: `(departments <> 'one' or ${isIn})`,
    })
  }
  const join = (conditions: string[]) => ["true", ...conditions].join(" and ")
  return {
    fits: join(all.map(({ fits }) => fits)),
    touches: join(all.map(({ touches }) => touches)),
  }
}

/**
 * The condition for a data set's groups, which are sums over several people's points, or for its
 * points.
 */
const ofDataSet = (
  { dataSetId, scope }: GroupSelection,
  parameters: Parameters,
  source: RowRelation = "sums",
) =>
  [
    `in_data_set_id = ${parameters.add(dataSetId)}::uuid`,
    ...rowConditions(scope, source, parameters),
  ].join(" and ")

const keys = {
  none: ["null::text", "'one'"],
  label: ["label", "labels"],
  department: ["department_id::text", "departments"],
} as const

export interface GroupsRead extends GroupSelection {
  readonly grouping: keyof typeof keys
  /** Bucket edges, in milliseconds. */
  readonly ranges: readonly (readonly number[])[]
  readonly cycle?: WeekCells
  readonly wantsMeans: boolean
}

/**
 * How groups map to the cells of a range: whether one can be disclosed, the cell of a moment of a
 * group or of a part of its days, and these parts.
 */
interface CellSql {
  readonly isTold: string
  readonly cellOf: (moment: string) => string
  readonly cellOfPart: (moment: string) => string
  readonly parts: string
  readonly isWithin: string
}

function bucketCells(edges: string, buckets: number): CellSql {
  const cellOf = (moment: string) => `width_bucket(${moment}, ${edges})`
  const dayBounds = "greatest(since, day), least(until, day + interval '1 day')"
  return {
    isTold: `bucket = "lastBucket" and bucket between 1 and ${buckets}`,
    cellOf,
    cellOfPart: cellOf,
    parts: `cross join lateral (select ${dayBounds}) as bound (start, "end")`,
    isWithin: "",
  }
}

/**
 * Cells of the week. A group is disclosed in a cell if it lies in one hour without a clock change.
 * Its days are split at clock changes.
 */
function weekCells(
  { unit, shifts: all }: WeekCells,
  range: number,
  { edges, parameters }: { readonly edges: string; readonly parameters: Parameters },
): CellSql {
  const shifts = `${parameters.add(all[range] ?? [])}::int8[]`
  const interval = (moment: string) => `width_bucket(${moment}, ${edges})`
  const cellOf = (moment: string) =>
    `(${printWeekCell({ moment, shift: `(${shifts})[${interval(moment)}]`, unit })} + 1)`
  const lastMoment = "(until - interval '1 microsecond')"
  const sameHour = `until - since <= interval '${weekCellSeconds(unit)} seconds'`
  return {
    isTold: `coalesce(bucket = "lastBucket" and ${sameHour} and ${interval("since")} = ${interval(lastMoment)}, false)`,
    cellOf,
    cellOfPart: (moment) => `(${printClockCell({ moment, shift: "shift", unit })} + 1)`,
    parts: `cross join unnest((${edges})[:cardinality(${edges}) - 1], (${edges})[2:], ${shifts}) as clocks (low, high, shift)
        cross join lateral (select greatest(since, day, low), least(until, day + interval '1 day', high)) as bound (start, "end")`,
    isWithin: ' and start < "end"',
  }
}

/** Reads the groups that touch the ranges, merged if they are disclosed the same way. */
export async function readAnonymousGroups(
  session: DatabaseSession,
  tables: SmallGroupTables,
  list: PointList,
  read: GroupsRead,
): Promise<RequestedGroup[]> {
  const parameters = new Parameters()
  const ofGroups = ofDataSet(read, parameters)
  const minPeople = `${parameters.add(read.minPeople)}::int4`
  const { fits, touches } = fitsOf(read, list, parameters)
  const [key, scope] = keys[read.grouping]
  const means = read.wantsMeans
    ? "jsonb_agg(jsonb_build_array(total / valued, valued))"
    : "null::jsonb"
  const ofRange = (edges: readonly number[], range: number) => {
    const all = `${parameters.add(edges.map(timeText))}::timestamptz[]`
    const lastOf = (end: string) => `${end} - interval '1 microsecond'`
    const { isTold, cellOf, ...untold } = read.cycle
      ? weekCells(read.cycle, range, { edges: all, parameters })
      : bucketCells(all, edges.length - 1)
    return `(with band as materialized (
        select *, fits and persons >= ${minPeople} and ${isTold} as told
        from (select ${key} as key, ${scope} as scope, persons, points, valued, total, since, until, days,
            coalesce(${fits}, false) as fits, ${cellOf("since")} as bucket, ${cellOf(lastOf("until"))} as "lastBucket"
          from ${tables.group} where ${ofGroups} and is_told
            and since < (${all})[cardinality(${all})] and until > (${all})[1] and ${touches}) as near)
      select ${range} as range, key, scope, bucket, "lastBucket", true as told,
        sum(points)::int4 as points, sum(valued)::int4 as valued, sum(total) as total,
        min(total / valued) as lowest, max(total / valued) as highest, ${means} as means
      from band where told group by key, scope, bucket
      , "lastBucket"
      union all
      select distinct ${range}, key, scope, ${untold.cellOfPart("start")}, ${untold.cellOfPart(lastOf('"end"'))}, false, 0, 0, 0::float8, 0::float8, 0::float8, null::jsonb
      from band cross join lateral unnest(string_to_array(days, ',')) as own (text)
        cross join lateral (select own.text::timestamp at time zone 'UTC' as day) as its
        ${untold.parts}
      where not told${untold.isWithin})`
  }
  const text = read.ranges.map(ofRange).join(" union all ")
  return session.query<RequestedGroup & { [column: string]: unknown }>(text, parameters.values)
}

/** One group in the rows behind a cell. */
export interface DisclosedGroup {
  readonly label: string | null
  readonly labels: "one" | "several"
  readonly departmentId: string | null
  readonly departments: "one" | "below" | "several"
  readonly since: number
  readonly until: number
  readonly points: number
  readonly valued: number
  readonly mean: number
}

/** The groups whose points all lie in a time interval, lowest mean first. */
export async function readGroupsWithin(
  session: DatabaseSession,
  tables: SmallGroupTables,
  list: PointList,
  { from, to, ...selection }: GroupSelection & { readonly from: number; readonly to: number },
): Promise<DisclosedGroup[]> {
  const parameters = new Parameters()
  const ofGroups = ofDataSet(selection, parameters)
  const { fits } = fitsOf(selection, list, parameters)
  const ms = (column: string) => `floor(extract(epoch from ${column}) * 1000)::float8`
  return session.query<DisclosedGroup & { [column: string]: unknown }>(
    `select label, labels, department_id as "departmentId", departments,
       ${ms("since")} as since, ${ms("until")} as until, points, valued, total / valued as mean
     from ${tables.group} where ${ofGroups}
       and is_told and persons >= ${parameters.add(selection.minPeople)} and since >= ${parameters.add(timeText(from))}::timestamptz
       and until <= ${parameters.add(timeText(to))}::timestamptz and ${fits}
     order by mean, band`,
    parameters.values,
  )
}

/** Whether there are points of which nothing is disclosed. */
export async function areHidden(
  session: DatabaseSession,
  { points, group }: SmallGroupTables,
  { table }: PointList,
  selection: GroupSelection,
): Promise<boolean> {
  const parameters = new Parameters()
  const ofPoints = ofDataSet(selection, parameters, table)
  const ofGroups = ofDataSet(selection, parameters)
  const [row] = await session.query<{ hidden: boolean }>(
    `select exists (select 1 from ${points} where ${ofPoints} and time_stamp is not null)
       and not exists (select 1 from ${group}
         where ${ofGroups} and is_told and persons >= ${parameters.add(selection.minPeople)}) as hidden`,
    parameters.values,
  )
  return row?.hidden === true
}

/** The labels and departments of a data set's points that meet the filters on them. */
export async function readKeys(
  session: DatabaseSession,
  { state }: SmallGroupTables,
  list: PointList,
  grouping: "label" | "department",
  selection: GroupSelection,
): Promise<(string | null)[]> {
  const { filters, departments } = selection
  const parameters = new Parameters()
  const ofKeys = ofDataSet(selection, parameters)
  const [property, array, column] =
    grouping === "label"
      ? (["label", "labels", "label"] as const)
      : (["departmentId", "departments", "department_id"] as const)
  const conditions = filters
    .filter((filter) => filter.property === property)
    .map((filter) =>
      printCondition(propertyColumn(list.table, list.operation, property), filter, parameters),
    )
  if (departments && grouping === "department")
    conditions.push(`department_id = any(${parameters.add(departments)}::uuid[])`)
  const rows = await session.query<{ key: string | null }>(
    `select ${column}::text as key from ${state} as stated
       cross join lateral unnest(stated.${array}) as own (${column})
     where ${ofKeys}${conditions.map((each) => ` and (${each})`).join("")}`,
    parameters.values,
  )
  return rows.map(({ key }) => key)
}
