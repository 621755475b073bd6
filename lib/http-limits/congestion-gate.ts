import type { ServerResponse } from "node:http"

/** When work is begun, waits and is refused: milliseconds, but for the two numbers. */
export interface CongestionRules {
  /** How much later than it should a sample of the event loop may come before only one piece of work is begun until the next. */
  readonly maxLagMs: number
  readonly sampleMs: number
  /** What is begun between two samples else. */
  readonly begunPerSample: number
  readonly maxWaiting: number
  readonly maxWaitMs: number
}

export const defaultCongestion: CongestionRules = {
  maxLagMs: 100,
  sampleMs: 20,
  begunPerSample: 4,
  maxWaiting: 64,
  maxWaitMs: 3000,
}

interface Work {
  readonly begin: () => void
  readonly refuse: () => void
}

/**
 * Begins work while the event loop keeps up with what is under way, lets a few wait for their turn in
 * their order, and refuses the rest at once. Work under way that waits for somebody else holds up nothing.
 */
export function createCongestionGate(rules: CongestionRules, now = () => performance.now()) {
  const waiting = new Map<ServerResponse, Work & { readonly since: number }>()
  let underWay = 0
  let begun = 0
  let isCongested = false
  let sampled = 0
  let timer: NodeJS.Timeout | undefined

  const mayBegin = () => begun < (isCongested ? 1 : rules.begunPerSample)

  function start(response: ServerResponse, { begin }: Work) {
    begun += 1
    underWay += 1
    response.once("close", () => {
      underWay -= 1
    })
    begin()
  }

  function refuseOverdue() {
    for (const [response, { since, refuse }] of waiting) {
      if (now() - since <= rules.maxWaitMs) return
      waiting.delete(response)
      refuse()
    }
  }

  function beginWaiting() {
    for (const [response, work] of waiting) {
      if (!mayBegin()) return
      waiting.delete(response)
      start(response, work)
    }
  }

  function sample() {
    const lagMs = now() - sampled - rules.sampleMs
    isCongested = lagMs > rules.maxLagMs
    sampled = now()
    begun = 0
    refuseOverdue()
    beginWaiting()
    if (underWay > 0 || waiting.size > 0) return
    clearInterval(timer)
    timer = undefined
    isCongested = false
  }

  function watch() {
    if (timer) return
    begun = 0
    sampled = now()
    timer = setInterval(sample, rules.sampleMs).unref()
  }

  return {
    enter(response: ServerResponse, work: Work) {
      watch()
      if (waiting.size === 0 && mayBegin()) return start(response, work)
      if (waiting.size >= rules.maxWaiting) return work.refuse()
      waiting.set(response, { ...work, since: now() })
      response.once("close", () => waiting.delete(response))
    },
  }
}
