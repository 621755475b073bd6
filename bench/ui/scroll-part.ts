/** One part of a scroll: that many frames, each by so many pixels. */
export interface ScrollPart {
  readonly frames: number
  readonly pixels: number
}
