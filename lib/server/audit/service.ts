import "server-only"
import { type AuditDetails, type AuditKind, type AuditPage, auditDetails } from "../../contract"
import { describeError, type Log } from "../http/log"
import type { Audit, AuditEvent, AuditOrigin } from "./audit"
import { createRepeats } from "./repeats"
import type { AuditPerson, AuditRead, AuditTable, NewAuditEvent } from "./table"

export interface AuditService extends Audit {
  read(requested: AuditRead): Promise<AuditPage>
  /** Writes everything counted so far and stops the timers. */
  stop(): Promise<void>
}

export interface AuditDependencies {
  readonly table: Omit<AuditTable, "prepare">
  readonly instance: string
  /** The person's pseudonym in the log. */
  readonly nameOf: (subject: string) => string
  readonly clock: () => number
  readonly log: Log
}

/** Maximum number of events queued for retry; beyond it, events are counted and dropped. */
const maxWaiting = 1000
const againMs = 5_000
const sweepMs = 10_000
const partitionsMs = 24 * 3_600_000

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

/**
 * Writes events one by one, merges frequent equal events into one with a count, and retries failed
 * writes.
 */
export function createAudit({
  table,
  instance,
  nameOf,
  clock,
  log,
}: AuditDependencies): AuditService {
  const waiting: NewAuditEvent[] = []
  let leftOut = 0

  const complain = (error: unknown, kind?: AuditKind) =>
    log.error({ ...(kind && { code: kind }), error: describeError(error) }, "audit")

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

  function hold(event: NewAuditEvent) {
    if (waiting.length < maxWaiting) waiting.push(event)
    else leftOut += 1
  }

  /** Writes queued events in order, until one of them fails. */
  async function writeWaiting(): Promise<void> {
    for (let next = waiting[0]; next; next = waiting[0]) {
      await table.add(next)
      waiting.shift()
    }
    if (leftOut === 0) return
    const count = leftOut
    await table.add(shape({ kind: "events_left_out", details: { count }, outcome: "failed" }))
    leftOut -= count
  }

  async function write(event: AuditEvent): Promise<void> {
    try {
      const shaped = shape(event)
      await table.add(shaped).catch((error: unknown) => {
        hold(shaped)
        throw error
      })
    } catch (error) {
      complain(error, event.kind)
    }
  }

  const repeats = createRepeats({ clock, write })
  let isWriting = false
  async function writeAgain() {
    if (isWriting || waiting.length + leftOut === 0) return
    isWriting = true
    await writeWaiting().catch((error: unknown) => complain(error))
    isWriting = false
  }
  const makePartitions = () =>
    void table.makePartitions().catch((error: unknown) => complain(error))
  const timers = [
    setInterval(() => void writeAgain(), againMs),
    setInterval(() => void repeats.sweep(), sweepMs),
    setInterval(makePartitions, partitionsMs),
  ]
  for (const timer of timers) timer.unref()
  makePartitions()

  return {
    record: async (event) => {
      logLine(event)
      if (!repeats.count(event)) await write(event)
    },
    async require(event) {
      await table.add(shape(event))
      logLine(event)
    },
    read: table.read,
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await repeats.flush()
      await writeAgain()
    },
  }
}
