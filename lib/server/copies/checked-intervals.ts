import type { CheckedInterval } from "../../records"

/** An interval of a list's key, open where null. */
export interface KeyInterval {
  readonly lower: string | null
  readonly upper: string | null
}

const dayMs = 86_400_000

/** All of a list, compared at once. */
export const wholeChecked = (checkedAt: Date): readonly CheckedInterval[] => [
  { lower: "", upper: null, checkedAt, isSuspect: false },
]

const isBefore = (one: string | null, two: string | null) =>
  one !== null && (two === null || one < two)
const first = (one: string | null, two: string | null) => (isBefore(one, two) ? one : two)

/** What lies within the interval is changed, what reaches beyond it is cut. */
function changeWithin(
  checked: readonly CheckedInterval[],
  { lower, upper }: KeyInterval,
  change: (interval: CheckedInterval) => CheckedInterval,
): CheckedInterval[] {
  const from = lower ?? ""
  return checked.flatMap((interval) => {
    const begin = isBefore(from, interval.lower) ? interval.lower : from
    const end = first(interval.upper, upper)
    if (!isBefore(begin, end)) return [interval]
    return [
      ...(interval.lower < begin ? [{ ...interval, upper: begin }] : []),
      change({ ...interval, lower: begin, upper: end }),
      ...(end !== null && isBefore(end, interval.upper) ? [{ ...interval, lower: end }] : []),
    ]
  })
}

/**
 * Neighbours that were compared within so long are one. Far shorter than an interval waits until it is due
 * again: a part of it that has been compared would be joined with the rest, as if it had not been.
 */
const joinedMs = dayMs / 8
const spanOf = (date: Date) => Math.floor(date.getTime() / joinedMs)

/** Neighbours that were compared within the same hours are one, as of the earlier. */
function joinNeighbours(checked: readonly CheckedInterval[]): CheckedInterval[] {
  const joined: CheckedInterval[] = []
  for (const interval of checked) {
    const last = joined.at(-1)
    const { upper, checkedAt, isSuspect } = interval
    if (last?.isSuspect === isSuspect && spanOf(last.checkedAt) === spanOf(checkedAt)) {
      const earlier = new Date(Math.min(last.checkedAt.getTime(), checkedAt.getTime()))
      joined.splice(-1, 1, { ...last, upper, checkedAt: earlier })
    } else joined.push(interval)
  }
  return joined
}

/** Notes that an interval has been compared. */
export function noteChecked(
  checked: readonly CheckedInterval[],
  interval: KeyInterval,
  checkedAt: Date,
): readonly CheckedInterval[] {
  const change = (each: CheckedInterval) => ({ ...each, checkedAt, isSuspect: false })
  return joinNeighbours(changeWithin(checked, interval, change))
}

/** Has what lies beside a change compared before other intervals, unless that was done since the day before. */
export function suspect(
  checked: readonly CheckedInterval[],
  interval: KeyInterval,
  foundAt: Date,
): readonly CheckedInterval[] {
  const isOld = ({ checkedAt }: CheckedInterval) =>
    foundAt.getTime() - checkedAt.getTime() >= dayMs / 2
  const change = (each: CheckedInterval) => (isOld(each) ? { ...each, isSuspect: true } : each)
  return joinNeighbours(changeWithin(checked, interval, change))
}

/** What is not kept any more needs no check. */
export function cutChecked(
  checked: readonly CheckedInterval[],
  keptFrom: string | null,
): readonly CheckedInterval[] {
  if (keptFrom === null) return checked
  const left = checked.filter(({ upper }) => upper === null || upper > keptFrom)
  return left.map((each, index) => (index === 0 ? { ...each, lower: "" } : each))
}

/** The interval that is to be compared next: beside a change, else the one of the longest ago; undefined where none is due. */
export function nextChecked(
  checked: readonly CheckedInterval[],
  dueBefore: number,
): CheckedInterval | undefined {
  const due = checked.filter(
    ({ checkedAt, isSuspect }) => isSuspect || checkedAt.getTime() <= dueBefore,
  )
  return due.toSorted(
    (one, two) =>
      Number(two.isSuspect) - Number(one.isSuspect) ||
      one.checkedAt.getTime() - two.checkedAt.getTime(),
  )[0]
}
