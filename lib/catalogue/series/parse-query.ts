import { isTimeZone } from "../day"
import { canonicalFilters, type Filter, parseFilter } from "../filter"
import { parseGuid } from "../guid"
import type { ListOperation } from "../operation"
import { ownValue } from "../own-value"
import { parsePeriod } from "../periods"
import { type Problem, problemLimit, quote } from "../problem"
import {
  bucketSizes,
  defaultSeriesQuery,
  type Grouping,
  groupings,
  levelLimit,
  measures,
  rangeLimit,
  type SeriesQuery,
  type SeriesRange,
  topLimit,
} from "./query"

type Writable<T> = { -readonly [K in keyof T]?: T[K] }

const wholeNumber = /^[1-9]\d{0,2}$/

const oneOf = <const T extends string>(names: readonly T[], text: string): T | undefined =>
  names.find((name) => name === text)

const listed = (names: readonly string[]) => `must be one of ${names.join(", ")}`

function parseWhole(text: string, max: number): number | undefined {
  const value = wholeNumber.test(text) ? Number(text) : 0
  return value >= 1 && value <= max ? value : undefined
}

const parseRange = (text: string): SeriesRange | undefined =>
  oneOf(["all", "previous", "year"], text) ?? parsePeriod(text)

const isRelative = (range: SeriesRange) => range === "previous" || range === "year"

/** Two ranges ask for the same days in the same words. */
const isSame = (one: SeriesRange, other: SeriesRange) =>
  typeof one === "string" || typeof other === "string"
    ? one === other
    : one.from === other.from && one.to === other.to

/** `department:2` → the second level; a level speaks of departments only. */
function parseGrouping(text: string): { grouping: Grouping; level?: number } | undefined {
  const [name = "", levelText, ...rest] = text.split(":")
  const grouping = oneOf(groupings, name)
  if (!grouping || rest.length > 0) return undefined
  if (levelText === undefined) return { grouping }
  const level = grouping === "department" ? parseWhole(levelText, levelLimit) : undefined
  return level === undefined ? undefined : { grouping, level }
}

class SeriesQueryReader {
  readonly problems: Problem[] = []
  readonly filters: Filter[] = []
  readonly ranges: SeriesRange[] = []
  private readonly query: Writable<SeriesQuery> = {}
  private readonly seen = new Set<string>()

  constructor(private readonly operation: ListOperation) {}

  read(name: string, text: string) {
    if (name === "range") return this.readRange(text)
    if (this.seen.has(name)) return this.complain(name, "is given twice")
    this.seen.add(name)
    const setting = ownValue(settings, name)
    if (!setting) return this.readFilter(name, text)
    const found = setting.parse(text)
    if (found) Object.assign(this.query, found)
    else this.complain(name, setting.expected)
  }

  /** The question where nothing is wrong with it. */
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

  private complain(parameter: string, what: string) {
    const name = quote(parameter)
    this.problems.push({ parameter: name, message: `${name} ${what}.` })
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

  private readFilter(name: string, text: string) {
    const filter = parseFilter(this.operation, name, text)
    if ("message" in filter) this.problems.push(filter)
    else if (
      this.filters.some(
        ({ property, operator }) => property === filter.property && operator === filter.operator,
      )
    )
      this.complain(name, "is given twice")
    else this.filters.push(filter)
  }
}

interface Setting {
  readonly parse: (text: string) => Partial<SeriesQuery> | undefined
  /** Completes "top …". */
  readonly expected: string
}

/** The parameters of a question that are no filters, but `range`, which comes several times. */
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
  zone: {
    parse: (zone) => (isTimeZone(zone) ? { zone } : undefined),
    expected: "must be a time zone of the IANA database, such as Europe/Copenhagen",
  },
  group: {
    parse: parseGrouping,
    expected: `${listed(groupings)}, or department:2 for a level of the tree, ${levelLimit} at most`,
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
  within: {
    parse: (text) => {
      const within = parseGuid(text)
      return within === undefined ? undefined : { within }
    },
    expected: "must be a department's guid",
  },
} as const satisfies Record<string, Setting>

/**
 * Reads a question about the points of a data set from an address, strictly (`docs/series.md`): nothing
 * is passed over, and the first 20 problems are named. What is absent is as in `defaultSeriesQuery`. The
 * operation is the data points' list, whose filters it takes.
 */
export function parseSeriesQuery(
  operation: ListOperation,
  search: URLSearchParams,
): { ok: true; query: SeriesQuery } | { ok: false; problems: Problem[] } {
  const reader = new SeriesQueryReader(operation)
  for (const [name, text] of search) {
    if (reader.problems.length >= problemLimit) break
    reader.read(name, text)
  }
  const query = reader.finish()
  return query
    ? { ok: true, query }
    : { ok: false, problems: reader.problems.slice(0, problemLimit) }
}
