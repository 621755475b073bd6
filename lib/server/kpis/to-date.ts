import {
  type CountedDays,
  type DaysFigure,
  dayCount,
  type FigureToDate,
  type SeriesLine,
} from "../../catalogue"
import type { Unsynced } from "./mark-unknown"
import type { ResolvedSeriesQuery } from "./resolve-series-query"

/** Each interval of days that a figure is asked of, once; none where points are told apart in groups. */
function intervalsOf({ counted, read }: Pick<ResolvedSeriesQuery, "counted" | "read">) {
  const [first, ...compared] = counted
  if (!first || read.grouping !== "none") return []
  const all = [first, ...compared.flatMap((each) => (each ? [each.own, each.first] : []))]
  return [...new Map(all.map(({ edges }) => [edges.join(), edges])).values()]
}

/** What a question asks, and behind its ranges each interval of days that counts as one bucket: so that all is of one moment, and disclosed by the same rules. */
export const readToDate = ({ counted, read }: Pick<ResolvedSeriesQuery, "counted" | "read">) => ({
  ...read,
  ranges: [...read.ranges, ...intervalsOf({ counted, read })],
})

/**
 * The figures of the days that count, one for each range, from what `readToDate` was answered; nothing
 * is told of days that may lack points since they have not been copied.
 */
export function figuresToDate(
  resolved: Pick<ResolvedSeriesQuery, "counted" | "read">,
  lines: readonly (readonly SeriesLine[])[],
  { overlaps }: Unsynced,
): readonly (FigureToDate | undefined)[] {
  const found = new Map(
    intervalsOf(resolved).map((edges, at) => [
      edges.join(),
      lines[resolved.read.ranges.length + at]?.[0],
    ]),
  )
  function figureOf(days: CountedDays | undefined): DaysFigure | undefined {
    const line = days && found.get(days.edges.join())
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
  const [own, ...compared] = resolved.counted
  return [
    figureOf(own),
    ...compared.map((each) => {
      const [figure, first] = [figureOf(each?.own), figureOf(each?.first)]
      return figure && first && { ...figure, first }
    }),
  ]
}
