import type { ServerResponse } from "node:http"

/** How much may be under way and wait, and for how long: milliseconds, but for the numbers. */
export interface CongestionRules {
  /** How many pieces of work may be under way: a turn of the event loop takes as long as all of them together. */
  readonly maxUnderWay: number
  /** After which work counts no more as under way: it may be waiting for something slow. */
  readonly maxHeldMs: number
  readonly maxWaiting: number
  readonly maxWaitMs: number
  /** After which the next piece of work is begun although connections still arrive. */
  readonly maxPauseMs: number
}

export const defaultCongestion: CongestionRules = {
  maxUnderWay: 4,
  maxHeldMs: 500,
  maxWaiting: 64,
  maxWaitMs: 3000,
  maxPauseMs: 500,
}

/** How often it is looked whether there is room again, where turns of the event loop would be too often. */
const fullEveryMs = 5

interface Work {
  readonly begin: () => void
  readonly refuse: () => void
}

/**
 * Begins work one piece a turn of the event loop, and only after a turn that brought no new connection: a
 * turn accepts one of them, so that all others have been accepted then, and none waits in the system's
 * queue behind work that takes the processor. Only a few are under way together, a few more wait for that in
 * their order, and the rest is refused at once. How long a turn took says nothing: a machine may be slow.
 * Tell it of each connection.
 */
export function createCongestionGate(rules: CongestionRules, now = () => performance.now()) {
  const waiting = new Map<ServerResponse, Work & { readonly since: number }>()
  /** When each was begun, the oldest first. */
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
