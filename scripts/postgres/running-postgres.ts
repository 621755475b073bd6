/** The cluster to run. */
export interface PostgresOptions {
  /** The cluster's folder, for example `.data/postgres`; created if missing. */
  directory: string
  /** Databases to create if missing. */
  databases: readonly string[]
  onLog?: (line: string) => void
}

/** A PostgreSQL that accepts connections. */
export interface RunningPostgres {
  /** A `postgres://` URL for node-postgres; its role owns the databases and is not a superuser. */
  url(database: string): string
  /** Resolves when the server has ended, by itself or stopped, with a sentence that says so. */
  ended: Promise<string>
  /** Shuts down, closing open connections, and waits until the server has ended. */
  stop(): Promise<void>
  /** Whether a running server was found rather than started. */
  reattached: boolean
}
