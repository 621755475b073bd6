import {
  isReached,
  type SeriesAnswer,
  type Target,
  targetBetween,
  targetValues,
} from "@/lib/catalogue"
import { isKnown, noCells } from "./compare-series"

/**
 * A target for an answer's first range, by group: its value for each bucket, and for the days that
 * count.
 */
export interface ShownTarget {
  /** Absent for the data set's own. */
  readonly name?: string
  readonly lines: readonly (readonly (number | null)[])[]
  readonly toDate: readonly (number | null)[]
}

/** The data set's own target and those in an address, which apply to all points together. */
export function shownTargets(
  answer: SeriesAnswer,
  given: readonly Target[] = [],
): readonly ShownTarget[] {
  const { lines, toDate, groupsToDate } = answer.ranges[0]
  const figures = groupsToDate ?? (toDate ? [toDate] : [])
  const own = {
    lines: lines.map(({ targets = [] }) => targets),
    toDate: figures.map(({ target }) => target ?? null),
  }
  const hasOwn = lines.some(({ targets }) => targets) || own.toDate.some((due) => due !== null)
  const ofAll = answer.question.grouping === "none" ? given : []
  return [
    ...(hasOwn ? [own] : []),
    ...ofAll.map((target) => ({
      name: target.name,
      lines: [targetValues(target, answer)],
      toDate: toDate ? [targetBetween(target, toDate.edges, answer)] : [],
    })),
  ]
}

/**
 * An answer's total compared with a target on the same days, and how many whole buckets reach it.
 */
export interface TargetDelta {
  readonly value: number
  readonly target: number
  readonly days: number
  readonly reached: number
  readonly buckets: number
}

/**
 * Compares an answer without groups with a target on the days that count; undefined if it is not in
 * force on all of them.
 */
export function targetDelta(answer: SeriesAnswer, target: ShownTarget): TargetDelta | undefined {
  const { toDate, partial, lines } = answer.ranges[0]
  const [due = null] = target.toDate
  if (!toDate || toDate.value === null || toDate.state !== "v" || due === null) return undefined
  const cells = lines[0] ?? noCells
  const { direction = "neutral" } = answer
  const dues = target.lines[0] ?? []
  const both = cells.values.flatMap((value, at) => {
    const wanted = dues[at] ?? null
    const isWhole = !partial.includes(at) && isKnown(cells, at)
    return value !== null && wanted !== null && isWhole ? [isReached(direction, value, wanted)] : []
  })
  const reached = both.filter(Boolean).length
  return { value: toDate.value, target: due, days: toDate.days, reached, buckets: both.length }
}
