import { createHash } from "node:crypto"
import { UpstreamError } from "../upstream-error"
import {
  type Demand,
  type Lane,
  laneOf,
  lanes,
  personShare,
  type QuotaRule,
  runningTime,
  type Turn,
  turns,
  turnsAhead,
  turnsBefore,
} from "./governor"

const maxOwners = 1000

/** A short name for a person that does not tell who it is; "" for nobody. */
export const nameOwner = (person: string | undefined): string =>
  person ? createHash("sha256").update(person).digest("hex").slice(0, 12) : ""

/** What this instance last heard of how many calls owners have in the window, and of the share that counts; forgotten after one. */
export function createOwnerCalls(rule: QuotaRule, clock = runningTime.now) {
  const share = personShare(rule)
  let counting = share
  const heard = new Map<string, { readonly calls: number; readonly until: number }>()

  function countOf(owner: string): number {
    const { calls, until } = heard.get(owner) ?? { calls: 0, until: 0 }
    return clock() < until ? calls : 0
  }

  return {
    /** While there is much room. */
    share,
    hear(calls: Readonly<Record<string, number>>, shareNow = counting) {
      counting = shareNow
      const until = clock() + rule.windowMs
      for (const [owner, count] of Object.entries(calls)) {
        heard.delete(owner)
        heard.set(owner, { calls: count, until })
      }
      for (const owner of heard.keys()) {
        if (heard.size <= maxOwners) break
        heard.delete(owner)
      }
    },
    countOf,
    /** Whether the owner has had their share. */
    isBehind: (owner: string): boolean => countOf(owner) >= counting,
  }
}

export type OwnerCalls = ReturnType<typeof createOwnerCalls>

/** Waiting items, first come first served for each owner, and the owners in turn: one with a hundred items delays another's by one. */
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

  /** Takes out whose turn it is. */
  next(): Item | undefined {
    const [owner] = this.lines.keys()
    return owner === undefined ? undefined : this.nextOf(owner)
  }

  /** Takes out the owner's first, whoever's turn it is. */
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
    const place = line.indexOf(item)
    if (place < 0) return false
    line.splice(place, 1)
    if (line.length === 0) this.lines.delete(owner)
    this.items -= 1
    return true
  }

  /** All of those owners' in the order in which `next` would give them, if they had had so many each before. */
  inTurn(has: (owner: string) => boolean = () => true, had: (owner: string) => number = () => 0) {
    const turns = this.chosen(has).flatMap(([owner, line]) => {
      const before = had(owner)
      return line.map((item, index) => ({ item, turn: before + index }))
    })
    return turns.toSorted((one, other) => one.turn - other.turn).map(({ item }) => item)
  }

  /** How many of those owners' items come before the owner's next one. */
  aheadOf(owner: string, has: (owner: string) => boolean, had: (owner: string) => number): number {
    const turn = had(owner) + this.countOf(owner)
    return this.chosen(has).reduce(
      (sum, [each, { length }]) => sum + Math.min(length, Math.max(0, turn + 1 - had(each))),
      0,
    )
  }

  private chosen(has: (owner: string) => boolean) {
    return [...this.lines].filter(([owner]) => has(owner))
  }
}

/** How many may wait in a lane, how many of one person's, and how long at most, in milliseconds. */
interface QueueRule {
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
