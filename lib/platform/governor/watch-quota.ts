import { setTimeout as delay } from "node:timers/promises"
import type { QuotaReading } from "./governor"

type Listener = (reading: QuotaReading) => void

/** Reads the figures once an interval while somebody watches, and tells those that changed; a failed reading is left out. */
export function createQuotaWatch(read: () => Promise<QuotaReading>, intervalMs: number) {
  const listeners = new Set<Listener>()
  let looking = new AbortController()
  let last: QuotaReading | undefined

  async function look(signal: AbortSignal): Promise<void> {
    let told = ""
    while (!signal.aborted) {
      const reading = await read().catch(() => undefined)
      const text = JSON.stringify(reading)
      if (reading && text !== told && !signal.aborted) {
        told = text
        last = reading
        for (const listener of listeners) listener(reading)
      }
      await delay(intervalMs, undefined, { signal }).catch(() => {})
    }
  }

  function stop() {
    looking.abort()
    last = undefined
  }

  return {
    add(listener: Listener): () => void {
      listeners.add(listener)
      if (last) listener(last)
      if (listeners.size === 1) {
        looking = new AbortController()
        void look(looking.signal)
      }
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) stop()
      }
    },
    close() {
      listeners.clear()
      stop()
    },
  }
}
