import "server-only"
import {
  addDays,
  bucketSizes,
  dayAt,
  defaultSeriesQuery,
  periodDays,
  type SeriesQuery,
  type SeriesRange,
  wholeBuckets,
} from "../../catalogue"
import { isBffError } from "../http/problem"
import { answerSeries, type DataSetRead, prepareSeries, type SeriesParts } from "./answer-series"

/** How many answers are computed at most to find some that can be shown. */
const answerLimit = 12

type Bucket = SeriesQuery["bucket"]

/** Of a range that moves with the calendar: days enough for several buckets. */
const widerRanges: Partial<Record<Bucket, { readonly days: number; readonly range: SeriesRange }>> =
  {
    week: { days: 28, range: "last-90-days" },
    month: { days: 365, range: "last-12-months" },
    quarter: { days: 365, range: "last-12-months" },
    year: { days: 730, range: "all" },
  }

/** A range with days enough for longer buckets: one from day to day has at least whole ones. */
function widen(range: SeriesRange, bucket: Bucket, today: string): SeriesRange {
  const wider = widerRanges[bucket]
  if (!wider || range === "all" || range === "previous" || range === "year") return range
  if (typeof range !== "string") return wholeBuckets(range, bucket)
  const { from, to } = periodDays(range, today)
  return addDays(from, wider.days - 1) <= to ? range : wider.range
}

/** The same question with longer buckets, and with more days where they need them. */
function withBucket(query: SeriesQuery, bucket: Bucket, today: string): SeriesQuery {
  const [first, ...others] = query.ranges
  const range = widen(first, bucket, today)
  const compared = range === "all" && first !== "all" ? [] : others
  return { ...query, bucket, ranges: [range, ...compared.filter((each) => each !== range)] }
}

const longerBuckets = ({ bucket }: SeriesQuery) =>
  bucketSizes.slice(bucketSizes.indexOf(bucket) + 1)

const withoutGroups = ({ level: _, ...query }: SeriesQuery): SeriesQuery => ({
  ...query,
  grouping: "none",
  top: defaultSeriesQuery.top,
})

const withoutFilters = ({ within: _, ...query }: SeriesQuery): SeriesQuery => ({
  ...query,
  filters: [],
})

const isFiltered = ({ within, filters }: SeriesQuery) => within !== undefined || filters.length > 0

/** What may be asked instead, by what is given up, each the nearest first. */
function nearbyQueries(query: SeriesQuery, today: string): readonly (readonly SeriesQuery[])[] {
  // What is known may all lie outside of the range that is usual for a bucket.
  const longer = (each: SeriesQuery): SeriesQuery[] =>
    longerBuckets(each).flatMap((bucket) => {
      const fallback = withBucket(each, bucket, today)
      return fallback.ranges[0] === "all"
        ? fallback
        : [fallback, { ...each, bucket, ranges: ["all"] }]
    })
  const ungrouped = withoutGroups(query)
  const unfiltered = withoutFilters(query)
  return [
    [...longer(query), { ...query, ranges: ["all"] }],
    query.grouping === "none" ? [] : [ungrouped, ...longer(ungrouped)],
    isFiltered(query) ? [unfiltered, ...longer(withoutGroups(unfiltered))] : [],
  ]
}

/**
 * The nearest questions about a data set of persons whose answers have something to show: with longer
 * buckets, without groups, without filters. Each is asked as everybody may ask it, so that nothing is disclosed
 * that its answer would not tell; 12 are computed at most. None where the data set is not of persons.
 */
export async function suggestSeries(
  parts: SeriesParts,
  dataSet: DataSetRead,
  query: SeriesQuery,
): Promise<SeriesQuery[]> {
  const { rule, isReady, now } = await prepareSeries(parts, dataSet, query)
  if (!rule || !isReady) return []
  let requested = 0
  async function isShown(candidate: SeriesQuery): Promise<boolean> {
    const [first] = candidate.ranges
    try {
      const { pattern: _, ...shown } = candidate
      const { ranges } = await answerSeries(parts, dataSet, { ...shown, ranges: [first] })
      requested += 1
      return ranges[0].lines.some(({ states }) => /[vp]/.test(states))
    } catch (error) {
      if (isBffError(error) && ["small_groups", "invalid_query"].includes(error.code)) return false
      throw error
    }
  }
  const found: SeriesQuery[] = []
  for (const candidates of nearbyQueries(query, dayAt(now, query.zone)))
    for (const candidate of candidates) {
      if (requested >= answerLimit) return found
      if (!(await isShown(candidate))) continue
      found.push(candidate)
      break
    }
  return found
}
