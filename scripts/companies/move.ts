import type { Connection } from "./connections"
import type { DumpPrograms } from "./dump-programs"

/** How a company is moved. */
export type Way = "dump" | "replication"

/** What the ways of moving work with: sessions at both servers, in databases of no company. */
export interface Move {
  readonly source: Connection
  readonly target: Connection
  readonly targetSystem: string
  readonly databases: readonly string[]
  readonly programs: DumpPrograms
  readonly report: (line: string) => void
  readonly signal: AbortSignal
  /** Has a connection ended with the move, however it ends. */
  keep(connection: Connection): Connection
}
