import type { Session } from "../../session"

/** A request that a signed-in person had no permission for. */
export interface DeniedRequest {
  readonly session: Session
  readonly address: string | undefined
  readonly requestId?: string | undefined
  readonly operation: string | undefined
  readonly method: string | undefined
  readonly code: string
  readonly permission: string | undefined
}

/** Records refused requests, and gives people their names in the log. */
export interface RefusalRecorder {
  /** The person's pseudonym in the log. */
  readonly nameOf: (subject: string) => string
  readonly refused: (denied: DeniedRequest) => void
}
