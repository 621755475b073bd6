import type { RandomStream } from "./random"
import type { Seasonal } from "./texts/text"

/** Picks one that fits the time, preferring those specific to the season. */
export function pickInSeason<T extends Seasonal>(
  items: readonly T[],
  time: number,
  random: RandomStream,
): T {
  const month = new Date(time).getUTCMonth() + 1
  const fitting = items.filter(({ season }) => season && season[0] <= month && month <= season[1])
  const always = items.filter(({ season }) => season === undefined)
  return random.pick(fitting.length > 0 && random.chance(0.6) ? fitting : always)
}
