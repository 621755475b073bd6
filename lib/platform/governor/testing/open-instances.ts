import { randomUUID } from "node:crypto"
import type { CallLog } from "../call-log"
import type { Demand, Priority, QuotaRule } from "../governor"
import type { LogStore } from "./open-logs"

/** A log with short methods for what tests do with it. */
export interface Instance extends CallLog {
  /** Requests calls of a priority, of which as many wait. */
  want(priority: Priority, count?: number): ReturnType<CallLog["take"]>
  /** Requests a person's call for each owner, with that share. */
  wantFor(owners: readonly string[], share: number): ReturnType<CallLog["take"]>
  /** Requests a person call for which no person waits. */
  wantUnattended(): ReturnType<CallLog["take"]>
  reportDemand(demand: Partial<Demand>): Promise<unknown>
}

const idle: Demand = { person: 0, export: 0, sync: 0 }

function asInstance(log: CallLog): Instance {
  return {
    ...log,
    want: (priority, count = 1) =>
      log.take({ priority, count, demand: { ...idle, [priority]: count } }),
    wantFor: (owners, share) =>
      log.take({
        priority: "person",
        count: owners.length,
        persons: { owners, share },
        demand: { ...idle, person: owners.length },
      }),
    wantUnattended: () =>
      log.take({ priority: "person", count: 1, demand: { ...idle, person: 1, unattended: 1 } }),
    reportDemand: (demand) =>
      log.take({ priority: "sync", count: 0, demand: { ...idle, ...demand } }),
  }
}

/** Instances on one new log whose clock stands still until it is advanced. */
export function openInstances(store: LogStore, rule: QuotaRule) {
  const clientId = randomUUID()
  let now = Date.parse("2026-11-21T10:00:00Z")
  const open = () => asInstance(store.open({ clientId, rule, clock: () => now }))
  return {
    clientId,
    open,
    /** Milliseconds; negative ones set the clock back. */
    advance(ms: number) {
      now += ms
    },
  }
}
