import { randomUUID } from "node:crypto"
import type { CallLog } from "@/lib/db"
import type { Priority, QuotaRule } from "../governor"
import type { LogStore } from "./open-logs"

/** A log with a shorthand for tests. */
export type Instance = CallLog & {
  /** Takes calls for one priority, with no others waiting at this instance. */
  want(priority: Priority, count?: number, owner?: string): ReturnType<CallLog["take"]>
}

/** Instances on one new log, with a clock that moves only when it is advanced. */
export function openInstances(store: LogStore, rule: QuotaRule) {
  const clientId = randomUUID()
  let now = Date.parse("2026-11-21T10:00:00Z")
  const open = (): Instance => {
    const log = store.open({ clientId, rule, clock: () => now })
    return {
      ...log,
      want: (priority, count = 1, owner = "") =>
        log.take([{ priority, owner, count, waitedMs: 0 }]),
    }
  }
  return {
    clientId,
    open,
    /** Milliseconds; negative ones set the clock back. */
    advance(ms: number) {
      now += ms
    },
  }
}
