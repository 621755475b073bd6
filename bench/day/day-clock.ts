import type { Pool, PoolClient, QueryConfig } from "pg"
import type { Timing } from "@/lib/platform"

/** A clock that stands still while anything is under way, and then goes on to the next timer. */
export interface DayClock extends Timing {
  /** Milliseconds since 1970. */
  today(): number
  /** The clock waits for its end. */
  track<Answer>(work: Promise<Answer>): Promise<Answer>
  /** Begins what the clock waits for; returns how to end it. */
  begin(): () => void
  rest(ms: number): Promise<void>
  /** Goes on until that moment, in milliseconds since 1970. */
  runUntil(moment: number): Promise<void>
}

/** So often nothing may be under way before the clock goes on: an answer may lead to the next statement in a later turn. */
const quietTurns = 3

/** Begins at a moment in milliseconds since 1970; `onMove` is told of each moment before what happens then. */
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

/** The same connections, for whose statements and transactions the clock waits. */
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
