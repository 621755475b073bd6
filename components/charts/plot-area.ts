/** The value axis: its bounds and round ticks. */
export interface ValueScale {
  readonly low: number
  readonly high: number
  readonly ticks: readonly number[]
}

/** The bound nearest to zero if the axis omits zero; undefined if it includes zero. */
export function endNearZero({ low, high }: Pick<ValueScale, "low" | "high">): number | undefined {
  if (low > 0) return low
  return high < 0 ? high : undefined
}

const roundSteps = [1, 2, 2.5, 5, 10] as const

/** The smallest round number that is at least `size`. */
function roundUp(size: number): number {
  const unit = 10 ** Math.floor(Math.log10(size))
  return unit * (roundSteps.find((step) => step * unit >= size * (1 - 1e-9)) ?? 10)
}

function endsOf(values: Iterable<number>, holdsZero: boolean): [number, number] {
  let [low, high] = holdsZero ? [0, 0] : [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  if (low > high) return [0, 1]
  if (low < high) return [low, high]
  const room = Math.abs(low) / 2 || 1
  if (!holdsZero) return [low - room, high + room]
  return low === 0 ? [0, 1] : [Math.min(0, low), Math.max(0, high)]
}

/** An axis with round bounds around all values; includes zero if requested or near. */
export function valueScale(values: Iterable<number>, holdsZero: boolean, maxTicks = 6): ValueScale {
  const all = [...values]
  const [low, high] = endsOf(all, holdsZero)
  // A line close to zero is read against zero.
  if (!holdsZero && low > 0 && low < high / 3) return valueScale(all, true, maxTicks)
  const finest = Math.max(Math.abs(low), Math.abs(high)) * 1e-9
  const step = roundUp(Math.max(((high / 2 - low / 2) / (maxTicks - 1)) * 2, finest))
  const first = Math.floor(low / step + 1e-9)
  const last = Math.ceil(high / step - 1e-9)
  const ticks = Array.from({ length: Math.min(last - first + 1, 4 * maxTicks) }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  )
  return { low: ticks[0] ?? low, high: ticks.at(-1) ?? high, ticks }
}

/** The plot's rectangle in pixels, and the values at its corners. */
export interface PlotArea {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** The number of buckets, all equally wide. */
  readonly buckets: number
  readonly scale: ValueScale
}

/** Converts a position in buckets to pixels. */
export const xOf = ({ left, width, buckets }: PlotArea, at: number): number =>
  left + (at / Math.max(1, buckets)) * width

/** The bucket at a position, clamped to the first and last. */
export const bucketAt = ({ left, width, buckets }: PlotArea, x: number): number =>
  Math.max(0, Math.min(buckets - 1, Math.floor(((x - left) / (width || 1)) * buckets)))

export function yOf({ top, height, scale: { low, high } }: PlotArea, value: number): number {
  return top + ((high - value) / (high - low || 1)) * height
}
