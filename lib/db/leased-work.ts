/** How an instance works on what all instances share; times in milliseconds. */
export interface LeaseRule {
  /** How many it works on at a time. */
  readonly max: number
  /** How often it looks for work that nobody does. */
  readonly pollMs: number
  /** After how long without a sign of life another instance takes its work. */
  readonly leaseMs: number
}

/** Work that is kept in the database under ids, each one instance's as long as it renews its lease. */
export interface LeasedWork<T extends { readonly id: string }> {
  /** Takes work that nobody does, so much at most. */
  claim(max: number): Promise<readonly T[]>
  /** Answers which of them are still this instance's. */
  renew(ids: readonly string[]): Promise<readonly string[]>
  /** Does it until the signal says that it is no longer this instance's; what throws is given back with the next look. */
  work(claimed: T, signal: AbortSignal): Promise<void>
  /** Lets go of one, or of all. */
  release(id?: string): Promise<void>
  /** Told of work that throws or cannot be let go of, and once of what keeps it from polling. */
  complain(error: unknown): void
}

/** Does the work after so many milliseconds; returns a function that cancels it. */
export type WorkAfter = (ms: number, work: () => void) => () => void

const afterRealTime: WorkAfter = (ms, work) => {
  const timer = setTimeout(work, ms).unref()
  return () => clearTimeout(timer)
}

export interface LeaseRunner {
  /** Looks for work now. */
  wake(): void
  /** Stops work whose state has been changed. */
  drop(id: string): void
  /** Takes no more work and lets go of what is under way; other instances take it at once. */
  stop(): Promise<void>
}

/** Starts to look for work, also for what a process left behind. */
export function startLeaseRunner<T extends { readonly id: string }>(
  work: LeasedWork<T>,
  rule: LeaseRule,
  after: WorkAfter = afterRealTime,
): LeaseRunner {
  const running = new Map<string, { stop: AbortController; ended: Promise<void> }>()
  /** Claimed while what was stopped of it was still ending, which has to let go of it once more. */
  const claimedEarly = new Set<string>()
  /** Still leased to this instance, though nobody works on it any more. */
  const unreleased = new Set<string>()
  let isStopped = false
  let looking: Promise<void> | undefined
  let wantsMore = false
  let isSilent = false

  const drop = (id: string) => running.get(id)?.stop.abort()

  async function release(id: string): Promise<void> {
    do {
      claimedEarly.delete(id)
      await work.release(id)
    } while (claimedEarly.has(id))
    unreleased.delete(id)
  }

  async function finish(claimed: T, signal: AbortSignal): Promise<void> {
    const { id } = claimed
    try {
      await work.work(claimed, signal)
      await release(id)
    } catch (error) {
      unreleased.add(id)
      work.complain(error)
    }
    running.delete(id)
    // What fails would come back at once, and fail again without a pause.
    if (!unreleased.has(id)) wake()
  }

  function start(claimed: T): void {
    const stop = new AbortController()
    running.set(claimed.id, { stop, ended: finish(claimed, stop.signal) })
  }

  async function poll(): Promise<void> {
    const ids = [...running.keys()]
    const left = new Set(ids.length > 0 ? await work.renew(ids) : [])
    for (const id of ids) if (!left.has(id)) drop(id)
    for (const id of unreleased) if (!running.has(id)) await release(id).catch(work.complain)
    const free = rule.max - running.size
    if (free <= 0 || isStopped) return
    for (const claimed of await work.claim(free)) {
      if (running.has(claimed.id)) claimedEarly.add(claimed.id)
      else start(claimed)
    }
  }

  async function pollOften(): Promise<void> {
    do {
      wantsMore = false
      await poll().then(
        () => {
          isSilent = false
        },
        (error: unknown) => {
          if (!isSilent) work.complain(error)
          isSilent = true
        },
      )
    } while (wantsMore && !isStopped && !isSilent)
    looking = undefined
  }

  function wake(): void {
    if (isStopped) return
    wantsMore = true
    looking ??= pollOften()
  }

  let cancelPoll = () => {}
  function keepPolling(): void {
    wake()
    cancelPoll = after(rule.pollMs, keepPolling)
  }
  keepPolling()

  return {
    wake,
    drop,
    async stop() {
      isStopped = true
      cancelPoll()
      await looking
      for (const { stop } of running.values()) stop.abort()
      await Promise.all([...running.values()].map(({ ended }) => ended))
      await work.release().catch(() => {})
    },
  }
}
