/** What one person did on one day (UTC) under one label and department; without a user it stands for points of nobody. */
export interface PersonDay {
  readonly label: string | null
  readonly departmentId: string | null
  /** `2026-11-21`. */
  readonly day: string
  readonly userId: string | null
  readonly points: number
  readonly valued: number
  /** The sum of the values. */
  readonly total: number
  /** First and last moment, in milliseconds. */
  readonly first: number
  readonly last: number
}

/**
 * Some points that are told together, of at least so many people. Bands of one block have its label,
 * department and time; within it each band holds the people whose means lie next to each other.
 */
export interface Band {
  readonly block: number
  readonly label: string | null
  readonly labels: "one" | "several"
  /** With `below`: all points are of this department or those below it. */
  readonly departmentId: string | null
  readonly departments: "one" | "below" | "several"
  /** The quarters of hours that all its points lie in, in milliseconds; the end is excluded. */
  readonly since: number
  readonly until: number
  /** People with a value in it. */
  readonly persons: number
  readonly points: number
  readonly valued: number
  readonly total: number
  /** The days (UTC) of all its block's points; null for all bands of a block but the first. */
  readonly days: readonly string[] | null
}

/** What of a block its metadata says. */
export type BandPlace = Pick<
  Band,
  "label" | "labels" | "departmentId" | "departments" | "since" | "until"
>
