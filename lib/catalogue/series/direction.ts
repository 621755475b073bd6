/** Whether more of a data set is good news or bad. */
export const directions = ["higher", "lower", "neutral"] as const
export type Direction = (typeof directions)[number]

/** Whether a value reaches a target: is not below it, or where lower is better not above. */
export const isReached = (direction: Direction, value: number, target: number): boolean =>
  direction === "lower" ? value <= target : value >= target
