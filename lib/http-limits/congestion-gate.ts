import type { ServerResponse } from "node:http"

/** What may wait, and for how long: milliseconds, but for the number. */
export interface CongestionRules {
  readonly maxWaiting: number
  readonly maxWaitMs: number
  /** After which the next piece of work is begun although connections still arrive. */
  readonly maxPauseMs: number
}

export const defaultCongestion: CongestionRules = {
  maxWaiting: 64,
  maxWaitMs: 3000,
  maxPauseMs: 500,
}

interface Work {
  readonly begin: () => void
  readonly refuse: () => void
}

/**
 * Begins work one piece a turn of the event loop, and only after a turn that brought no new connection: a
 * turn accepts one of them, so that all others have been accepted then, and none waits in the system's
 * queue behind work that takes the processor. A few wait for that in their order; the rest is refused at
 * once. How long a turn took says nothing: a machine may be slow. Tell it of each connection.
 */
export function createCongestionGate(rules: CongestionRules, now = () => performance.now()) {
  const waiting = new Map<ServerResponse, Work & { readonly since: number }>()
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
    begin()
  }

  function turn() {
    refuseOverdue()
    if (isQuiet || now() - begunAt > rules.maxPauseMs) beginNext()
    isQuiet = true
    isWatching = waiting.size > 0
    if (isWatching) setImmediate(turn)
  }

  function watch() {
    if (isWatching) return
    isWatching = true
    isQuiet = false
    setImmediate(turn)
  }

  return {
    noteConnection() {
      isQuiet = false
    },
    enter(response: ServerResponse, work: Work) {
      if (waiting.size >= rules.maxWaiting) return work.refuse()
      waiting.set(response, { ...work, since: now() })
      response.once("close", () => waiting.delete(response))
      watch()
    },
  }
}
