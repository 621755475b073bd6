import type { ServerResponse } from "node:http"

/** Limits on running and waiting work. Times are in milliseconds. */
export interface CongestionRules {
  /**
   * Maximum number of running tasks: a turn of the event loop takes as long as all of them
   * together.
   */
  readonly maxUnderWay: number
  /** After this time a task no longer counts as running: it may be waiting for something slow. */
  readonly maxHeldMs: number
  readonly maxWaiting: number
  readonly maxWaitMs: number
  /** After this time the next task starts even if connections still arrive. */
  readonly maxPauseMs: number
}

export const defaultCongestion: CongestionRules = {
  maxUnderWay: 4,
  maxHeldMs: 500,
  maxWaiting: 64,
  maxWaitMs: 3000,
  maxPauseMs: 500,
}

/**
 * Poll interval for free room, since checking on every turn of the event loop would be too often.
 */
const fullEveryMs = 5

interface Work {
  readonly begin: () => void
  readonly refuse: () => void
}

/**
 * Starts one task per turn of the event loop, and only after a turn without a new connection. A
 * turn accepts one connection, so by then all have been accepted, and none waits in the system's
 * queue behind CPU-bound work. Only a few tasks run at a time, a few more wait in order, and the
 * rest are refused at once. The duration of a turn says nothing, since a machine may be slow. The
 * gate must be notified of each connection.
 */
export function createCongestionGate(rules: CongestionRules, now = () => performance.now()) {
  const waiting = new Map<ServerResponse, Work & { readonly since: number }>()
  /** Start time of each running task, oldest first. */
  const underWay = new Map<ServerResponse, number>()
  let begunAt = Number.NEGATIVE_INFINITY
  let isWatching = false
  let isQuiet = false

  function refuseOverdue() {
    for (const [response, { since, refuse }] of waiting) {
      if (now() - since <= rules.maxWaitMs) return
      waiting.delete(response)
      refuse()
    }
  }

  function beginNext() {
    const [next] = waiting
    if (!next) return
    const [response, { begin }] = next
    waiting.delete(response)
    begunAt = now()
    underWay.set(response, begunAt)
    begin()
  }

  function hasRoom() {
    for (const [response, since] of underWay) {
      if (now() - since <= rules.maxHeldMs) break
      underWay.delete(response)
    }
    return underWay.size < rules.maxUnderWay
  }

  function turn() {
    refuseOverdue()
    const isFull = !hasRoom()
    if ((isQuiet && !isFull) || now() - begunAt > rules.maxPauseMs) beginNext()
    isQuiet = true
    isWatching = waiting.size > 0
    if (!isWatching) return
    if (isFull) setTimeout(watchTurns, fullEveryMs)
    else setImmediate(turn)
  }

  function watchTurns() {
    isQuiet = false
    setImmediate(turn)
  }

  function watch() {
    if (isWatching) return
    isWatching = true
    watchTurns()
  }

  return {
    noteConnection() {
      isQuiet = false
    },
    enter(response: ServerResponse, work: Work) {
      if (waiting.size >= rules.maxWaiting) return work.refuse()
      waiting.set(response, { ...work, since: now() })
      response.once("close", () => {
        waiting.delete(response)
        underWay.delete(response)
      })
      watch()
    },
  }
}
