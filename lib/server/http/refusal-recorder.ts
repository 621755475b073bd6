import type { Session } from "../../session"

/** Something that a signed-in person asked for and may not. */
export interface DeniedRequest {
  readonly session: Session
  readonly address: string | undefined
  readonly requestId?: string | undefined
  readonly operation: string | undefined
  readonly method: string | undefined
  readonly code: string
  readonly permission: string | undefined
}

/** Who hears of every answer by whom it was asked, and of what was refused. */
export interface RefusalRecorder {
  /** What a person is called in the log. */
  readonly nameOf: (subject: string) => string
  readonly refused: (denied: DeniedRequest) => void
}
