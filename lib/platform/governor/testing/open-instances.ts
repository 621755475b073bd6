import { randomUUID } from "node:crypto"
import type { CallLog } from "../call-log"
import type { Demand, Lane, QuotaRule } from "../governor"
import type { LogKeeper } from "./open-logs"

/** A log with short words for what tests ask of it most. */
export interface Instance extends CallLog {
  /** Asks for calls of a lane while as many wait as asked for. */
  want(lane: Lane, count?: number): ReturnType<CallLog["take"]>
  /** Asks for a person's call for each owner named, told apart by that share. */
  wantFor(owners: readonly string[], share: number): ReturnType<CallLog["take"]>
  /** Asks for a call as urgent as a person's for which no person waits. */
  wantQuietly(): ReturnType<CallLog["take"]>
  tell(demand: Partial<Demand>): Promise<unknown>
}

const idle: Demand = { person: 0, export: 0, sync: 0 }

function asInstance(log: CallLog): Instance {
  return {
    ...log,
    want: (lane, count = 1) => log.take({ lane, count, demand: { ...idle, [lane]: count } }),
    wantFor: (owners, share) =>
      log.take({
        lane: "person",
        count: owners.length,
        persons: { owners, share },
        demand: { ...idle, person: owners.length },
      }),
    wantQuietly: () =>
      log.take({ lane: "person", count: 1, demand: { ...idle, person: 1, quiet: 1 } }),
    tell: (demand) => log.take({ lane: "sync", count: 0, demand: { ...idle, ...demand } }),
  }
}

/** Instances on one new log whose clock stands still until it is advanced. */
export function openInstances(keeper: LogKeeper, rule: QuotaRule) {
  const clientId = randomUUID()
  let now = Date.parse("2026-11-21T10:00:00Z")
  const open = () => asInstance(keeper.open({ clientId, rule, clock: () => now }))
  return {
    clientId,
    open,
    /** Milliseconds; negative ones set the clock back. */
    advance(ms: number) {
      now += ms
    },
  }
}
