const hour = 3_600_000
const day = 24 * hour
const steps = [1, 3, 6, 12]
  .map((hours) => hours * hour)
  .concat([1, 2, 7, 14, 28, 91, 182, 364, 728, 1820].map((days) => days * day))

/** Round moments between two times, at most `most` of them; `daily` where each is a day's or more apart. */
export function timeTicks(
  from: number,
  to: number,
  most: number,
): { ticks: number[]; daily: boolean } {
  const step = steps.find((size) => (to - from) / size <= most) ?? Number.POSITIVE_INFINITY
  const first = Math.ceil(from / step) * step
  const ticks: number[] = []
  for (let tick = first; tick <= to; tick += step) ticks.push(tick)
  return { ticks, daily: step >= day }
}
