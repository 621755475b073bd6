/** What one person did on one day (UTC) under one label and department, of the points that wait; without a user it stands for points of nobody. */
export interface PersonDay {
  /** Its number among those that wait. */
  readonly entry: number
  readonly label: string | null
  readonly departmentId: string | null
  /** `2026-11-21`. */
  readonly day: string
  readonly userId: string | null
  readonly points: number
  readonly valued: number
  /** How many of its values have never been in a sum that was disclosed. */
  readonly fresh: number
  /** The sum of the values. */
  readonly total: number
  /** First and last moment, in milliseconds. */
  readonly first: number
  readonly last: number
}

/** What all points of a partition have in common. */
export interface PartitionBounds {
  readonly label: string | null
  readonly labels: "one" | "several"
  /** With `below`: all points are of this department or those below it. */
  readonly departmentId: string | null
  readonly departments: "one" | "below" | "several"
  /** The quarters of hours that all its points lie in, in milliseconds; the end is excluded. */
  readonly since: number
  readonly until: number
}

/**
 * Some points that are disclosed together, with fresh values of at least so many people. Groups of one partition have
 * its label, department and time; within it each group holds the people whose means lie next to each other.
 */
export interface AnonymousGroup extends PartitionBounds {
  /** People with a value in it. */
  readonly persons: number
  readonly points: number
  readonly valued: number
  readonly total: number
  /** The days (UTC) of its points. */
  readonly days: readonly string[]
  readonly entries: readonly number[]
}
