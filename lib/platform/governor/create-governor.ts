import { setTimeout as delay } from "node:timers/promises"
import type { CallLog } from "./call-log"
import { createDispatcher } from "./dispatcher"
import {
  type Governor,
  type QuotaReading,
  type QuotaRule,
  runningTime,
  type Ticket,
  type Timing,
} from "./governor"
import {
  createOwnerCalls,
  createWaitingRoom,
  defaultQueues,
  nameOwner,
  type QueueRules,
  quotaExhausted,
  type Waiting,
} from "./waiting-room"

type Listener = (reading: QuotaReading) => void

/** Reads the figures once an interval while somebody watches, and tells those that changed; a failed reading is left out. */
function createQuotaWatch(read: () => Promise<QuotaReading>, intervalMs: number) {
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

export interface GovernorOptions {
  /** Made with the same rule. */
  readonly log: CallLog
  readonly rule: QuotaRule
  readonly queues?: QueueRules
  /** How long the log may take to answer, in milliseconds; less than the rule's flight. */
  readonly logTimeoutMs?: number
  readonly watchMs?: number
  readonly timing?: Timing
}

/** Spends one client id's quota at this instance; all instances share the log. */
export function createGovernor(options: GovernorOptions): Governor {
  const { log, rule, queues = defaultQueues, logTimeoutMs = 3000, watchMs = 1000 } = options
  const { timing = runningTime } = options
  const owners = createOwnerCalls(rule, timing.now)
  const room = createWaitingRoom(queues, owners)
  const dispatcher = createDispatcher({ log, rule, room, owners, logTimeoutMs, timing })
  const endings = new Set<Promise<void>>()
  let closed = false

  /** Waits for the turn; answers the id of the call that was taken. */
  function awaitTurn({ lane, person, isQuiet = false, signal }: Ticket): Promise<string> {
    signal?.throwIfAborted()
    const owner = nameOwner(person)
    const turn = room.turnOf({ lane, owner })
    const ahead = room.ahead(turn, owner)
    const waitMs = dispatcher.estimate(turn, ahead)
    if (closed || room.isFull({ lane, owner }) || waitMs > queues[lane].patienceMs)
      throw quotaExhausted(Math.max(waitMs, (ahead * rule.windowMs) / rule.limit))
    return new Promise((resolve, reject) => {
      const leave = () => {
        if (room.remove(waiting)) waiting.refuse(signal?.reason)
        dispatcher.nudge()
      }
      const end = () => signal?.removeEventListener("abort", leave)
      const waiting: Waiting = {
        lane,
        owner,
        isQuiet,
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
      room.add(waiting)
      dispatcher.nudge()
    })
  }

  /** Never in the caller's way: a call of whose end the log does not hear counts a little longer. */
  function keepEnding(ending: Promise<void>) {
    const kept = ending.catch(() => {})
    endings.add(kept)
    void kept.finally(() => endings.delete(kept))
  }

  function settleOnce(id: string): () => void {
    let settled = false
    return () => {
      if (settled) return
      settled = true
      keepEnding(log.settle(id))
    }
  }

  /** In the very step in which the call is made: nothing comes between. */
  function confirmTurn({ signal, confirm }: Ticket, id: string) {
    try {
      signal?.throwIfAborted()
      confirm?.()
    } catch (error) {
      keepEnding(dispatcher.giveBack(id))
      throw error
    }
  }

  async function read(): Promise<QuotaReading> {
    const { limit, windowMs } = rule
    const { used: usedByLane, waiting, freeInMs, pausedMs } = await log.read()
    const own = room.demand()
    return {
      limit,
      windowMs,
      usedByLane,
      freeInMs,
      pausedMs,
      turnInMs: Math.max(freeInMs, dispatcher.estimate("person", room.ahead("person"))),
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
      const id = await awaitTurn(ticket)
      confirmTurn(ticket, id)
      const arrived = settleOnce(id)
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
      room.refuseAll(quotaExhausted(1000))
      dispatcher.nudge()
      await dispatcher.idle()
      await Promise.all(endings)
    },
  }
}
