import type { ValueScale } from "./value-scale"

/** Where a chart draws, in pixels of its picture, and what its corners stand for. */
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
