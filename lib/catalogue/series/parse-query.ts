import { canonicalFilters } from "../filter"
import { parseGuid } from "../guid"
import type { ListOperation } from "../operation"
import { parsePeriod } from "../periods"
import { type Problem, problemLimit, quote } from "../problem"
import { listed, oneOf, parseWhole, QueryReader, type Setting, zoneSetting } from "../query-reader"
import {
  bucketSizes,
  defaultSeriesQuery,
  groupings,
  levelLimit,
  measures,
  rangeLimit,
  type SeriesQuery,
  type SeriesRange,
  seriesPatterns,
  topLimit,
} from "./query"

const parseRange = (text: string): SeriesRange | undefined =>
  oneOf(["all", "previous", "year"], text) ?? parsePeriod(text)

const isRelative = (range: SeriesRange) => range === "previous" || range === "year"

const isSame = (one: SeriesRange, other: SeriesRange) =>
  typeof one === "string" || typeof other === "string"
    ? one === other
    : one.from === other.from && one.to === other.to

/** No type of a department is longer. A platform may have undocumented ones. */
const typeLengthLimit = 100

/**
 * `department:2` → the second level, `department:Store` → all stores. Both apply to departments
 * only.
 */
function parseGrouping(text: string): Pick<SeriesQuery, "grouping" | "level" | "type"> | undefined {
  const [name = "", which, ...rest] = text.split(":")
  const grouping = oneOf(groupings, name)
  if (!grouping || rest.length > 0) return undefined
  if (which === undefined) return { grouping }
  if (grouping !== "department") return undefined
  if (/^\d*$/.test(which)) {
    const level = parseWhole(which, levelLimit)
    return level === undefined ? undefined : { grouping, level }
  }
  return which.length <= typeLengthLimit ? { grouping, type: which } : undefined
}

class SeriesQueryReader extends QueryReader<SeriesQuery> {
  readonly ranges: SeriesRange[] = []

  protected override read(name: string, text: string) {
    if (name === "range") this.readRange(text)
    else super.read(name, text)
  }

  /** The question, if it has no problems. */
  finish(): SeriesQuery | undefined {
    const [first, ...others] = this.ranges
    if (first !== undefined && isRelative(first))
      this.complain(
        "range",
        `must begin with a range of its own, which "${first}" is compared with`,
      )
    if (this.problems.length > 0) return undefined
    return {
      ...defaultSeriesQuery,
      ...this.query,
      ranges: first === undefined ? defaultSeriesQuery.ranges : [first, ...others],
      filters: canonicalFilters(this.operation, this.filters),
    }
  }

  private readRange(text: string) {
    const range = parseRange(text)
    if (!range)
      this.complain(
        "range",
        "must be a period, such as last-30-days or 2026-01-01..2026-01-31, all, previous or year",
      )
    else if (this.ranges.some((earlier) => isSame(earlier, range)))
      this.complain("range", `holds ${quote(text)} twice`)
    else if (this.ranges.length === rangeLimit)
      this.complain("range", `may be given ${rangeLimit} times at most`)
    else this.ranges.push(range)
  }
}

/** The parameters that are not filters, except `range`, which may be repeated. */
const settings = {
  measure: {
    parse: (text) => {
      const measure = oneOf(measures, text)
      return measure && { measure }
    },
    expected: listed(measures),
  },
  bucket: {
    parse: (text) => {
      const bucket = oneOf(bucketSizes, text)
      return bucket && { bucket }
    },
    expected: listed(bucketSizes),
  },
  zone: zoneSetting,
  group: {
    parse: parseGrouping,
    expected: `${listed(groupings)}, department:2 for a level of the tree, ${levelLimit} at most, or department:Store for a type`,
  },
  top: {
    parse: (text) => {
      const top = parseWhole(text, topLimit)
      return top === undefined ? undefined : { top }
    },
    expected: `must be a whole number from 1 to ${topLimit}`,
  },
  align: {
    parse: (text) => (text === "weekday" ? { alignWeekdays: true } : undefined),
    expected: "must be weekday",
  },
  pattern: {
    parse: (text) => {
      const pattern = oneOf(seriesPatterns, text)
      return pattern && { pattern }
    },
    expected: listed(seriesPatterns),
  },
  within: {
    parse: (text) => {
      const within = parseGuid(text)
      return within === undefined ? undefined : { within }
    },
    expected: "must be a department's guid",
  },
} as const satisfies Record<string, Setting<SeriesQuery>>

/**
 * Parses a question on a data set's points from a URL, strictly (`docs/series.md`): nothing is
 * ignored, and the first 20 problems are reported. Missing parameters default to
 * `defaultSeriesQuery`. The operation is the list of data points, whose filters are accepted.
 */
export function parseSeriesQuery(
  operation: ListOperation,
  search: URLSearchParams,
): { ok: true; query: SeriesQuery } | { ok: false; problems: Problem[] } {
  const reader = new SeriesQueryReader(operation, settings)
  reader.readAll(search)
  const query = reader.finish()
  return query
    ? { ok: true, query }
    : { ok: false, problems: reader.problems.slice(0, problemLimit) }
}
