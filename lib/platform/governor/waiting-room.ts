import { UpstreamError } from "../upstream-error"
import {
  type Demand,
  type Lane,
  laneOf,
  lanes,
  type Turn,
  turns,
  turnsAhead,
  turnsBefore,
} from "./lane"
import type { OwnerCalls } from "./owner-calls"
import { RoundRobin } from "./round-robin"

/** How many may wait in a lane, how many of one person's, and how long at most, in milliseconds. */
export interface QueueRule {
  readonly most: number
  readonly maxEach: number
  readonly patienceMs: number
}

export type QueueRules = Readonly<Record<Lane, QueueRule>>

export const defaultQueues: QueueRules = {
  person: { most: 500, maxEach: 50, patienceMs: 65_000 },
  export: { most: 100, maxEach: 20, patienceMs: 600_000 },
  sync: { most: 100, maxEach: 100, patienceMs: Number.POSITIVE_INFINITY },
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

/**
 * Those of this instance who wait, by lane and in fair order: turns go round by owner, as if each
 * person's calls of the window had been turns of theirs too. `isBehind` tells which persons go behind
 * the others.
 */
export function createWaitingRoom(
  rules: QueueRules,
  { isBehind, countOf }: Pick<OwnerCalls, "isBehind" | "countOf">,
) {
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
  const hadBy = (turn: Turn) => (laneOf(turn) === "person" ? countOf : () => 0)
  const inTurn = (turn: Turn) => queues[laneOf(turn)].inTurn(whoHas[turn], hadBy(turn))
  const sum = (all: readonly Turn[]) => all.reduce((waiting, each) => waiting + sizeOf(each), 0)
  const before = (turn: Turn) => sum(turnsAhead(turn))

  return {
    isFull({ lane, owner }: Pick<Waiting, "lane" | "owner">): boolean {
      const { most, maxEach } = rules[lane]
      return queues[lane].size >= most || queues[lane].countOf(owner) >= maxEach
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
    /** Whether anybody of this instance goes before those of that turn. */
    hasBefore: (turn: Turn) => sum(turnsBefore(turn)) > 0,
    /** How many go before that owner's next call of that turn. */
    ahead: (turn: Turn, owner = "") =>
      before(turn) + queues[laneOf(turn)].aheadOf(owner, whoHas[turn], hadBy(turn)),
    waits: (lane: Lane) => queues[lane].size > 0,
    /** Refuses those who would wait longer than their lane does; `estimateFor` tells for a turn and then for a number of others before them. */
    refuseHopeless(now: number, estimateFor: (turn: Turn) => (ahead: number) => number) {
      for (const turn of turns) {
        const estimate = estimateFor(turn)
        let ahead = before(turn)
        for (const waiting of inTurn(turn)) {
          const waitMs = estimate(ahead)
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
