import type { Pool, PoolClient, QueryConfig } from "pg"
import type { Timing } from "@/lib/platform"

/** A simulated clock that stops while any work is in progress, and then jumps to the next timer. */
export interface DayClock extends Timing {
  /** Milliseconds since 1970. */
  today(): number
  /** Stops the clock until the work has ended. */
  track<Answer>(work: Promise<Answer>): Promise<Answer>
  /** Stops the clock until the returned function is called. */
  begin(): () => void
  rest(ms: number): Promise<void>
  /** Runs until that moment, in milliseconds since 1970. */
  runUntil(moment: number): Promise<void>
}

/**
 * How many consecutive turns must be idle before the clock continues: a result may cause the next
 * statement in a later turn.
 */
const quietTurns = 3

/**
 * Starts at a moment in milliseconds since 1970; `onMove` is called with each moment before its
 * timers run.
 */
export function createDayClock(start: number, onMove: (moment: number) => Promise<void>): DayClock {
  const timers = new Map<number, { readonly at: number; readonly work: () => void }>()
  let [now, last, underWay] = [start, 0, 0]
  let onIdle = () => {}

  async function waitUntilIdle(): Promise<void> {
    for (let quiet = 0; quiet < quietTurns; quiet += 1) {
      await new Promise(setImmediate)
      if (underWay === 0) continue
      await new Promise<void>((resolve) => {
        onIdle = resolve
      })
      quiet = -1
    }
  }

  function begin() {
    underWay += 1
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      underWay -= 1
      if (underWay === 0) onIdle()
    }
  }

  function takeNext() {
    let soonest: number | undefined
    for (const [number, { at }] of timers)
      if (soonest === undefined || at < (timers.get(soonest)?.at ?? 0)) soonest = number
    return soonest
  }

  function after(ms: number, work: () => void) {
    last += 1
    const number = last
    timers.set(number, { at: now + Math.max(0, Math.ceil(ms)), work })
    return () => timers.delete(number)
  }

  return {
    now: () => now - start,
    today: () => now,
    after,
    begin,
    track: (work) => work.finally(begin()),
    rest: (ms) => new Promise((resolve) => after(ms, resolve)),
    async runUntil(moment) {
      for (;;) {
        await waitUntilIdle()
        const number = takeNext()
        const timer = number === undefined ? undefined : timers.get(number)
        if (!timer || number === undefined || timer.at > moment) break
        timers.delete(number)
        if (timer.at !== now) await onMove(timer.at)
        now = timer.at
        timer.work()
      }
      now = moment
      await onMove(moment)
    },
  }
}

/** Wraps a pool so that the clock waits for its statements and transactions. */
export function watchPool(pool: Pool, clock: DayClock): Pool {
  async function connect(): Promise<PoolClient> {
    const end = clock.begin()
    const client = await pool.connect()
    const { release } = client
    client.release = (error) => {
      release.call(client, error)
      end()
    }
    return client
  }
  const query = (config: QueryConfig | string, values?: unknown[]) =>
    clock.track(pool.query(config, values))
  return new Proxy(pool, {
    get(target, key) {
      if (key === "query") return query
      if (key === "connect") return connect
      const found = Reflect.get(target, key)
      return typeof found === "function" ? found.bind(target) : found
    },
  })
}
