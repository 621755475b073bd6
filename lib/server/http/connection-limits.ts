/**
 * The connections to the database that an instance has at most, by what they are for. One more is open while
 * tables are brought up to date or, afterwards, an index is built, so that the sum is `maxConnections`.
 */
export const connectionLimits = {
  /** Sessions, cached answers, settings, the quota; one of them listens. */
  requests: 5,
  /** What people wait for their turn at (see `createExpensiveWork`), exports, and the removal of what is over. */
  expensive: 4,
  /** Pages of lists out of copies. */
  pages: 2,
  /** Storing what is copied. */
  copying: 2,
  /** Forming groups of people. */
  groups: 2,
} as const

export const migrationConnections = 1

/** Of one instance, all together. */
export const maxConnections =
  Object.values(connectionLimits).reduce((sum, each) => sum + each, 0) + migrationConnections
