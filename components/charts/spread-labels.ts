/** Moves labels apart so that no two are nearer than `gap`, within `low` and `high`; each stays as near to its wish as the order allows. */
export function spreadLabels(
  wishes: readonly number[],
  gap: number,
  low: number,
  high: number,
): number[] {
  const order = wishes.map((_, index) => index).toSorted((a, b) => at(wishes, a) - at(wishes, b))
  const places = [...wishes]
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
