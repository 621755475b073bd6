/** What to run and where. */
export interface PostgresOptions {
  /** Folder of the cluster, for example `.data/postgres`; created when missing. */
  directory: string
  /** Databases to create when missing. */
  databases: readonly string[]
  onLog?: (line: string) => void
}

/** A PostgreSQL that accepts connections. */
export interface RunningPostgres {
  /** A `postgres://` URL for node-postgres; its role owns the databases and is no superuser. */
  url(database: string): string
  /** Resolves when the server is gone, by itself or stopped, with a sentence that says so. */
  ended: Promise<string>
  /** Shuts down, closing open connections, and waits until the server is gone. */
  stop(): Promise<void>
  /** Whether a running server was found instead of started. */
  reattached: boolean
}
