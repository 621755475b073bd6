import {
  bucketEdges,
  type DaysFigure,
  defaultSeriesQuery,
  type FigureToDate,
  type RangeSeries,
  type SeriesAnswer,
  type SeriesQuery,
  type SeriesRange,
} from "@/lib/catalogue"

export const zone = "Europe/Copenhagen"

interface GivenRange {
  readonly range: SeriesRange
  readonly from: string
  readonly to: string
  readonly values: readonly (number | null)[]
  readonly states?: string
  readonly partial?: readonly number[]
}

/** The start of each day and the end of the last. */
export const dayEdges = (from: string, to: string) => bucketEdges({ from, to }, "day", zone)

const rangeOf = ({ range, from, to, values, states, partial = [] }: GivenRange): RangeSeries => ({
  range,
  from,
  to,
  partial,
  edges: dayEdges(from, to),
  lines: [
    {
      group: 0,
      values,
      counts: values.map(() => 1),
      states: states ?? values.map((value) => (value === null ? "m" : "v")).join(""),
    },
  ],
})

/** An answer without groups. */
export function oneGroupAnswer(
  first: GivenRange,
  others: GivenRange[] = [],
  more: Partial<SeriesQuery> = {},
): SeriesAnswer {
  const ranges: SeriesQuery["ranges"] = [first.range, ...others.map(({ range }) => range)]
  return {
    question: { ...defaultSeriesQuery, zone, ranges, ...more },
    groups: [{ kind: "all" }],
    ranges: [rangeOf(first), ...others.map(rangeOf)],
    completeness: { state: "complete", syncedUntil: null, gaps: [] },
    dataStart: { day: null, from: null },
    dataEnd: { cutoff: "2026-11-03", until: Date.parse("2026-11-03T23:00:00Z"), isBehind: false },
    leftOut: { withoutValue: 0, suppressed: 0, unplaced: 0 },
    computedFrom: "rows",
  }
}

export const fourDays = {
  range: { from: "2026-11-01", to: "2026-11-04" },
  from: "2026-11-01",
  to: "2026-11-04",
}
export const fourBefore = { range: "previous" as const, from: "2026-10-28", to: "2026-10-31" }
/** The start of the first day and the end of the last. */
export const edgesBetween = (from: string, to: string): [number, number] => {
  const edges = dayEdges(from, to)
  return [edges[0] ?? 0, edges.at(-1) ?? 0]
}
/** A figure of whole days. */
export const figureOf = (
  from: string,
  to: string,
  value: number | null,
  state = "v",
): DaysFigure => {
  const edges = edgesBetween(from, to)
  return { from, to, edges, value, state, count: value, days: dayEdges(from, to).length - 1 }
}

/** Four days, the last still running. The first three count and are compared with those before. */
export function answerToDate(
  own: DaysFigure | undefined,
  compared: FigureToDate | undefined,
  states = "vvvv",
): SeriesAnswer {
  const answer = oneGroupAnswer({ ...fourDays, values: [10, 20, 30, 99], states, partial: [3] }, [
    { ...fourBefore, values: [1, 2, 3, 4] },
  ])
  const [first, other] = answer.ranges
  if (!other) throw new Error("It is compared.")
  return {
    ...answer,
    ranges: [
      { ...first, ...(own && { toDate: own }) },
      { ...other, ...(compared && { toDate: compared }) },
    ],
  }
}
