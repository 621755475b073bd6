import { bucketEdges, type DayRange } from "@/lib/catalogue"
import type { SeriesRead } from "@/lib/records"
import { storeId } from "./load-points"

/**
 * A query, and the statement that an expert on the tables would write for only this query. Its rows
 * are key, at (the bucket's first moment in milliseconds), n and x.
 */
export interface SeriesKind {
  readonly name: string
  readonly from: "rollup" | "rows"
  readonly read: SeriesRead
  readonly sql: string
}

export const dataSetId = storeId(999_999)
export const schema = "replica"
const zone = "Europe/Copenhagen"
/** Data sets of every size have reports on each of these days. */
const days: DayRange = { from: "2024-01-08", to: "2024-12-29" }
const month: DayRange = { from: "2024-10-10", to: "2024-11-08" }
const second: DayRange = { from: "2024-07-08", to: "2024-12-29" }
const first: DayRange = { from: "2024-01-15", to: "2024-07-07" }

const stores = Array.from({ length: 200 }, (_, index) => storeId(index + 1))
const regionOf = (index: number) => storeId(1001 + (index % 10))
const regions = new Map(stores.map((id, index) => [id, regionOf(index)]))

const plain = { dataSetId, scope: "all", top: 10, filters: [] } as const
const buckets = (range: DayRange, bucket: Parameters<typeof bucketEdges>[1]) =>
  bucketEdges(range, bucket, zone)

/** The condition for a data set's rows between two of its days, both included. */
function within(moment: string, { from, to }: DayRange): string {
  const start = (day: string) => `timestamp '${day}' at time zone '${zone}'`
  return `in_data_set_id = '${dataSetId}' and ${moment} >= ${start(from)} and ${moment} < (timestamp '${to}' + interval '1 day') at time zone '${zone}'`
}

/**
 * The local time of the zone as if it were UTC: adding the year's two offsets costs half as much as
 * `at time zone`.
 */
const local = (moment: string) =>
  `${moment} + case when ${moment} >= '2024-03-31T01:00Z' and ${moment} < '2024-10-27T01:00Z' then interval '2 hours' else interval '1 hour' end`
const firstDays = {
  day: (moment: string) => `date_bin('1 day', ${local(moment)}, '2024-01-01Z')`,
  week: (moment: string) => `date_bin('7 days', ${local(moment)}, '2024-01-01Z')`,
  month: (moment: string) =>
    `greatest(date_trunc('month', ${local(moment)}, 'UTC'), '${days.from}Z'::timestamptz)`,
} as const
const trunc = (size: keyof typeof firstDays, moment: string) => firstDays[size](moment)
const millis = (at: string) =>
  `extract(epoch from ${at} at time zone 'UTC' at time zone '${zone}') * 1000`
const byLabel = `${schema}.point_rollup_by_label`
const byDepartment = `${schema}.point_rollup_by_department`
const points = `${schema}.data_point`
/**
 * Keeps the planner from expecting one group for each moment, which makes the statements over
 * points fast.
 */
const fence = "offset 0::bigint"

const topTen = (cells: string) => `
  with cell as materialized (${cells}),
  top as (select key from cell group by key order by sum(n) desc, key limit 10)
  select coalesce(top.key::text, 'other') as key, at, sum(n) as n, sum(x) as x
  from (select cell.key, ${millis("at")} as at, n, x from cell) as cell left join top using (key) group by 1, 2`

const ofRollups: readonly SeriesKind[] = [
  {
    name: "sum by day",
    from: "rollup",
    read: { ...plain, measure: "sum", grouping: "none", ranges: [buckets(days, "day")] },
    sql: `select 'all' as key, ${millis("at")} as at, n, x from (
      select ${trunc("day", "moment")} as at, sum(points) as n, sum(total) as x
      from ${byLabel} where ${within("moment", days)} group by 1) as cell`,
  },
  {
    name: "average by hour and label, 30 days",
    from: "rollup",
    read: { ...plain, measure: "average", grouping: "label", ranges: [buckets(month, "hour")] },
    sql: `select key, extract(epoch from at) * 1000 as at, n, x from (
      select label as key, date_bin('1 hour', moment, '2024-01-01Z') as at, sum(points) as n,
        sum(total) / sum(valued) as x
      from ${byLabel} where ${within("moment", month)} group by 1, 2) as cell`,
  },
  {
    name: "maximum by day and label",
    from: "rollup",
    read: { ...plain, measure: "maximum", grouping: "label", ranges: [buckets(days, "day")] },
    sql: `select key, ${millis("at")} as at, n, x from (
      select label as key, ${trunc("day", "moment")} as at, sum(points) as n, max(highest) as x
      from ${byLabel} where ${within("moment", days)} group by 1, 2) as cell`,
  },
  {
    name: "sum by week and region, beside the half-year before",
    from: "rollup",
    read: {
      ...plain,
      measure: "sum",
      grouping: "department",
      atLevel: regions,
      ranges: [buckets(second, "week"), buckets(first, "week")],
    },
    sql: `select key, ${millis("at")} as at, n, x from (
      select region as key, ${trunc("week", "moment")} as at, sum(points) as n, sum(total) as x
      from ${byDepartment} join unnest('{${stores.join(",")}}'::uuid[],
        '{${stores.map((_, index) => regionOf(index)).join(",")}}'::uuid[]) as place (store, region) on store = department_id
      where ${within("moment", { from: first.from, to: second.to })} group by 1, 2) as cell`,
  },
  {
    name: "count by month and store, the first ten",
    from: "rollup",
    read: { ...plain, measure: "count", grouping: "department", ranges: [buckets(days, "month")] },
    sql: topTen(`select department_id as key, ${trunc("month", "moment")} as at,
      sum(points) as n, sum(points) as x from ${byDepartment} where ${within("moment", days)} group by 1, 2`),
  },
]

const ofRows: readonly SeriesKind[] = [
  {
    name: "sum by day and label, values above 500",
    from: "rows",
    read: {
      ...plain,
      measure: "sum",
      grouping: "label",
      ranges: [buckets(days, "day")],
      filters: [{ property: "dataValue", operator: "gt", value: 500 }],
    },
    sql: `select key, ${millis("at")} as at, n, x from (
      select label as key, at, count(*) as n, sum(value) as x from (
        select label, value, ${trunc("day", "time_stamp")} as at from ${points}
        where ${within("time_stamp", days)} and value > 500 ${fence}) as point group by 1, 2) as cell`,
  },
  {
    name: "sum by week and store of one label, the first ten",
    from: "rows",
    read: {
      ...plain,
      measure: "sum",
      grouping: "department",
      ranges: [buckets(days, "week")],
      filters: [{ property: "label", operator: "eq", value: "Label 2" }],
    },
    sql: topTen(`select key, at, count(*) as n, sum(value) as x from (
      select department_id as key, value, ${trunc("week", "time_stamp")} as at from ${points}
      where ${within("time_stamp", days)} and label = 'Label 2' ${fence}) as point group by 1, 2`),
  },
  {
    name: "median by week",
    from: "rows",
    read: { ...plain, measure: "median", grouping: "none", ranges: [buckets(days, "week")] },
    sql: `select 'all' as key, ${millis("at")} as at, n, x from (
      select ${trunc("week", "time_stamp")} as at, count(*) as n,
        percentile_cont(0.5) within group (order by value) as x
      from ${points} where ${within("time_stamp", days)} group by 1) as cell`,
  },
  {
    name: "95th percentile by month and label",
    from: "rows",
    read: { ...plain, measure: "p95", grouping: "label", ranges: [buckets(days, "month")] },
    sql: `select key, ${millis("at")} as at, n, x from (
      select label as key, ${trunc("month", "time_stamp")} as at, count(*) as n,
        percentile_cont(0.95) within group (order by value) as x
      from ${points} where ${within("time_stamp", days)} group by 1, 2) as cell`,
  },
]

/**
 * Every kind of query: from a rollup and from the points, with and without groups, and percentiles.
 */
export const seriesKinds: readonly SeriesKind[] = [...ofRollups, ...ofRows]
