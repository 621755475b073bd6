import { createHash } from "node:crypto"
import { UpstreamError } from "../upstream-error"
import {
  type Demand,
  monotonicTime,
  type Priority,
  personShare,
  priorities,
  priorityOf,
  type QueueClass,
  type QuotaRule,
  queueClasses,
  queuesAfter,
  yieldsTo,
} from "./governor"

const maxOwners = 1000

/** A short hash of a person's id, under which their calls are counted; "" for nobody. */
export const hashOwner = (person: string | undefined): string =>
  person ? createHash("sha256").update(person).digest("hex").slice(0, 12) : ""

/** How many calls each owner had in the window, and the share, as the log last reported them to this instance; each report expires after one window. */
export function createOwnerCalls(rule: QuotaRule, clock = monotonicTime.now) {
  const share = personShare(rule)
  let currentShare = share
  const counts = new Map<string, { readonly calls: number; readonly until: number }>()

  function countOf(owner: string): number {
    const { calls, until } = counts.get(owner) ?? { calls: 0, until: 0 }
    return clock() < until ? calls : 0
  }

  return {
    /** The share while less than half of the calls are used. */
    share,
    record(calls: Readonly<Record<string, number>>, newShare = currentShare) {
      currentShare = newShare
      const until = clock() + rule.windowMs
      for (const [owner, count] of Object.entries(calls)) {
        counts.delete(owner)
        counts.set(owner, { calls: count, until })
      }
      for (const owner of counts.keys()) {
        if (counts.size <= maxOwners) break
        counts.delete(owner)
      }
    },
    countOf,
    isOverShare: (owner: string): boolean => countOf(owner) >= currentShare,
  }
}

export type OwnerCalls = ReturnType<typeof createOwnerCalls>

/** A queue that serves owners round robin, each one's items first come, first served: one with a hundred items delays another's by one. */
export class RoundRobin<Item> {
  private readonly lines = new Map<string, Item[]>()
  private items = 0

  get size(): number {
    return this.items
  }

  countOf(owner: string): number {
    return this.lines.get(owner)?.length ?? 0
  }

  /** How many items those owners have. */
  sizeOf(has: (owner: string) => boolean): number {
    return this.chosen(has).reduce((sum, [, line]) => sum + line.length, 0)
  }

  add(owner: string, item: Item): void {
    const line = this.lines.get(owner)
    if (line) line.push(item)
    else this.lines.set(owner, [item])
    this.items += 1
  }

  /** Removes and returns the next item. */
  next(): Item | undefined {
    const [owner] = this.lines.keys()
    return owner === undefined ? undefined : this.nextOf(owner)
  }

  /** Removes and returns the owner's first item, also before other owners' items. */
  nextOf(owner: string): Item | undefined {
    const line = this.lines.get(owner)
    if (!line) return undefined
    const item = line.shift()
    this.lines.delete(owner)
    if (line.length > 0) this.lines.set(owner, line)
    this.items -= 1
    return item
  }

  /** False where it was not here. */
  remove(owner: string, item: Item): boolean {
    const line = this.lines.get(owner) ?? []
    const index = line.indexOf(item)
    if (index < 0) return false
    line.splice(index, 1)
    if (line.length === 0) this.lines.delete(owner)
    this.items -= 1
    return true
  }

  /** All items of those owners in the order in which `next` would return them, had each owner already been served `served(owner)` times. */
  inOrder(
    has: (owner: string) => boolean = () => true,
    served: (owner: string) => number = () => 0,
  ) {
    const ranked = this.chosen(has).flatMap(([owner, line]) => {
      const before = served(owner)
      return line.map((item, index) => ({ item, round: before + index }))
    })
    return ranked.toSorted((one, other) => one.round - other.round).map(({ item }) => item)
  }

  /** How many of those owners' items come before the owner's next one. */
  aheadOf(
    owner: string,
    has: (owner: string) => boolean,
    served: (owner: string) => number,
  ): number {
    const round = served(owner) + this.countOf(owner)
    return this.chosen(has).reduce(
      (sum, [each, { length }]) => sum + Math.min(length, Math.max(0, round + 1 - served(each))),
      0,
    )
  }

  private chosen(has: (owner: string) => boolean) {
    return [...this.lines].filter(([owner]) => has(owner))
  }
}

/** How many may wait in a priority, how many of them one person's, and for how many milliseconds. */
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

/** A call that waits for its slot, and since when on this process's monotonic clock. */
export interface WaitingCall {
  readonly priority: Priority
  readonly owner: string
  readonly isUnattended: boolean
  readonly since: number
  /** Passes on the id of the call that the log gave out. */
  readonly admit: (id: string) => void
  readonly refuse: (error: unknown) => void
}

type Applicant = Pick<WaitingCall, "priority" | "owner">

export const quotaExhausted = (waitMs: number) =>
  new UpstreamError("quota_exhausted", {
    retryAfter: Math.max(1, Math.ceil(waitMs / 1000)),
    sent: false,
  })

/**
 * The calls that wait at this instance, by priority and round robin by owner, where a person's calls of
 * the window count as already served. `isOverShare` says which persons come after the others.
 */
export function createCallQueue(
  rules: QueueRules,
  { isOverShare, countOf }: Pick<OwnerCalls, "isOverShare" | "countOf">,
) {
  const queues: Readonly<Record<Priority, RoundRobin<WaitingCall>>> = {
    person: new RoundRobin(),
    export: new RoundRobin(),
    sync: new RoundRobin(),
  }
  const everybody = () => true
  const ownersIn: Readonly<Record<QueueClass, (owner: string) => boolean>> = {
    person: (owner) => !isOverShare(owner),
    "over-share": isOverShare,
    export: everybody,
    sync: everybody,
  }
  const queueOf = (queueClass: QueueClass) => queues[priorityOf(queueClass)]
  const sizeOf = (queueClass: QueueClass) => queueOf(queueClass).sizeOf(ownersIn[queueClass])
  const servedIn = (queueClass: QueueClass) =>
    priorityOf(queueClass) === "person" ? countOf : () => 0
  const inOrder = (queueClass: QueueClass) =>
    queueOf(queueClass).inOrder(ownersIn[queueClass], servedIn(queueClass))
  const sum = (all: readonly QueueClass[]) => all.reduce((count, each) => count + sizeOf(each), 0)
  const sizeBefore = (queueClass: QueueClass) => sum(queuesAfter(queueClass))

  return {
    isFull({ priority, owner }: Applicant): boolean {
      const { maxWaiting, maxPerOwner } = rules[priority]
      return queues[priority].size >= maxWaiting || queues[priority].countOf(owner) >= maxPerOwner
    },
    classOf: ({ priority, owner }: Applicant): QueueClass =>
      priority === "person" && isOverShare(owner) ? "over-share" : priority,
    add: (waiting: WaitingCall) => queues[waiting.priority].add(waiting.owner, waiting),
    remove: (waiting: WaitingCall) => queues[waiting.priority].remove(waiting.owner, waiting),
    isEmpty: () => priorities.every((priority) => queues[priority].size === 0),
    demand: (): Demand => ({
      person: queues.person.size,
      overShare: sizeOf("over-share"),
      unattended: queues.person.inOrder().filter(({ isUnattended }) => isUnattended).length,
      export: queues.export.size,
      sync: queues.sync.size,
    }),
    sizeOf,
    /** The classes in which calls wait, most urgent first. */
    waitingClasses: () => queueClasses.filter((queueClass) => sizeOf(queueClass) > 0),
    /** Removes and returns the next call of the priority, or of the owner where one is given. */
    next: (priority: Priority, owner?: string) =>
      owner === undefined ? queues[priority].next() : queues[priority].nextOf(owner),
    /** The owners of the next calls, at most `max`. */
    owners: (queueClass: QueueClass, max: number) =>
      inOrder(queueClass)
        .slice(0, max)
        .map(({ owner }) => owner),
    /** Whether calls wait at this instance that the class lets go first. */
    hasMoreUrgent: (queueClass: QueueClass) => sum(yieldsTo(queueClass)) > 0,
    /** How many calls go before that owner's next one of the class. */
    countAhead: (queueClass: QueueClass, owner = "") =>
      sizeBefore(queueClass) +
      queueOf(queueClass).aheadOf(owner, ownersIn[queueClass], servedIn(queueClass)),
    hasWaiting: (priority: Priority) => queues[priority].size > 0,
    /** Refuses calls that would wait longer than their priority allows; `estimateFor` estimates the wait of a class behind a number of calls. */
    refuseOverdue(now: number, estimateFor: (queueClass: QueueClass) => (ahead: number) => number) {
      for (const queueClass of queueClasses) {
        const estimate = estimateFor(queueClass)
        let ahead = sizeBefore(queueClass)
        for (const waiting of inOrder(queueClass)) {
          const waitMs = estimate(ahead)
          const isOverdue = now - waiting.since + waitMs > rules[waiting.priority].maxWaitMs
          if (isOverdue && queues[waiting.priority].remove(waiting.owner, waiting))
            waiting.refuse(quotaExhausted(waitMs))
          else ahead += 1
        }
      }
    },
    refuseAll(error: unknown) {
      for (const priority of priorities)
        for (let waiting = queues[priority].next(); waiting; waiting = queues[priority].next())
          waiting.refuse(error)
    },
  }
}

export type CallQueue = ReturnType<typeof createCallQueue>
