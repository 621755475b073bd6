import { useQueries } from "@tanstack/react-query"
import { useTimeZone } from "use-intl"
import type { ListOperation, Measure, RangeSeries, SeriesAnswer } from "@/lib/catalogue"
import {
  changeOf,
  copiedFigures,
  type FiguresQuery,
  findCopy,
  type MonthFigures,
  manySeriesOptions,
  monthFigures,
  pointsOf,
  type SyncStatus,
  type TargetDelta,
} from "@/lib/client"
import type { NamedDataSet } from "./listed-copy"

export interface MeasuredDataSet extends NamedDataSet {
  readonly measure: Measure
  readonly hasTargets: boolean
}

/** A data set's row in the table; `undefined` figures are loading. */
export interface FiguresRow {
  readonly dataSet: MeasuredDataSet
  readonly figures: MonthFigures | undefined
  /** The end of its data, in milliseconds since 1970; null without data. */
  readonly until: number | null
  readonly course: RangeSeries | undefined
  /** If it is not copied yet: the copied share. */
  readonly copied?: number
}

/** The distance of a value to its target, as a share of the target. */
export const distanceTo = (target: TargetDelta | undefined): number | undefined =>
  target && changeOf({ value: target.value, before: target.target })

const keys = {
  name: () => null,
  value: ({ figures }: FiguresRow) => figures?.value ?? null,
  change: ({ figures }: FiguresRow) => figures?.change && changeOf(figures.change),
  yearChange: ({ figures }: FiguresRow) => figures?.yearChange && changeOf(figures.yearChange),
  target: ({ figures }: FiguresRow) => distanceTo(figures?.target),
  dataTo: ({ until }: FiguresRow) => until,
} as const satisfies Record<string, (row: FiguresRow) => number | null | undefined>

export type FiguresColumn = keyof typeof keys

export interface FiguresSort {
  readonly column: FiguresColumn
  readonly isDescending: boolean
}

/** Sorts rows by a column. Rows without a figure come last in either direction, by name. */
export function sortFigures(
  rows: readonly FiguresRow[],
  { column, isDescending }: FiguresSort,
  locale: string,
): FiguresRow[] {
  const sign = isDescending ? -1 : 1
  const byName = (one: FiguresRow, other: FiguresRow) =>
    one.dataSet.name.localeCompare(other.dataSet.name, locale)
  return rows.toSorted((one, other) => {
    if (column === "name") return sign * byName(one, other)
    const [first, second] = [keys[column](one) ?? null, keys[column](other) ?? null]
    if (first === null || second === null)
      return Number(first === null) - Number(second === null) || byName(one, other)
    return sign * (first - second) || byName(one, other)
  })
}

function useAnswers(
  operation: ListOperation,
  queries: readonly FiguresQuery[],
): ReadonlyMap<string, SeriesAnswer> {
  const found = useQueries({
    queries: queries.map(({ dataSets, query, version }) =>
      manySeriesOptions(operation, dataSets, query, version),
    ),
  })
  return new Map(
    found.flatMap(({ data = [] }) =>
      data.flatMap((each) => ("answer" in each ? [[each.dataSetId, each.answer] as const] : [])),
    ),
  )
}

/** The data sets that are not copied yet and have no figures. */
const uncopied = (
  all: readonly MeasuredDataSet[],
  copied: readonly FiguresRow[],
  copies: readonly SyncStatus[],
): FiguresRow[] =>
  all
    .filter(({ id }) => copied.every(({ dataSet }) => dataSet.id !== id))
    .map((dataSet) => ({
      dataSet,
      figures: undefined,
      until: null,
      course: undefined,
      copied: findCopy(copies, pointsOf(dataSet.id))?.run?.share ?? 0,
    }))

/** The figures of the data sets in their order, copied ones first. */
export function useFigures(
  operation: ListOperation,
  all: readonly MeasuredDataSet[],
  copies: readonly SyncStatus[],
): readonly FiguresRow[] {
  const zone = useTimeZone() ?? "UTC"
  const copied = copiedFigures(all, copies, zone, Date.now())
  const months = useAnswers(operation, copied.months)
  const courses = useAnswers(operation, copied.courses)
  const rows = copied.dataSets.map((dataSet): FiguresRow => {
    const [answer, course] = [months.get(dataSet.id), courses.get(dataSet.id)]
    return {
      dataSet,
      figures: answer && monthFigures(answer),
      until: answer?.dataEnd.until ?? null,
      course: course?.ranges[0],
    }
  })
  return [...rows, ...uncopied(all, rows, copies)]
}

/** Rows that need attention: below target first, the farthest first, then the largest changes. */
export function pressingFigures(rows: readonly FiguresRow[]): FiguresRow[] {
  const below = (row: FiguresRow) => {
    const distance = keys.target(row) ?? 0
    return Math.min(0, row.figures?.direction === "lower" ? -distance : distance)
  }
  const change = (row: FiguresRow) => Math.abs(keys.change(row) ?? 0)
  return rows.toSorted((one, other) => below(one) - below(other) || change(other) - change(one))
}
