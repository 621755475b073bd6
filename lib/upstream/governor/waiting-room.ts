import { UpstreamError } from "../upstream-error"
import { type Demand, type Lane, laneOf, lanes, type Turn, turns, turnsBefore } from "./lane"
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
  readonly isQuiet: boolean
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

/** Those of this instance who wait, by lane and in fair order; `isBehind` tells which persons go behind the others. */
export function createWaitingRoom(rules: QueueRules, isBehind: (owner: string) => boolean) {
  const queues: Readonly<Record<Lane, RoundRobin<Waiting>>> = {
    person: new RoundRobin(),
    export: new RoundRobin(),
    sync: new RoundRobin(),
  }
  const everybody = () => true
  const whoHas: Readonly<Record<Turn, (owner: string) => boolean>> = {
    person: (owner) => !isBehind(owner),
    behind: isBehind,
    export: everybody,
    sync: everybody,
  }
  const sizeOf = (turn: Turn) => queues[laneOf(turn)].sizeOf(whoHas[turn])
  const inTurn = (turn: Turn) => queues[laneOf(turn)].inTurn(whoHas[turn])
  const before = (turn: Turn) => turnsBefore(turn).reduce((sum, each) => sum + sizeOf(each), 0)

  return {
    isFull({ lane, owner }: Pick<Waiting, "lane" | "owner">): boolean {
      const { most, mostEach } = rules[lane]
      return queues[lane].size >= most || queues[lane].countOf(owner) >= mostEach
    },
    turnOf: ({ lane, owner }: Pick<Waiting, "lane" | "owner">): Turn =>
      lane === "person" && isBehind(owner) ? "behind" : lane,
    add: (waiting: Waiting) => queues[waiting.lane].add(waiting.owner, waiting),
    remove: (waiting: Waiting) => queues[waiting.lane].remove(waiting.owner, waiting),
    isEmpty: () => lanes.every((lane) => queues[lane].size === 0),
    demand: (): Demand => ({
      person: queues.person.size,
      behind: sizeOf("behind"),
      quiet: queues.person.inTurn().filter(({ isQuiet }) => isQuiet).length,
      export: queues.export.size,
      sync: queues.sync.size,
    }),
    sizeOf,
    /** The turns for which somebody waits, most urgent first. */
    turns: () => turns.filter((turn) => sizeOf(turn) > 0),
    /** Whose turn it is in the lane, or of the owner where one is named. */
    next: (lane: Lane, owner?: string) =>
      owner === undefined ? queues[lane].next() : queues[lane].nextOf(owner),
    /** Whose turns the next ones are, so many at most. */
    owners: (turn: Turn, most: number) =>
      inTurn(turn)
        .slice(0, most)
        .map(({ owner }) => owner),
    /** How many go before somebody who comes for that turn now. */
    ahead: (turn: Turn) => before(turn) + sizeOf(turn),
    /** Refuses those who would wait longer than their lane does; `estimate` tells for a turn and a number of others before them. */
    refuseHopeless(now: number, estimate: (turn: Turn, ahead: number) => number) {
      for (const turn of turns) {
        let ahead = before(turn)
        for (const waiting of inTurn(turn)) {
          const waitMs = estimate(turn, ahead)
          const isHopeless = now - waiting.since + waitMs > rules[waiting.lane].patienceMs
          if (isHopeless && queues[waiting.lane].remove(waiting.owner, waiting))
            waiting.refuse(quotaExhausted(waitMs))
          else ahead += 1
        }
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
