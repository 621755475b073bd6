/** A process's running clock, which nobody sets, and its timers; milliseconds. */
export interface Timing {
  now(): number
  /** Answers how to call it off. */
  after(ms: number, work: () => void): () => void
}

export const runningTime: Timing = {
  now: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}
