import type { Measure } from "@/lib/catalogue"
import { Parameters } from "../../db"
import { edgeArray } from "./edge-array"
import {
  combine,
  isPercentile,
  type Percentile,
  type PointList,
  type PointSource,
  pointRowsOf,
  type Rollup,
  selectionConditions,
} from "./point-source"
import { printDue, printRollupState } from "./rollup-state"
import type { QueriedLine, RankedRow } from "./series-lines"
import { cellCountOf, type SeriesRead } from "./series-read"
import { daySlotMs } from "./series-tables"
import { printWeekCell } from "./week-cells"

/**
 * Same, for a rollup. States first whether it can answer: if it is due or divided, everything else
 * is absent.
 */
export interface StatedRow extends RankedRow {
  readonly due: boolean
  readonly divided: boolean
}

/**
 * The one row with the lines of all keys. No row if the rollup is due, no lines if there are too
 * many to rank in the application.
 */
export interface KeyedRow {
  readonly lines: readonly QueriedLine<string | null>[] | null
  readonly tooMany: boolean
}

/**
 * Prints each column of a line separately: converting rows to JSON takes three times as long, and
 * each column as long as the sums of one.
 */
function printLines(measure: Measure, { from, of }: { from: string; of: string }): string {
  const figures = measure === "count" ? "null" : "json_agg(x)"
  const valued = measure === "average" ? "json_agg(v)" : "null"
  return `(select json_agg(line) from (
    select json_build_array(range, ${of}, sum(n - v), json_agg(bucket), json_agg(n), ${figures}, ${valued}) as line
    from ${from} group by range, ${of}) as lines)`
}

/** The point column for each grouping. */
const keyColumns = {
  none: "null::text",
  label: "label",
  department: "department_id",
  user: "user_id",
} as const satisfies Record<SeriesRead["grouping"], string>

/**
 * Prevents the planner from flattening a subquery, so that it expects few groups instead of one per
 * moment and aggregates in memory. A `bigint` literal still allows parallel plans, unlike `offset
 * 0`.
 */
const fence = "offset '0'::bigint"

const figures = ({ points, valued, value }: PointSource) =>
  `${points} as n, ${valued} as v, ${value ?? "null::float8"} as x`

/**
 * The position of the group of a row's key. For a null key it is looked up, because nulls do not
 * join.
 */
const positionColumn = "coalesce(placed.place, (select place from placed where placed.key is null))"

const twoDaysMs = 2 * daySlotMs

/**
 * True if nearly every row of a daily rollup is its own cell, so that grouping into cells gains
 * nothing.
 */
const isFine = ({ days }: Rollup, { ranges, grouping }: SeriesRead) =>
  days &&
  grouping !== "none" &&
  ranges.every((edges) => {
    const [start = 0, end = 0] = [edges[0], edges.at(-1)]
    return end - start < twoDaysMs * (edges.length - 1)
  })

const fewCells = 20_000

/** Limit on the cells of keys: a small constant, or twice as many as an answer can hold. */
const maxKeyedCells = ({ top, buckets }: { top: number; buckets: number }) =>
  Math.max(fewCells, 2 * (top + 1) * buckets)

const percentileShares = { median: 0.5, p95: 0.95 } as const satisfies Record<Percentile, number>

/** A group's size from the figures of its members. */
const sizeOf = {
  count: "sum(points)",
  sum: "sum(figure)",
  average: "sum(figure) / nullif(sum(valued), 0)",
  minimum: "min(figure)",
  maximum: "max(figure)",
} as const satisfies Record<Exclude<Measure, Percentile>, string>

class SeriesQuery {
  readonly parameters = new Parameters()
  private readonly key: string
  private readonly edges: readonly string[]

  constructor(
    private readonly list: PointList,
    private readonly read: SeriesRead,
  ) {
    this.key = keyColumns[read.grouping]
    this.edges = read.ranges.map((edges) => this.parameters.add(edgeArray(edges)))
  }

  print(rollup: Rollup | undefined): string {
    const { measure, grouping } = this.read
    const source = rollup ?? pointRowsOf(this.list, measure)
    const isGrouped = grouping !== "none"
    const hasCells = !isPercentile(measure) && !(rollup && isFine(rollup, this.read))
    const printCell = () => (hasCells ? this.printCells(source) : this.printKeys(source))
    const steps = isGrouped || hasCells ? [`cell as materialized (${printCell()})`] : []
    const answer = isPercentile(measure)
      ? this.printPercentiles(pointRowsOf(this.list, measure), measure)
      : hasCells
        ? this.printCombined(measure)
        : this.printPlaced(source)
    const all = [...steps, ...this.printPositions(), `answer as (${answer})`]
    const lines = printLines(measure, { from: "answer", of: "place" })
    const selected = `select ${lines} as lines, ${this.printGroups()}`
    return rollup ? this.printStated(rollup, all, selected) : `with ${all.join(",\n")} ${selected}`
  }

  /** The lines of all keys, from a rollup that needs no check for divided days. */
  printKeyed(rollup: Rollup): string {
    const { measure, grouping, ranges, top } = this.read
    const cells = this.printCells(rollup)
    const due = printDue(this.list, this.read, this.parameters)
    if (grouping === "none") {
      const lines = printLines(measure, { from: "cell", of: "key" })
      return `with cell as (${cells}) select ${lines} as lines, false as "tooMany" where not ${due}`
    }
    const buckets = ranges.reduce((sum, _, range) => sum + cellCountOf(this.read, range), 0)
    const most = maxKeyedCells({ top, buckets })
    const isMany = `(select count(*) from cell) > ${this.parameters.add(most)}`
    const lines = printLines(measure, { from: `cell where not (${isMany})`, of: "key" })
    return `with cell as materialized (${cells})
      select ${lines} as lines, ${isMany} as "tooMany" where not ${due}`
  }

  /**
   * State and answer in one statement, so that both use one snapshot. The answer is not computed if
   * it may not be disclosed.
   */
  private printStated(rollup: Rollup, steps: readonly string[], selected: string): string {
    const state = printRollupState(this.list, this.read, rollup, this.parameters)
    return `with ${[`state as materialized (${state})`, ...steps].join(",\n")}
      select state.*, told.* from state
        left join lateral (${selected} where not (state.due or state.divided) ${fence}) as told on true`
  }

  private eachRange(print: (range: number) => string): string {
    return this.read.ranges.map((_, range) => print(range)).join("\n union all ")
  }

  /** The selected rows of a range, with their bucket. */
  private printRows(source: PointSource, range: number, columns: readonly string[], join = "") {
    const edges = `${this.edges[range]}::timestamptz[]`
    const { moment, from } = source
    const where = [
      ...selectionConditions(source, this.list, this.read, this.parameters),
      `${moment} >= (${edges})[1]`,
      `${moment} < (${edges})[cardinality(${edges})]`,
    ]
    return `(select ${columns.join(", ")}, ${this.printBucket(moment, range)} as bucket
      from ${from} ${join} where ${where.join(" and ")} ${fence}) as point`
  }

  /** The bucket, or cell of the week, of a moment in a range. 1 is the first. */
  private printBucket(moment: string, range: number): string {
    const interval = `width_bucket(${moment}, ${this.edges[range]}::timestamptz[])`
    const { cycle } = this.read
    if (!cycle) return interval
    const shifts = `${this.parameters.add(cycle.shifts[range] ?? [])}::int8[]`
    return `(${printWeekCell({ moment, shift: `(${shifts})[${interval}]`, unit: cycle.unit })} + 1)`
  }

  /** Figures of each key in each bucket. */
  private printCells(source: PointSource): string {
    const columns = [`${this.key} as key`, ...source.columns]
    return this.eachRange(
      (range) => `select ${range} as range, key, bucket, ${figures(source)}
        from ${this.printRows(source, range, columns)} group by key, bucket`,
    )
  }

  /** Figures of each key in each range. */
  private printKeys(source: PointSource): string {
    const columns = [`${this.key} as key`, ...source.columns]
    return this.eachRange(
      (range) => `select ${range} as range, key, ${figures(source)}
        from ${this.printRows(source, range, columns)} group by key`,
    )
  }

  /** Each member's size by the measure over the ranking range. */
  private printSizes(): string {
    const { measure, rankedBy = 0 } = this.read
    if (!isPercentile(measure))
      return `select member_of, ${sizeOf[measure]} as size from member where known group by member_of`
    const source = pointRowsOf(this.list, measure)
    const rows = this.printRows(source, rankedBy, [`${this.key} as key`, "value"])
    return `select member_of,
        percentile_cont(${percentileShares[measure]}) within group (order by value) as size
      from (select member_of, value
          from ${rows} left join member on member.key = point.key
          where point.key is null or member.known
        union all select member_of, null from member where known) as each
      group by member_of`
  }

  /** The position of each key's group: by size, descending, then all others together. */
  private printPositions(): string[] {
    const { grouping, measure, atLevel, top, rankedBy = 0 } = this.read
    if (grouping === "none") return []
    const ranks = `filter (where range = ${rankedBy})`
    const mapping = atLevel
      ? `left join unnest(${this.parameters.add([...atLevel.keys()])}::uuid[],
           ${this.parameters.add([...atLevel.values()])}::uuid[]) as place (id, top) on id = key`
      : ""
    const hasFigure = !isPercentile(measure) && measure !== "count"
    const figure = hasFigure ? `${combine[measure]("x")} ${ranks}` : "null::float8"
    return [
      `member as (
        select key, ${atLevel ? "top" : "key"} as member_of,
          ${atLevel ? "key is null or id is not null" : "true"} as known, points, valued, figure
        from (select key, coalesce(sum(n) ${ranks}, 0) as points,
            sum(v) ${ranks} as valued, ${figure} as figure
          from cell group by key) as own ${mapping})`,
      `ranked as (
        select member_of,
          row_number() over (order by size desc nulls last, member_of) as rank
        from (${this.printSizes()}) as sized)`,
      `placed as (
        select key, least(coalesce(case when not known then null when member_of is null
            then (select rank from ranked where member_of is null) else rank end, ${top + 1}), ${top + 1})::int4 as place
        from member left join ranked using (member_of))`,
    ]
  }

  /** Merges the cells of keys into cells of positions. */
  private printCombined(measure: Exclude<Measure, Percentile>): string {
    if (this.read.grouping === "none") return "select range, 1 as place, bucket, n, v, x from cell"
    return `select range, ${positionColumn} as place, bucket, sum(n)::int4 as n, sum(v)::int4 as v,
        ${combine[measure]("x")} as x
      from cell left join placed on placed.key = cell.key group by 1, 2, 3`
  }

  /** Rows of a range with the position of their group. */
  private printPlacedRows(source: PointSource, range: number): string {
    const isGrouped = this.read.grouping !== "none"
    const columns = [`${isGrouped ? positionColumn : "1"} as place`, ...source.columns]
    const join = isGrouped ? `left join placed on placed.key = ${this.key}` : ""
    return this.printRows(source, range, columns, join)
  }

  private printPlaced(source: PointSource): string {
    return this.eachRange(
      (range) => `select ${range} as range, place, bucket, ${figures(source)}
        from ${this.printPlacedRows(source, range)} group by place, bucket`,
    )
  }

  /**
   * Collects values per cell in memory and sorts them there, which takes half as long as sorting
   * all points by cell first.
   */
  private printPercentiles(source: PointSource, measure: Percentile): string {
    return this.eachRange(
      (range) => `select ${range} as range, place, bucket, n, v,
        (select percentile_cont(${percentileShares[measure]}) within group (order by one) from unnest(vals) as one) as x
        from (select place, bucket, count(*)::int4 as n, count(value)::int4 as v,
            array_agg(value) filter (where value is not null) as vals
          from ${this.printPlacedRows(source, range)} group by place, bucket) as collected`,
    )
  }

  private printGroups(): string {
    const { grouping, top } = this.read
    if (grouping === "none")
      return 'null as groups, 0 as others, 0 as unplaced, 0 as "unplacedMembers"'
    return `(select json_agg(member_of order by rank) from ranked where rank <= ${top}) as groups,
      (select count(*)::int4 from ranked where rank > ${top}) as others,
      (select count(*)::int4 from member where not known and points > 0) as unplaced,
      (select count(*)::int4 from member where not known) as "unplacedMembers"`
  }
}

interface Printed {
  readonly text: string
  readonly values: unknown[]
}

/** A question as one statement. Uses a rollup if given, except for the values of percentiles. */
export function printSeriesSql(
  list: PointList,
  read: SeriesRead,
  rollup: Rollup | undefined,
): Printed {
  const query = new SeriesQuery(list, read)
  return { text: query.print(rollup), values: query.parameters.values }
}

/** A question to the rollup by label, answered by a `KeyedRow`. */
export function printKeyedSql(list: PointList, read: SeriesRead, rollup: Rollup): Printed {
  const query = new SeriesQuery(list, read)
  return { text: query.printKeyed(rollup), values: query.parameters.values }
}
