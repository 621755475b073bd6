/** Whether more is good news or bad. */
export const directions = ["higher", "lower", "neutral"] as const
export type Direction = (typeof directions)[number]

/** Whether a value reaches a target: it is not below it, or not above it if lower is better. */
export const isReached = (direction: Direction, value: number, target: number): boolean =>
  direction === "lower" ? value <= target : value >= target
