/** One part of a scroll: a number of frames, each by the same pixels. */
export interface ScrollPart {
  readonly frames: number
  readonly pixels: number
}
