import "server-only"
import {
  partialBuckets,
  type RangeSeries,
  type SeriesAnswer,
  type SeriesQuery,
} from "../../catalogue"
import type { SeriesRead, SeriesResult } from "../../records"
import { answerPattern } from "./answer-pattern"
import { withTargets } from "./answer-targets"
import { markUnknown, type Unsynced, unsyncedOf } from "./mark-unknown"
import {
  type DataSetRead,
  emptyLines,
  isOvertaken,
  type Prepared,
  prepareSeries,
  readResult,
  type SeriesParts,
} from "./prepare-series"
import { figuresToDate, readToDate } from "./to-date"

async function compute(parts: SeriesParts, own: Prepared, read: SeriesRead): Promise<SeriesResult> {
  const prepared = { ...own, read }
  const result = await readResult(parts, prepared)
  return result.groups.length > 0 ? result : { ...result, ...emptyLines(prepared, "m") }
}

function rangeOf(
  prepared: Prepared,
  index: number,
  lines: SeriesResult["ranges"][number],
  unsynced: Unsynced,
): RangeSeries {
  const { query, days, read, now, dataStart, dataEnd } = prepared
  const range = query.ranges[index]
  const its = days[index]
  const edges = read.ranges[index]
  if (range === undefined || !its || !edges) throw new Error("Each range has days and edges.")
  const since = dataStart.from ?? Number.NEGATIVE_INFINITY
  const partial = new Set(partialBuckets(its, query.bucket, edges, [since, dataEnd.until ?? now]))
  for (let at = 0; at + 1 < edges.length; at += 1)
    if (unsynced.overlaps(edges[at] ?? 0, edges[at + 1] ?? 0)) partial.add(at)
  return {
    range,
    from: its.from,
    to: its.to,
    edges,
    partial: [...partial].sort((one, other) => one - other),
    lines: lines.map((line) =>
      markUnknown(line, edges, unsynced, [since, dataEnd.until ?? Number.POSITIVE_INFINITY]),
    ),
  }
}

const countSuppressed = (lines: readonly { readonly states: string }[]) =>
  lines.reduce((sum, { states }) => sum + states.split("s").length - 1, 0)

/** Answers a question about a data set's data points from its copy; throws `BffError`. */
export async function answerSeries(
  parts: SeriesParts,
  dataSet: DataSetRead,
  query: SeriesQuery,
): Promise<SeriesAnswer> {
  const prepared = await prepareSeries(parts, dataSet, query)
  const unsynced = unsyncedOf(prepared.completeness, prepared.now)
  const result = await compute(parts, prepared, readToDate(prepared))
  const pattern =
    query.pattern &&
    (await answerPattern(prepared, query.zone, unsynced, (read) => compute(parts, prepared, read)))
  if (await isOvertaken(parts, prepared)) return answerSeries(parts, dataSet, query)
  const toDate = figuresToDate(prepared, result, unsynced)
  const ranges = prepared.days.map((_, index): RangeSeries => {
    const own = prepared.counted[index]
    const counted = own && "own" in own ? own.own : own
    const range = rangeOf(prepared, index, result.ranges[index] ?? [], unsynced)
    return { ...range, ...(counted && { counted }), ...toDate[index] }
  })
  const [first, ...others] = ranges
  if (!first) throw new Error("A question has a range.")
  const { goal } = prepared
  const answer: SeriesAnswer = {
    question: query,
    groups: result.groups,
    ranges: [first, ...others],
    ...(pattern && { pattern }),
    completeness: prepared.completeness,
    dataStart: prepared.dataStart,
    dataEnd: prepared.dataEnd,
    leftOut: {
      withoutValue: result.withoutValue,
      suppressed: countSuppressed(first.lines),
      // With a type, only some departments match; the others are not missing from the tree.
      unplaced: query.type === undefined ? result.unplaced : 0,
    },
    ...(prepared.minPeople !== undefined && { least: prepared.minPeople }),
    computedFrom: result.computedFrom,
    ...(goal && { direction: goal.direction }),
  }
  return goal ? withTargets(parts, prepared, goal, answer) : answer
}
