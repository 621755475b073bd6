/** How many records of each kind a scale has (SERVICE_DEMO_SCALE). */
export interface Counts {
  readonly scale: number
  readonly departments: number
  readonly dataPoints: number
  /** Containers that people pick by name: proportional up to scale 1, square root above it. */
  named: (atScaleOne: number, min: number) => number
  /** Records in one container: as at scale 1 below it, square root above it. */
  within: (atScaleOne: number) => number
  /**
   * Records of a list without path parameters: like `named`, since the number of people is
   * constant.
   */
  listed: (atScaleOne: number, min: number) => number
}

const fullTree = 500
const smallestTree = 32

/** Counts for a scale above 0. A smaller scale is a subset of a larger one. */
export function countsFor(scale: number): Counts {
  if (!(scale > 0 && Number.isFinite(scale)))
    throw new RangeError(`The demo scale must be a number above 0, not ${scale}.`)
  const breadth = scale <= 1 ? scale : Math.sqrt(scale)
  const depth = Math.max(1, Math.sqrt(scale))
  const growing = (atScaleOne: number, min: number) =>
    Math.max(min, Math.round(atScaleOne * breadth))
  return {
    scale,
    departments: Math.min(fullTree, Math.max(smallestTree, Math.round(fullTree * scale * 10))),
    dataPoints: Math.round(100_000 * scale),
    named: growing,
    within: (atScaleOne) => Math.round(atScaleOne * depth),
    listed: growing,
  }
}
