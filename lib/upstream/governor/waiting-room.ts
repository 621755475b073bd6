import { UpstreamError } from "../upstream-error"
import { type ByLane, type Lane, lanes } from "./lane"
import { RoundRobin } from "./round-robin"

/** How many may wait in a lane, how many of one person's, and how long at most, in milliseconds. */
export interface QueueRule {
  readonly most: number
  readonly mostEach: number
  readonly patienceMs: number
}

export type QueueRules = Readonly<Record<Lane, QueueRule>>

export const usualQueues: QueueRules = {
  person: { most: 500, mostEach: 50, patienceMs: 65_000 },
  export: { most: 100, mostEach: 20, patienceMs: 600_000 },
  sync: { most: 100, mostEach: 100, patienceMs: Number.POSITIVE_INFINITY },
}

/** Somebody who waits for a call, and since when on this process's running clock. */
export interface Waiting {
  readonly lane: Lane
  readonly owner: string
  readonly since: number
  /** Gives the taken call. */
  readonly admit: (id: string) => void
  readonly refuse: (error: unknown) => void
}

export const quotaExhausted = (waitMs: number) =>
  new UpstreamError("quota_exhausted", {
    retryAfter: Math.max(1, Math.ceil(waitMs / 1000)),
    sent: false,
  })

/** Those of this instance who wait, by lane and in fair order. */
export function createWaitingRoom(rules: QueueRules) {
  const queues: Readonly<Record<Lane, RoundRobin<Waiting>>> = {
    person: new RoundRobin(),
    export: new RoundRobin(),
    sync: new RoundRobin(),
  }
  const busiest = () => lanes.find((lane) => queues[lane].size > 0)

  return {
    isFull({ lane, owner }: Pick<Waiting, "lane" | "owner">): boolean {
      const { most, mostEach } = rules[lane]
      return queues[lane].size >= most || queues[lane].countOf(owner) >= mostEach
    },
    add: (waiting: Waiting) => queues[waiting.lane].add(waiting.owner, waiting),
    remove: (waiting: Waiting) => queues[waiting.lane].remove(waiting.owner, waiting),
    demand: (): ByLane => ({
      person: queues.person.size,
      export: queues.export.size,
      sync: queues.sync.size,
    }),
    /** The most urgent lane in which somebody waits. */
    busiest,
    /** Whose turn it is in the lane, or in the most urgent one where nobody is left there. */
    next: (lane: Lane) => queues[lane].next() ?? queues[busiest() ?? lane].next(),
    /** How many go before somebody who comes to the lane now. */
    ahead: (lane: Lane) =>
      lanes.slice(0, lanes.indexOf(lane) + 1).reduce((sum, each) => sum + queues[each].size, 0),
    /** Refuses those who would wait longer than their lane does; `estimate` tells for a lane and a number of others before them. */
    refuseHopeless(now: number, estimate: (lane: Lane, ahead: number) => number) {
      let ahead = 0
      for (const lane of lanes)
        for (const waiting of queues[lane].inTurn()) {
          const waitMs = estimate(lane, ahead)
          const isHopeless = now - waiting.since + waitMs > rules[lane].patienceMs
          if (isHopeless && queues[lane].remove(waiting.owner, waiting))
            waiting.refuse(quotaExhausted(waitMs))
          else ahead += 1
        }
    },
    refuseAll(error: unknown) {
      for (const lane of lanes)
        for (let waiting = queues[lane].next(); waiting; waiting = queues[lane].next())
          waiting.refuse(error)
    },
  }
}

export type WaitingRoom = ReturnType<typeof createWaitingRoom>
