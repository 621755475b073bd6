import type { Session } from "../../session"
import type { AnyAuditDetails, NewAuditEvent } from "./table"

/** Who asks and by which request, as far as anybody knows. */
export interface AuditOrigin {
  readonly session?: Pick<Session, "sub" | "name" | "email" | "roles"> | undefined
  /** Where the request came from. */
  readonly address?: string | undefined
  readonly requestId?: string | undefined
}

/** Something that happened, for whoever has to know later; `done` unless told otherwise. */
export type AuditEvent = AnyAuditDetails &
  AuditOrigin & {
    readonly outcome?: NewAuditEvent["outcome"]
    /** The identity's id of whom something was done to. */
    readonly about?: string | undefined
  }

/** What happens is told to it, by every feature alike. */
export interface Audit {
  /** Writes an event, or has it written as soon as that can be done. Never throws. */
  record(event: AuditEvent): Promise<void>
  /** Writes an event; throws where that cannot be done, so that what depends on it does not happen. */
  require(event: AuditEvent): Promise<void>
}
