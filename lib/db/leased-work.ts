/** How an instance leases shared work. Times are in milliseconds. */
export interface LeaseRule {
  /** Maximum number of jobs at a time. */
  readonly max: number
  /** How often it looks for unleased work. */
  readonly pollMs: number
  /** How long without renewal before another instance takes over the work. */
  readonly leaseMs: number
}

/**
 * Work stored in the database by id. A job belongs to one instance as long as that renews its
 * lease.
 */
export interface LeasedWork<T extends { readonly id: string }> {
  /** Leases unleased work, at most `max` jobs. */
  claim(max: number): Promise<readonly T[]>
  /** Returns which of them still belong to this instance. */
  renew(ids: readonly string[]): Promise<readonly string[]>
  /**
   * Works until the signal reports that the lease is lost. If it throws, the job is released with
   * the next poll.
   */
  work(claimed: T, signal: AbortSignal): Promise<void>
  /** Releases one job, or all. */
  release(id?: string): Promise<void>
  /** Called when work throws or cannot be released, and once when polling fails. */
  complain(error: unknown): void
}

/** Runs the work after the given milliseconds. Returns a function that cancels it. */
export type WorkAfter = (ms: number, work: () => void) => () => void

const afterRealTime: WorkAfter = (ms, work) => {
  const timer = setTimeout(work, ms).unref()
  return () => clearTimeout(timer)
}

export interface LeaseRunner {
  /** Polls now. */
  wake(): void
  /** Stops a job whose state has changed. */
  drop(id: string): void
  /** Takes no more work and releases current jobs. Other instances take them at once. */
  stop(): Promise<void>
}

/** Starts polling for work, including work left by a terminated process. */
export function startLeaseRunner<T extends { readonly id: string }>(
  work: LeasedWork<T>,
  rule: LeaseRule,
  after: WorkAfter = afterRealTime,
): LeaseRunner {
  const running = new Map<string, { stop: AbortController; ended: Promise<void> }>()
  /**
   * Jobs claimed again while their stopped run was still ending. They are released once more when
   * it ends.
   */
  const claimedEarly = new Set<string>()
  /** Jobs still leased to this instance that nobody works on any more. */
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
    // A failing job would come back at once and fail again without a pause.
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
