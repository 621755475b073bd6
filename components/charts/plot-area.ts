/** The axis of values: its ends and round marks between them. */
export interface ValueScale {
  readonly low: number
  readonly high: number
  readonly ticks: readonly number[]
}

/** The end at which an axis leaves zero out; undefined where zero is on it. */
export function endNearZero({ low, high }: Pick<ValueScale, "low" | "high">): number | undefined {
  if (low > 0) return low
  return high < 0 ? high : undefined
}

const roundSteps = [1, 2, 2.5, 5, 10] as const

/** The smallest round number that is not below one. */
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

/** An axis that holds all values between round ends; zero too where it is wanted, or is near. */
export function valueScale(values: Iterable<number>, holdsZero: boolean, maxTicks = 6): ValueScale {
  const all = [...values]
  const [low, high] = endsOf(all, holdsZero)
  // A line that comes near to zero is read against it.
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

/** Where a chart draws, in pixels of its picture, and what its corners are. */
export interface PlotArea {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** Milliseconds since 1970. */
  readonly from: number
  readonly to: number
  readonly scale: ValueScale
}

export const xOf = ({ left, width, from, to }: PlotArea, time: number): number =>
  left + ((time - from) / (to - from || 1)) * width

export const timeAt = ({ left, width, from, to }: PlotArea, x: number): number =>
  from + ((x - left) / (width || 1)) * (to - from)

export function yOf({ top, height, scale: { low, high } }: PlotArea, value: number): number {
  return top + ((high - value) / (high - low || 1)) * height
}

/** The bucket that holds a moment; the first or the last one for moments beyond. */
export function bucketAt(edges: readonly number[], time: number): number {
  let [low, high] = [0, Math.max(0, edges.length - 2)]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((edges[middle] ?? 0) <= time) low = middle
    else high = middle - 1
  }
  return low
}
