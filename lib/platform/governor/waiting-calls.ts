import { createHash } from "node:crypto"
import type { WaitingCalls as Waiting } from "../../db"
import { UpstreamError } from "../upstream-error"
import { type ByPriority, type Priority, priorities, type Timing } from "./governor"

/**
 * Limits of a priority: waiting calls, waiting calls per person, and waiting time in milliseconds.
 */
interface QueueRule {
  readonly maxWaiting: number
  readonly maxPerOwner: number
  readonly maxWaitMs: number
}

export type QueueRules = Readonly<Record<Priority, QueueRule>>

export const defaultQueues: QueueRules = {
  person: { maxWaiting: 500, maxPerOwner: 50, maxWaitMs: 65_000 },
  export: { maxWaiting: 100, maxPerOwner: 20, maxWaitMs: 600_000 },
  sync: { maxWaiting: 100, maxPerOwner: 100, maxWaitMs: Number.POSITIVE_INFINITY },
}

/** A call waiting for its slot, and since when on this process's monotonic clock. */
export interface WaitingCall {
  readonly priority: Priority
  readonly owner: string
  readonly since: number
  /** Called with the id of the granted call. */
  readonly admit: (id: string) => void
  readonly refuse: (error: unknown) => void
}

export const quotaExhausted = (waitMs: number) =>
  new UpstreamError("quota_exhausted", {
    retryAfter: Math.max(1, Math.ceil(waitMs / 1000)),
    sent: false,
  })

/** A short hash of a person's id, under which their calls are counted. "" for no person. */
export const hashOwner = (person: string | undefined): string =>
  person ? createHash("sha256").update(person).digest("hex").slice(0, 12) : ""

/**
 * The calls waiting at this instance, first come, first served per owner. The log decides whose
 * turn it is.
 */
export function createWaitingCalls(rules: QueueRules, { now }: Pick<Timing, "now">) {
  const calls = new Set<WaitingCall>()
  const of = (priority: Priority, owner?: string) =>
    [...calls].filter(
      (call) => call.priority === priority && (owner === undefined || call.owner === owner),
    )

  return {
    add: (call: WaitingCall) => void calls.add(call),
    remove: (call: WaitingCall) => calls.delete(call),
    isEmpty: () => calls.size === 0,
    isFull: (priority: Priority, owner: string) =>
      of(priority).length >= rules[priority].maxWaiting ||
      of(priority, owner).length >= rules[priority].maxPerOwner,
    next(priority: Priority, owner: string): WaitingCall | undefined {
      const [call] = of(priority, owner)
      if (call) calls.delete(call)
      return call
    },
    counts: (): ByPriority => ({
      person: of("person").length,
      export: of("export").length,
      sync: of("sync").length,
    }),
    /**
     * Number of calls before the owner's next one: all of higher priority, and of the same priority
     * at most as many per owner as this one will have.
     */
    countAhead(priority: Priority, owner: string): number {
      const most = of(priority, owner).length + 1
      const before = priorities.slice(0, priorities.indexOf(priority)).flatMap((each) => of(each))
      const same = this.groups().filter((group) => group.priority === priority)
      return same.reduce((sum, { count }) => sum + Math.min(count, most), before.length)
    },
    /** The waiting calls in the log's format. */
    groups(): Waiting[] {
      const groups = new Map<string, Waiting>()
      for (const { priority, owner, since } of calls) {
        const key = `${priority} ${owner}`
        const { count = 0, waitedMs = now() - since } = groups.get(key) ?? {}
        groups.set(key, { priority, owner, count: count + 1, waitedMs })
      }
      return [...groups.values()]
    },
    refuseOverdue(estimate: (priority: Priority, ahead: number) => number) {
      for (const priority of priorities) {
        let ahead = 0
        for (const call of of(priority)) {
          const waitMs = estimate(priority, ahead)
          const isOverdue = now() - call.since + waitMs > rules[priority].maxWaitMs
          if (isOverdue && calls.delete(call)) call.refuse(quotaExhausted(waitMs))
          else ahead += 1
        }
      }
    },
    refuseAll(error: unknown) {
      for (const call of calls) call.refuse(error)
      calls.clear()
    },
  }
}
