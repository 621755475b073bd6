/**
 * Maximum database connections of an instance by purpose. One more is open during migrations or,
 * afterwards, while an index is built, so the total is `maxConnections`.
 */
export const connectionLimits = {
  /** Sessions, cached answers, settings and the quota; one of them listens for notifications. */
  requests: 5,
  /**
   * Work that people queue for (see `createExpensiveWork`), exports, and the removal of old data.
   */
  expensive: 4,
  /** Pages of lists, read from copies. */
  pages: 2,
  /** Writing copies. */
  copying: 2,
  /** Computing groups of people. */
  groups: 2,
} as const

export const migrationConnections = 1

/** Total per instance. */
export const maxConnections =
  Object.values(connectionLimits).reduce((sum, each) => sum + each, 0) + migrationConnections
