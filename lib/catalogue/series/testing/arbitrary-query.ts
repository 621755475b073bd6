import fc from "fast-check"
import { canonicalFilters, isFollow, type ListOperation, presets } from "../.."
import { listRequests } from "../../testing/arbitrary-queries"
import { bucketSizes, measures, type SeriesQuery, type SeriesRange, seriesPatterns } from ".."
import { levelLimit, topLimit } from "../query"

const day = fc
  .date({ min: new Date("1970-01-02"), max: new Date("2099-12-30"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

const days = fc.tuple(day, day).map((both) => {
  const [from = "", to = ""] = both.toSorted()
  return { from, to }
})

const own: fc.Arbitrary<SeriesRange> = fc.oneof(
  fc.constantFrom<SeriesRange>(...presets, "all"),
  days,
)
const compared: fc.Arbitrary<SeriesRange> = fc.oneof(
  own,
  fc.constantFrom<SeriesRange>("previous", "year"),
)

const grouping = fc.oneof(
  fc.record({ grouping: fc.constantFrom("none", "label", "department", "user") }),
  fc.record({
    grouping: fc.constant("department"),
    level: fc.integer({ min: 1, max: levelLimit }),
  }),
  fc.record({ grouping: fc.constant("department"), type: fc.constantFrom("Region", "Store") }),
) as fc.Arbitrary<Pick<SeriesQuery, "grouping" | "level" | "type">>

const ranges = fc.tuple(own, fc.array(compared, { maxLength: 3 })).map(([first, others]) => {
  const seen = new Set([JSON.stringify(first)])
  const isNew = (range: SeriesRange) => {
    const text = JSON.stringify(range)
    return !seen.has(text) && seen.add(text) !== undefined
  }
  return [first, ...others.filter(isNew)] as const
})

/** Arbitrary series queries, in the form that the parser returns. */
export const arbitrarySeriesQuery = (operation: ListOperation): fc.Arbitrary<SeriesQuery> =>
  fc
    .record({
      measure: fc.constantFrom(...measures),
      bucket: fc.constantFrom(...bucketSizes),
      zone: fc.constantFrom(...Intl.supportedValuesOf("timeZone"), "UTC"),
      grouping,
      top: fc.integer({ min: 1, max: topLimit }),
      ranges,
      alignWeekdays: fc.boolean(),
      pattern: fc.option(fc.constantFrom(...seriesPatterns), { nil: undefined }),
      within: fc.option(fc.uuid(), { nil: undefined }),
      request: listRequests(operation),
    })
    .map(({ grouping, pattern, within, request, ...query }) => ({
      ...query,
      ...grouping,
      ...(pattern && { pattern }),
      ...(within !== undefined && { within }),
      filters: isFollow(request) ? [] : canonicalFilters(operation, request.filters),
    }))
