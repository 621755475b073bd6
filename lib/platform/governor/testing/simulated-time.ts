import type { CallLog } from "@/lib/db"
import type { Timing } from "../governor"

/** A clock that stops while anything is pending, and then jumps to the next timer. */
export interface SimulatedTime extends Timing {
  /** The same log; the clock waits for its responses. */
  watch(log: CallLog): CallLog
  /** Advances the clock to that time. */
  runUntil(ms: number): Promise<void>
}

export function createSimulatedTime(): SimulatedTime {
  const timers = new Map<number, { readonly at: number; readonly work: () => void }>()
  const underWay = new Set<Promise<unknown>>()
  let now = 0
  let last = 0

  const track = <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    underWay.add(answer)
    const end = () => underWay.delete(answer)
    answer.then(end, end)
    return answer
  }

  /** Waits until nothing is pending and all follow-up work is done. */
  async function waitUntilIdle(): Promise<void> {
    do {
      await Promise.allSettled(underWay)
      await new Promise(setImmediate)
    } while (underWay.size > 0)
  }

  /** The first of the timers that are due next. */
  const next = () => {
    const at = Math.min(...[...timers.values()].map((timer) => timer.at))
    return [...timers].find(([, timer]) => timer.at === at)
  }

  return {
    now: () => now,
    after(ms, work) {
      last += 1
      const number = last
      timers.set(number, { at: now + Math.max(0, Math.ceil(ms)), work })
      return () => timers.delete(number)
    },
    watch: (log) => ({
      take: (request) => track(log.take(request)),
      endCall: (id) => track(log.endCall(id)),
      giveBack: (id) => track(log.giveBack(id)),
      pause: (ms) => track(log.pause(ms)),
      read: () => track(log.read()),
    }),
    async runUntil(ms) {
      for (;;) {
        await waitUntilIdle()
        const first = next()
        if (!first || first[1].at > ms) break
        const [number, timer] = first
        timers.delete(number)
        now = timer.at
        timer.work()
      }
      now = ms
    },
  }
}
