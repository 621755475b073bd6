import { setTimeout as delay } from "node:timers/promises"
import { connectionLimits } from "./connection-limits"
import { BffError } from "./problem"

/** Limits for one kind of work on an instance. */
export interface SlotsRule {
  readonly atOnce: number
  /** Running at once per person. */
  readonly each: number
  /** Running and queued per person. */
  readonly underWay: number
  /**
   * A refusal is delayed by this time up to twice as long, so that immediate retries gain nothing.
   */
  readonly refuseAfterMs: number
  /**
   * How long a slot stays taken after its work, so that one person's consecutive requests leave
   * time for others.
   */
  readonly restMs: number
}

/**
 * Slots for expensive work, assigned to people in rotation: a person with many requests delays
 * another by one piece of work.
 */
export interface Slots {
  /**
   * Runs the work once the person gets a slot; throws `too_many_requests` (429) if they have too
   * much running and queued, or the signal's reason if it aborts first.
   */
  run<T>(person: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Same, for work that ends when it calls `end`, fails, or the signal aborts. */
  hold<T>(person: string, work: (end: () => void) => Promise<T>, signal?: AbortSignal): Promise<T>
}

const retryAfterSeconds = 2

interface Own {
  running: number
  readonly waiting: (() => void)[]
}

export function createSlots({ atOnce, each, underWay, refuseAfterMs, restMs }: SlotsRule): Slots {
  /** People with running or queued work, least recently served first. */
  const people = new Map<string, Own>()
  let running = 0

  function putLast(person: string, own: Own) {
    people.delete(person)
    if (own.running + own.waiting.length > 0) people.set(person, own)
  }

  /** Moves each person served to the end, so that the loop visits them again after the others. */
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

  /** Returns a function that frees a slot once, however often it is called. */
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

/** Kinds of work limited by slots, within the connections of `expensivePoolOptions`. */
export interface ExpensiveWork {
  /** Series and rows of copied data points. */
  readonly queries: Slots
  /** Look-ups of users' names, by id or text. */
  readonly names: Slots
  /** Uploads of name files. */
  readonly uploads: Slots
  /** Files created while somebody waits for them. */
  readonly making: Slots
  /** Downloads, at the browser's pace. */
  readonly downloads: Slots
  /** Single parts of downloads. */
  readonly parts: Slots
}

/**
 * A separate pool for expensive queries, so that they cannot exhaust the connections for sessions,
 * cached answers and settings.
 */
export const expensivePoolOptions = {
  max: connectionLimits.expensive,
  statementTimeoutMs: 10_000,
  answerTimeoutMs: 12_000,
} as const

/** The slots of one instance. A `pace` of 0 refuses at once and never rests. */
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
