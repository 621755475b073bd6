import type { Session } from "../../session"
import type { AnyAuditDetails, NewAuditEvent } from "./table"

/** Who made a request, and which one, as far as it is known. */
export interface AuditOrigin {
  readonly session?: Pick<Session, "sub" | "name" | "email" | "roles"> | undefined
  /** The IP address of the client. */
  readonly address?: string | undefined
  readonly requestId?: string | undefined
}

/** An event for the audit log; the outcome defaults to `done`. */
export type AuditEvent = AnyAuditDetails &
  AuditOrigin & {
    readonly outcome?: NewAuditEvent["outcome"]
    /** The identity's id of the person affected. */
    readonly about?: string | undefined
  }

/** Records events from every feature. */
export interface Audit {
  /** Writes an event; logs an error if the table cannot be written. Never throws. */
  record(event: AuditEvent): Promise<void>
  /**
   * Writes an event; throws if it cannot be written, so that the audited action does not happen.
   */
  require(event: AuditEvent): Promise<void>
}
