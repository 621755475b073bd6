import {
  addDays,
  type BucketSize,
  type DaysFigure,
  type Measure,
  type RangeSeries,
  type SeriesAnswer,
  startOfWeek,
  wallTimeAt,
} from "@/lib/catalogue"

/** The bucket of a compared range under each bucket of the first; undefined if there is none. */
export type BucketMatch = readonly (number | undefined)[]

const bucketsOf = ({ edges }: Pick<RangeSeries, "edges">) => edges.length - 1

const weeksOfYear = 52

/**
 * A key that a bucket shares with that of an earlier year, by its local start; `later` is the
 * distance in years.
 */
const sameTimes: Partial<Record<BucketSize, (wall: string, later: number) => string>> = {
  hour: (wall, later) => `${Number(wall.slice(0, 4)) + later}${wall.slice(4, 16)}`,
  day: (wall, later) => `${Number(wall.slice(0, 4)) + later}${wall.slice(4, 10)}`,
  week: (wall, later) => addDays(startOfWeek(wall.slice(0, 10)), 7 * weeksOfYear * later),
}

/**
 * The keys that match buckets of a range; repeated ones, such as an hour that occurs twice, are
 * numbered.
 */
function keysOf({ edges }: RangeSeries, timeAt: (edge: number) => string): string[] {
  const times = new Map<string, number>()
  return edges.slice(0, -1).map((edge) => {
    const time = timeAt(edge)
    const earlier = times.get(time) ?? 0
    times.set(time, earlier + 1)
    return `${time} ${earlier}`
  })
}

/**
 * Days and hours of another year are matched by date, so that 29 February shifts nothing, and weeks
 * with those 52 weeks earlier, whose start dates are nearest; everything else by position.
 */
export function matchBuckets(answer: SeriesAnswer, index: number): BucketMatch {
  const [first] = answer.ranges
  const other = answer.ranges[index]
  const count = bucketsOf(first)
  if (!other) return Array.from({ length: count })
  const { bucket, zone, alignWeekdays } = answer.question
  const timeOf = other.range === "year" && !alignWeekdays ? sameTimes[bucket] : undefined
  if (!timeOf)
    return Array.from({ length: count }, (_, at) => (at < bucketsOf(other) ? at : undefined))
  const keys = keysOf(other, (edge) => timeOf(wallTimeAt(edge, zone), 1))
  const positions = new Map(keys.map((key, at) => [key, at]))
  return keysOf(first, (edge) => timeOf(wallTimeAt(edge, zone), 0)).map((key) => positions.get(key))
}

/** A number, compared with the same days of another range. */
export interface Delta {
  readonly value: number
  readonly before: number
  /** The number of compared days. */
  readonly count: number
  /** True if either side leaves out groups with too few people. */
  readonly isPart?: boolean
  /** The start and end of the compared days, in milliseconds since 1970. */
  readonly from: number
  readonly to: number
}

/** The relative change between two numbers; undefined from zero. */
export const changeOf = ({ value, before }: Pick<Delta, "value" | "before">): number | undefined =>
  before === 0 ? undefined : (value - before) / Math.abs(before)

/** The total of a question, over all days with data. */
export interface Headline {
  /** Null if there is no value, or none that may be disclosed. */
  readonly value: number | null
  /** Its days; undefined if no day of the range has data. */
  readonly of?: DaysFigure
  /** True if the range includes future days, or days without data yet. */
  readonly isToDate: boolean
  /**
   * Why nothing or not everything is disclosed: too few people, not copied, before or after the
   * data, or a measure that must not be disclosed about people.
   */
  readonly lack?: "suppressed" | "part" | "unsynced" | "before" | "ahead" | "untold"
  /** True if the range begins before the data. */
  readonly isFromStart: boolean
  /** One per range after the first; undefined if they cannot be compared. */
  readonly deltas: readonly (Delta | undefined)[]
}

/** The values and states of a line, per bucket. */
export interface SeriesCells {
  readonly values: readonly (number | null)[]
  readonly states: string
}

export const noCells: SeriesCells = { values: [], states: "" }
const unknown = ["s", "p", "u", "a"]
/** Missing points are known to be nothing; suppressed or uncopied values are unknown. */
export const isKnown = ({ states }: SeriesCells, at: number): boolean =>
  !unknown.includes(states[at] ?? "m")
const isGiven = (value: number | null | undefined): value is number =>
  value !== null && value !== undefined

function deltaOf({ ranges }: SeriesAnswer, index: number): Delta | undefined {
  const figure = ranges[index]?.toDate
  const first = figure?.first
  if (!first || !isGiven(first.value) || !isGiven(figure.value)) return undefined
  const [from, to] = figure.edges
  const isPart = first.state === "p" || figure.state === "p"
  return {
    ...{ value: first.value, before: figure.value, count: first.days, from, to },
    ...(isPart && { isPart }),
  }
}

const lacks = { s: "suppressed", p: "part", u: "unsynced" } as const

/**
 * Measures that would be computed from group averages where single values of people must not be
 * disclosed.
 */
const needsSingleValues = {
  sum: false,
  average: false,
  count: false,
  minimum: true,
  maximum: true,
  median: true,
  p95: true,
} as const satisfies Record<Measure, boolean>

/**
 * True if a measure can be disclosed for a data set with this minimum number of people per cell.
 */
export const isTold = (measure: Measure, least: number | undefined): boolean =>
  least === undefined || !needsSingleValues[measure]

function lackOf(answer: SeriesAnswer): Headline["lack"] {
  const { completeness, ranges, question, least } = answer
  const [first] = ranges
  const { toDate } = first
  if (!isTold(question.measure, least)) return "untold"
  if (toDate) return lacks[toDate.state as keyof typeof lacks]
  const hasState = (letter: string) => first.lines.some(({ states }) => states.includes(letter))
  if (completeness.state !== "complete" || hasState("u")) return "unsynced"
  if (hasState("s")) return "suppressed"
  return first.lines.every(({ states }) => /^b+$/.test(states)) ? "before" : "ahead"
}

/**
 * The total of an answer without groups, over the days with data, and its change from each compared
 * range over the same days.
 */
export function headlineOf(answer: SeriesAnswer): Headline {
  const [first] = answer.ranges
  const { toDate } = first
  const lack = lackOf(answer)
  const isUntold = lack === "untold"
  return {
    value: isUntold ? null : (toDate?.value ?? null),
    ...(toDate && { of: toDate }),
    isToDate: lack !== "before" && (toDate?.edges[1] ?? 0) < (first.edges.at(-1) ?? 0),
    isFromStart: (toDate?.edges[0] ?? 0) > (first.edges[0] ?? 0),
    ...(lack && { lack }),
    deltas: answer.ranges
      .slice(1)
      .map((_, index) => (isUntold ? undefined : deltaOf(answer, index + 1))),
  }
}
