/**
 * The waiting points of one person on one UTC day under one label and department. Without a user,
 * the points of nobody.
 */
export interface PersonDay {
  /** Its index among the waiting entries. */
  readonly entry: number
  readonly label: string | null
  readonly departmentId: string | null
  /** `2026-11-21`. */
  readonly day: string
  readonly userId: string | null
  readonly points: number
  readonly valued: number
  /** Number of its values that have never been in a disclosed sum. */
  readonly fresh: number
  readonly total: number
  /** First and last moment, in milliseconds. */
  readonly first: number
  readonly last: number
}

/** What all points of a partition have in common. */
export interface PartitionBounds {
  readonly label: string | null
  readonly labels: "one" | "several"
  /** With `below`: all points are of this department or its descendants. */
  readonly departmentId: string | null
  readonly departments: "one" | "below" | "several"
  /** The quarter hours that contain all its points, in milliseconds. The end is exclusive. */
  readonly since: number
  readonly until: number
}

/**
 * Points that are disclosed together, with fresh values of at least k people. The groups of a
 * partition share its label, department and time. Each of them holds people whose means are
 * adjacent.
 */
export interface AnonymousGroup extends PartitionBounds {
  /** People with a value in it. */
  readonly persons: number
  readonly points: number
  readonly valued: number
  readonly total: number
  /** The UTC days of its points. */
  readonly days: readonly string[]
  readonly entries: readonly number[]
}
