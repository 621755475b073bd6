import { setTimeout as delay } from "node:timers/promises"
import { type CallLog, copyShare, type TakenCalls } from "../../db"
import { UpstreamError } from "../upstream-error"
import {
  type Governor,
  monotonicTime,
  type Priority,
  priorities,
  type QuotaReading,
  type QuotaRule,
  type Ticket,
  type Timing,
} from "./governor"
import {
  createWaitingCalls,
  defaultQueues,
  hashOwner,
  type QueueRules,
  quotaExhausted,
  type WaitingCall,
} from "./waiting-calls"

type Listener = (reading: QuotaReading) => void

/**
 * Polls the quota figures while there are watchers, and reports those that changed. Failed readings
 * are skipped.
 */
function createQuotaWatch(read: () => Promise<QuotaReading>, intervalMs: number) {
  const listeners = new Set<Listener>()
  let polling = new AbortController()
  let last: QuotaReading | undefined

  async function poll(signal: AbortSignal): Promise<void> {
    let lastText = ""
    while (!signal.aborted) {
      const reading = await read().catch(() => undefined)
      const text = JSON.stringify(reading)
      if (reading && text !== lastText && !signal.aborted) {
        lastText = text
        last = reading
        for (const listener of listeners) listener(reading)
      }
      await delay(intervalMs, undefined, { signal }).catch(() => {})
    }
  }

  function stop() {
    polling.abort()
    last = undefined
  }

  return {
    add(listener: Listener): () => void {
      listeners.add(listener)
      if (last) listener(last)
      if (listeners.size === 1) {
        polling = new AbortController()
        void poll(polling.signal)
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

/**
 * Estimated wait in milliseconds for a call behind `ahead` others, if no more arrive: each slot of
 * the limit becomes free once per window. Exports and copies leave some of the limit free.
 */
export function estimateWait(
  leavesMs: readonly number[],
  { priority, ahead, rule }: { priority: Priority; ahead: number; rule: QuotaRule },
): number {
  const { limit, windowMs } = rule
  const slots = priority === "person" ? limit : limit - copyShare(rule).left
  const free = Math.max(0, slots - leavesMs.length)
  const place = ahead % slots
  const waitMs = place < free ? 0 : (leavesMs[leavesMs.length - slots + place] ?? 0)
  return waitMs + Math.floor(ahead / slots) * windowMs
}

export interface GovernorOptions {
  /** Created with the same rule. */
  readonly log: CallLog
  readonly rule: QuotaRule
  readonly queues?: QueueRules
  /** Timeout of the log in milliseconds. Less than the rule's `inFlightMs`. */
  readonly logTimeoutMs?: number
  readonly watchMs?: number
  readonly timing?: Timing
}

const retryAfterSeconds = 5
/** Minimum milliseconds between requests to the log when calls arrive one after the other. */
const askEveryMs = 20

const stateUnavailable = (cause: unknown) =>
  new UpstreamError("shared_state_unavailable", {
    retryAfter: retryAfterSeconds,
    sent: false,
    cause,
  })

/**
 * Spends one client id's quota at this instance. All instances share the log, which decides whose
 * turn it is.
 */
export function createGovernor(options: GovernorOptions): Governor {
  const { log, rule, queues = defaultQueues, logTimeoutMs = 3000, watchMs = 1000 } = options
  const { timing = monotonicTime } = options
  const waiting = createWaitingCalls(queues, timing)
  const endings = new Set<Promise<void>>()
  /** The log's last response that left calls waiting. */
  let last: (TakenCalls & { readonly at: number }) | undefined
  /** Whether the log has calls of this instance waiting. */
  let isQueued = false
  let running: Promise<void> | undefined
  let wake = () => {}
  let closed = false

  const giveBack = (id: string) => log.giveBack(id).then(() => wake())

  /** Rejects if the log does not respond in time. Slots from a late response are given back. */
  function take(): Promise<TakenCalls> {
    const answer = log.take(waiting.groups())
    return new Promise((resolve, reject) => {
      let late = false
      const cancel = timing.after(logTimeoutMs, () => {
        late = true
        reject(new Error("The call log did not answer in time."))
      })
      answer
        .then((taken) => {
          if (!late) return resolve(taken)
          for (const { id } of taken.granted) trackEnding(giveBack(id))
        }, reject)
        .finally(cancel)
    })
  }

  /** Estimates from the log's last response, as of its time. */
  function estimate(priority: Priority, ahead: number): number {
    if (!last) return 0
    const passedMs = timing.now() - last.at
    const leavesMs = last.leavesMs.map((ms) => ms - passedMs).filter((ms) => ms > 0)
    const { elsewhere } = last
    const others = priorities
      .slice(0, priorities.indexOf(priority) + 1)
      .reduce((sum, each) => sum + Number(elsewhere[each]), 0)
    const waitMs = estimateWait(leavesMs, { priority, ahead: ahead + others, rule })
    return Math.max(waitMs, last.pausedMs - passedMs)
  }

  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const cancel = timing.after(ms, resolve)
      wake = () => {
        cancel()
        resolve()
      }
    })

  async function takeNext(): Promise<void> {
    const askedAt = timing.now()
    const taken = await take()
    for (const { id, priority, owner } of taken.granted) {
      const call = waiting.next(priority, owner)
      if (call) call.admit(id)
      else trackEnding(giveBack(id))
    }
    last = { ...taken, at: timing.now() }
    isQueued = !waiting.isEmpty()
    waiting.refuseOverdue(estimate)
    if (waiting.isEmpty()) return
    await sleep(taken.nextMs)
    const restMs = askedAt + askEveryMs - timing.now()
    if (restMs > 0) await sleep(restMs)
  }

  /** Starts in the next microtask, so that calls queued together share one request. */
  async function drainQueue(): Promise<void> {
    await Promise.resolve()
    while (!waiting.isEmpty()) {
      await takeNext().catch((cause) => waiting.refuseAll(stateUnavailable(cause)))
      if (!waiting.isEmpty() || !isQueued) continue
      isQueued = false
      // Withdraws, so that other instances no longer yield to this one.
      await take().catch(() => {})
    }
    last = undefined
    running = undefined
  }

  /** Call when a call joins or leaves the queue. */
  function recheck() {
    wake()
    running ??= drainQueue()
  }

  /** Waits for a slot. Resolves with the id of the granted call. */
  function takeSlot({ priority, person, signal }: Ticket): Promise<string> {
    signal?.throwIfAborted()
    const owner = hashOwner(person)
    const waitMs = estimate(priority, waiting.countAhead(priority, owner))
    if (closed || waiting.isFull(priority, owner) || waitMs > queues[priority].maxWaitMs)
      throw quotaExhausted(waitMs)
    return new Promise((resolve, reject) => {
      const leave = () => {
        if (waiting.remove(call)) call.refuse(signal?.reason)
        recheck()
      }
      const end = () => signal?.removeEventListener("abort", leave)
      const call: WaitingCall = {
        priority,
        owner,
        since: timing.now(),
        admit: (id) => {
          end()
          resolve(id)
        },
        refuse: (error) => {
          end()
          reject(error)
        },
      }
      signal?.addEventListener("abort", leave)
      waiting.add(call)
      recheck()
    })
  }

  /**
   * Neither delays the caller nor fails: a call whose end is not recorded only counts a little
   * longer.
   */
  function trackEnding(ending: Promise<void>) {
    const handled = ending.catch(() => {})
    endings.add(handled)
    void handled.finally(() => endings.delete(handled))
  }

  function endOnce(id: string): () => void {
    let isEnded = false
    return () => {
      if (isEnded) return
      isEnded = true
      trackEnding(log.endCall(id))
    }
  }

  /** Synchronous and directly followed by the call, so that nothing changes in between. */
  function confirmSlot({ signal, confirm }: Ticket, id: string) {
    try {
      signal?.throwIfAborted()
      confirm?.()
    } catch (error) {
      trackEnding(giveBack(id))
      throw error
    }
  }

  async function read(): Promise<QuotaReading> {
    const { limit, windowMs } = rule
    const { used, waiting: elsewhere, freeInMs, pausedMs } = await log.read()
    const own = waiting.counts()
    return {
      limit,
      windowMs,
      usedByLane: used,
      freeInMs,
      pausedMs,
      turnInMs: Math.max(freeInMs, estimate("person", waiting.countAhead("person", ""))),
      used: used.person + used.export + used.sync,
      waiting: {
        person: elsewhere.person + own.person,
        export: elsewhere.export + own.export,
        sync: elsewhere.sync + own.sync,
      },
    }
  }

  const quotaWatch = createQuotaWatch(read, watchMs)

  return {
    async run(ticket, call) {
      const id = await takeSlot(ticket)
      confirmSlot(ticket, id)
      const arrived = endOnce(id)
      try {
        return await call(arrived)
      } finally {
        arrived()
      }
    },
    pause: (ms) => log.pause(Math.min(ms, 3_600_000)),
    read,
    watch: (listener) => quotaWatch.add(listener),
    async close() {
      closed = true
      quotaWatch.close()
      waiting.refuseAll(quotaExhausted(1000))
      recheck()
      await running
      await Promise.all(endings)
    },
  }
}
