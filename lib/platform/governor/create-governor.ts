import { setTimeout as delay } from "node:timers/promises"
import type { CallLog } from "./call-log"
import {
  createCallQueue,
  createOwnerCalls,
  defaultQueues,
  hashOwner,
  type QueueRules,
  quotaExhausted,
  type WaitingCall,
} from "./call-queue"
import { createDispatcher } from "./dispatcher"
import {
  type Governor,
  monotonicTime,
  type QuotaReading,
  type QuotaRule,
  type Ticket,
  type Timing,
} from "./governor"

type Listener = (reading: QuotaReading) => void

/** Polls the figures while somebody watches, and passes on those that changed; failed readings are skipped. */
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

export interface GovernorOptions {
  /** Made with the same rule. */
  readonly log: CallLog
  readonly rule: QuotaRule
  readonly queues?: QueueRules
  /** How long the log may take to answer, in milliseconds; less than the rule's `inFlightMs`. */
  readonly logTimeoutMs?: number
  readonly watchMs?: number
  readonly timing?: Timing
}

/** Spends one client id's quota at this instance; all instances share the log. */
export function createGovernor(options: GovernorOptions): Governor {
  const { log, rule, queues = defaultQueues, logTimeoutMs = 3000, watchMs = 1000 } = options
  const { timing = monotonicTime } = options
  const owners = createOwnerCalls(rule, timing.now)
  const queue = createCallQueue(queues, owners)
  const dispatcher = createDispatcher({ log, rule, queue, owners, logTimeoutMs, timing })
  const endings = new Set<Promise<void>>()
  let closed = false

  /** Waits for a slot; resolves with the id of the call that the log gave out. */
  function takeSlot({ priority, person, isUnattended = false, signal }: Ticket): Promise<string> {
    signal?.throwIfAborted()
    const owner = hashOwner(person)
    const queueClass = queue.classOf({ priority, owner })
    const ahead = queue.countAhead(queueClass, owner)
    const waitMs = dispatcher.estimate(queueClass, ahead)
    if (closed || queue.isFull({ priority, owner }) || waitMs > queues[priority].maxWaitMs)
      throw quotaExhausted(Math.max(waitMs, (ahead * rule.windowMs) / rule.limit))
    return new Promise((resolve, reject) => {
      const leave = () => {
        if (queue.remove(waiting)) waiting.refuse(signal?.reason)
        dispatcher.recheck()
      }
      const end = () => signal?.removeEventListener("abort", leave)
      const waiting: WaitingCall = {
        priority,
        owner,
        isUnattended,
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
      queue.add(waiting)
      dispatcher.recheck()
    })
  }

  /** Neither delays the caller nor fails: a call whose end is not recorded only counts a little longer. */
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

  /** Synchronous, and followed by the call at once, so that nothing changes in between. */
  function confirmSlot({ signal, confirm }: Ticket, id: string) {
    try {
      signal?.throwIfAborted()
      confirm?.()
    } catch (error) {
      trackEnding(dispatcher.giveBack(id))
      throw error
    }
  }

  async function read(): Promise<QuotaReading> {
    const { limit, windowMs } = rule
    const { used: usedByLane, waiting, freeInMs, pausedMs } = await log.read()
    const own = queue.demand()
    return {
      limit,
      windowMs,
      usedByLane,
      freeInMs,
      pausedMs,
      turnInMs: Math.max(freeInMs, dispatcher.estimate("person", queue.countAhead("person"))),
      used: usedByLane.person + usedByLane.export + usedByLane.sync,
      waiting: {
        person: waiting.person + own.person,
        export: waiting.export + own.export,
        sync: waiting.sync + own.sync,
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
      queue.refuseAll(quotaExhausted(1000))
      dispatcher.recheck()
      await dispatcher.idle()
      await Promise.all(endings)
    },
  }
}
