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

/** Which bucket of a range that is compared is below each bucket of the first; undefined where none does. */
export type BucketMatch = readonly (number | undefined)[]

const bucketsOf = ({ edges }: Pick<RangeSeries, "edges">) => edges.length - 1

const weeksOfYear = 52

/** What a bucket has in common with that of a year before, which is so many years `later` there, by its first moment on the clocks. */
const sameTimes: Partial<Record<BucketSize, (wall: string, later: number) => string>> = {
  hour: (wall, later) => `${Number(wall.slice(0, 4)) + later}${wall.slice(4, 16)}`,
  day: (wall, later) => `${Number(wall.slice(0, 4)) + later}${wall.slice(4, 10)}`,
  week: (wall, later) => addDays(startOfWeek(wall.slice(0, 10)), 7 * weeksOfYear * later),
}

/** What the buckets of a range are matched by; what comes again, as an hour that clocks show twice, is numbered. */
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
 * Days and hours of a year before are matched by their date, so that 29 February shifts nothing, and
 * weeks with those 52 weeks earlier, which begin nearest to their date; all else by its position.
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

/** A number beside that of the same days of another range. */
export interface Delta {
  readonly value: number
  readonly before: number
  /** How many days are compared. */
  readonly count: number
  /** Whether one of both leaves out groups of too few people. */
  readonly isPart?: boolean
  /** Where the first begins and the last ends of those that it is compared with, in milliseconds since 1970. */
  readonly from: number
  readonly to: number
}

/** The change from one number to another as a share of the first; undefined from zero. */
export const changeOf = ({ value, before }: Pick<Delta, "value" | "before">): number | undefined =>
  before === 0 ? undefined : (value - before) / Math.abs(before)

/** A question's answer in one number: of all days that have data. */
export interface Headline {
  /** Null where they have no value, or none that may be disclosed. */
  readonly value: number | null
  /** What it is of; undefined where no day of the range has data. */
  readonly of?: DaysFigure
  /** Whether days of the range are still to come, or have no data yet. */
  readonly isToDate: boolean
  /** Why nothing is disclosed, or not of everybody: too few people, not copied, days before the data or after them, or a measure that cannot be told of people. */
  readonly lack?: "suppressed" | "part" | "unsynced" | "before" | "ahead" | "untold"
  /** Whether the range begins before the data. */
  readonly isFromStart: boolean
  /** One for each range after the first; undefined where nothing can be compared. */
  readonly deltas: readonly (Delta | undefined)[]
}

/** The values and states of a line, a bucket each. */
export interface SeriesCells {
  readonly values: readonly (number | null)[]
  readonly states: string
}

export const noCells: SeriesCells = { values: [], states: "" }
const unknown = ["s", "p", "u", "a"]
/** Without points there is nothing, which is known; of too few people or what is not copied nothing is. */
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

/** What would be of the averages of groups, where single values of people may not be told. */
const untold: readonly Measure[] = ["minimum", "maximum", "median", "p95"]

/** Whether a measure can be told truly of a data set, by the least number of people that its cells speak of. */
export const isTold = (measure: Measure, least: number | undefined): boolean =>
  least === undefined || !untold.includes(measure)

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

/** What an answer without groups says in one number, and how that differs from each compared range: of the days that have data, and of the same days. */
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
