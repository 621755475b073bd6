import "server-only"
import { type AuditDetails, type AuditKind, type AuditPage, auditDetails } from "../../contract"
import { describeError, type Log } from "../http/log"
import type { Audit, AuditEvent, AuditOrigin } from "./audit"
import { createRepeats } from "./repeats"
import type { AuditPerson, AuditRead, AuditTable, NewAuditEvent } from "./table"

export interface AuditService extends Audit {
  read(requested: AuditRead): Promise<AuditPage>
  /** Writes everything counted so far. */
  stop(): Promise<void>
}

export interface AuditDependencies {
  readonly table: AuditTable
  readonly instance: string
  /** The person's pseudonym in the log. */
  readonly nameOf: (subject: string) => string
  readonly log: Log
}

const personOf = (session: AuditOrigin["session"]): AuditPerson | null =>
  session
    ? {
        subject: session.sub.slice(0, 255),
        name: session.name?.slice(0, 255) ?? null,
        email: session.email?.slice(0, 320) ?? null,
      }
    : null

/** Parses the details of a kind and drops everything else; throws if a value is invalid. */
const detailsOf = <Kind extends AuditKind>(kind: Kind, details: unknown) =>
  auditDetails[kind].parse(details) as AuditDetails[Kind]

/** Writes each event to the log and the table; there, frequent equal events become one. */
export function createAudit({ table, instance, nameOf, log }: AuditDependencies): AuditService {
  function shape({ session, address, requestId, about, outcome, ...what }: AuditEvent) {
    return {
      kind: what.kind,
      details: detailsOf(what.kind, what.details),
      outcome: outcome ?? "done",
      person: personOf(session),
      about: about === undefined ? null : personOf({ sub: about, roles: [] }),
      roles: session?.roles ?? [],
      address: address ?? null,
      instance,
      requestId: requestId ?? null,
    } as NewAuditEvent
  }

  /** Logs every event, including those that the table only counts. */
  function logLine({ kind, details, session, about, outcome = "done", requestId }: AuditEvent) {
    const who = session?.sub ?? about
    const line = {
      ...(requestId !== undefined && { requestId }),
      event: kind,
      outcome,
      ...(who !== undefined && { person: nameOf(who) }),
      ...(kind === "signed_in" && { method: "oidc" }),
      ...("code" in details && { code: details.code }),
      ...("permission" in details && { reason: details.permission }),
      ...("by" in details && { reason: details.by }),
    }
    log.info(line, "security")
  }

  async function write(event: AuditEvent): Promise<void> {
    try {
      await table.add(shape(event))
    } catch (error) {
      log.error({ code: event.kind, error: describeError(error) }, "audit")
    }
  }

  const repeats = createRepeats(write)

  return {
    async record(event) {
      logLine(event)
      if (!repeats.count(event)) await write(event)
    },
    async require(event) {
      await table.add(shape(event))
      logLine(event)
    },
    read: table.read,
    stop: repeats.flush,
  }
}
