import {
  type CountedDays,
  type DaysFigure,
  dayCount,
  type FigureToDate,
  type RangeSeries,
} from "../../catalogue"
import type { SeriesRead, SeriesResult } from "../../records"
import type { Unsynced } from "./mark-unknown"
import type { ResolvedSeriesQuery } from "./resolve-series-query"

type Counted = Pick<ResolvedSeriesQuery, "counted" | "read">

/** The distinct intervals of days that need a figure, the first range's first. */
function intervalsOf({ counted: [first, ...compared] }: Pick<Counted, "counted">) {
  if (!first) return []
  const all = [first, ...compared.flatMap((each) => (each ? [each.own, each.first] : []))]
  return [...new Map(all.map(({ edges }) => [edges.join(), edges])).values()]
}

/**
 * Adds each interval of counted days to the question as a range with one bucket, so that all
 * figures are of the same time, disclosed by the same rules, and ranked by the displayed figures.
 */
export function readToDate({ counted, read }: Counted): SeriesRead {
  const intervals = intervalsOf({ counted })
  return {
    ...read,
    ranges: [...read.ranges, ...intervals],
    ...(intervals.length > 0 && { rankedBy: read.ranges.length }),
  }
}

/** The figures to date of a range, for all data points or each group. */
type ToDate = Pick<RangeSeries, "toDate" | "groupsToDate">

/**
 * The figures of the counted days for each range, from the answer to `readToDate`; empty for days
 * that may lack data points because they have not been copied.
 */
export function figuresToDate(
  { counted, read }: Counted,
  { groups, ranges }: Pick<SeriesResult, "groups" | "ranges">,
  { overlaps }: Unsynced,
): readonly ToDate[] {
  const found = new Map(
    intervalsOf({ counted }).map((edges, at) => [edges.join(), ranges[read.ranges.length + at]]),
  )
  function figureOf(days: CountedDays | undefined, group: number): DaysFigure | undefined {
    const line = days && found.get(days.edges.join())?.[group]
    if (!days || !line) return undefined
    const isUnknown = overlaps(...days.edges)
    return {
      from: days.from,
      to: days.to,
      days: dayCount(days),
      edges: days.edges,
      value: isUnknown ? null : (line.values[0] ?? null),
      count: isUnknown ? null : (line.counts[0] ?? null),
      state: isUnknown ? "u" : line.states,
    }
  }
  const [own, ...compared] = counted
  const figuresOf = [
    (group: number) => figureOf(own, group),
    ...compared.map((each) => (group: number): FigureToDate | undefined => {
      const [figure, first] = [figureOf(each?.own, group), figureOf(each?.first, group)]
      return figure && first && { ...figure, first }
    }),
  ]
  return figuresOf.map((of): ToDate => {
    if (read.grouping === "none") {
      const toDate = of(0)
      return toDate ? { toDate } : {}
    }
    const groupsToDate = groups.flatMap((_, group) => of(group) ?? [])
    return groupsToDate.length > 0 ? { groupsToDate } : {}
  })
}
