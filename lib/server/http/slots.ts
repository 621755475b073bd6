import { setTimeout as delay } from "node:timers/promises"
import { connectionLimits } from "./connection-limits"
import { BffError } from "./problem"

/** How many of one kind of work an instance does at once. */
export interface SlotsRule {
  readonly atOnce: number
  /** Of one person's. */
  readonly each: number
  /** How many one person may have under way, those that wait among them. */
  readonly underWay: number
  /** How long a refusal takes, and up to twice as long, so that who asks again at once asks no faster. */
  readonly refuseAfterMs: number
  /** How long a slot stays taken after its work, so that one person's, one after the other, leave time for everybody. */
  readonly restMs: number
}

/** Slots for work that costs much, given to people in rotation: whoever asks for much delays another by one piece of work. */
export interface Slots {
  /** Works when a slot is the person's; throws `too_many_requests` (429) where they have too much under way, and the signal's reason where that comes first. */
  run<T>(person: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** The same of work that is over when it calls `end`, fails, or the signal comes. */
  hold<T>(person: string, work: (end: () => void) => Promise<T>, signal?: AbortSignal): Promise<T>
}

const retryAfterSeconds = 2

interface Own {
  running: number
  readonly waiting: (() => void)[]
}

export function createSlots({ atOnce, each, underWay, refuseAfterMs, restMs }: SlotsRule): Slots {
  /** Whoever has something under way, the least recently served first. */
  const people = new Map<string, Own>()
  let running = 0

  function putLast(person: string, own: Own) {
    people.delete(person)
    if (own.running + own.waiting.length > 0) people.set(person, own)
  }

  /** Visits whoever has just begun again, behind the others. */
  function startNext() {
    for (const [person, own] of people) {
      if (running >= atOnce) return
      const start = own.running < each ? own.waiting.shift() : undefined
      if (!start) continue
      own.running += 1
      running += 1
      putLast(person, own)
      start()
    }
  }

  function leave(person: string, own: Own) {
    own.running -= 1
    running -= 1
    putLast(person, own)
    startNext()
  }

  /** Frees a slot once, however often it is called. */
  function endOf(person: string, own: Own): () => void {
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      if (restMs === 0) leave(person, own)
      else setTimeout(leave, restMs, person, own).unref()
    }
  }

  function wait(person: string, own: Own, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        own.waiting.splice(own.waiting.indexOf(start), 1)
        if (own.running + own.waiting.length === 0) people.delete(person)
        reject(signal?.reason)
      }
      const start = () => {
        signal?.removeEventListener("abort", giveUp)
        resolve()
      }
      signal?.addEventListener("abort", giveUp, { once: true })
      own.waiting.push(start)
      startNext()
    })
  }

  async function enter(person: string, signal?: AbortSignal) {
    signal?.throwIfAborted()
    const own = people.get(person) ?? { running: 0, waiting: [] }
    if (own.running + own.waiting.length >= underWay) {
      await delay(refuseAfterMs * (1 + Math.random()), undefined, { ...(signal && { signal }) })
      throw new BffError("too_many_requests", { retryAfter: retryAfterSeconds })
    }
    people.set(person, own)
    await wait(person, own, signal)
    return endOf(person, own)
  }

  return {
    async run(person, work, signal) {
      const end = await enter(person, signal)
      return work().finally(end)
    },
    async hold(person, work, signal) {
      const end = await enter(person, signal)
      signal?.addEventListener("abort", end, { once: true })
      return work(end).catch((error: unknown) => {
        end()
        throw error
      })
    },
  }
}

/** The kinds of work that are limited by slots, within the connections of `expensivePoolOptions`. */
export interface ExpensiveWork {
  /** Series and rows of copied data points. */
  readonly queries: Slots
  /** Users' names, by id or text. */
  readonly names: Slots
  /** Files of names that are brought. */
  readonly uploads: Slots
  /** Files that are made while somebody waits for them. */
  readonly making: Slots
  /** Files on their way to a browser, as slow as that takes them. */
  readonly downloads: Slots
  /** The parts of these files. */
  readonly parts: Slots
}

/** Connections for what is expensive, so that sessions, cached answers and settings never wait for one. */
export const expensivePoolOptions = {
  max: connectionLimits.expensive,
  statementTimeoutMs: 10_000,
  answerTimeoutMs: 12_000,
} as const

/** The slots of one instance; `pace` 0 refuses at once and rests never. */
export function createExpensiveWork(pace = 1): ExpensiveWork {
  const standard = { refuseAfterMs: 1000 * pace, restMs: 0 }
  return {
    queries: createSlots({ ...standard, atOnce: 3, each: 1, underWay: 24 }),
    names: createSlots({ ...standard, atOnce: 2, each: 1, underWay: 8, restMs: 50 * pace }),
    uploads: createSlots({ ...standard, atOnce: 1, each: 1, underWay: 2 }),
    making: createSlots({ ...standard, atOnce: 1, each: 1, underWay: 4 }),
    downloads: createSlots({ ...standard, atOnce: 64, each: 2, underWay: 4, restMs: 250 * pace }),
    parts: createSlots({ ...standard, atOnce: 2, each: 1, underWay: 8, restMs: 15 * pace }),
  }
}
