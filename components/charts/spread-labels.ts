/** Moves labels apart so that no two are nearer than `gap`, within `low` and `high`; each stays as near to its wish as the order allows. */
export function spreadLabels(
  desired: readonly number[],
  gap: number,
  low: number,
  high: number,
): number[] {
  const order = desired.map((_, index) => index).toSorted((a, b) => at(desired, a) - at(desired, b))
  const places = [...desired]
  let floor = low
  for (const index of order) {
    places[index] = Math.max(at(places, index), floor)
    floor = at(places, index) + gap
  }
  let ceiling = high
  for (const index of order.toReversed()) {
    places[index] = Math.min(at(places, index), ceiling)
    ceiling = at(places, index) - gap
  }
  return places
}

const at = (list: readonly number[], index: number) => list[index] ?? 0
