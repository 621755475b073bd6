import type { Quota } from "@/lib/contract"
import { api } from "./api"
import { toProblem } from "./api-problem"

export type { Quota }

/** The origin of a request: a person at a page, an export, or background work. */
export type QuotaPriority = keyof Quota["usedByLane"]

/** The quota and when it arrived, on the page's monotonic clock in milliseconds. */
export interface QuotaSnapshot {
  readonly quota: Quota
  readonly at: number
}

const quotaUrl = "/api/quota"
const retryMs = 30_000

/**
 * The live quota for all parts of a page. It uses a single event stream, open while it has
 * subscribers and the page is visible, because browsers limit connections per origin. `read`
 * returns undefined while nothing is known.
 */
export function createQuotaStore() {
  const listeners = new Set<() => void>()
  let snapshot: QuotaSnapshot | undefined
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function set(quota: Quota | undefined) {
    snapshot = quota && { quota, at: performance.now() }
    for (const listener of listeners) listener()
  }

  function close() {
    clearTimeout(timer)
    timer = undefined
    source?.close()
    source = undefined
  }

  /** Reads the quota once if the stream was refused, and retries unless the session is over. */
  async function readInstead(refused: EventSource) {
    const outcome = await api.get(quotaUrl).catch(toProblem)
    if (source !== refused) return
    set(outcome instanceof Error ? undefined : outcome)
    const isOver = outcome instanceof Error && outcome.status === 401
    if (!isOver) timer = setTimeout(open, retryMs)
  }

  function open() {
    close()
    if (listeners.size === 0 || document.hidden) return
    const opened = new EventSource(quotaUrl)
    source = opened
    opened.onmessage = ({ data }) => set(JSON.parse(String(data)))
    opened.onerror = () => {
      if (opened.readyState === EventSource.CLOSED) void readInstead(opened)
      else set(undefined)
    }
  }

  return {
    read: () => snapshot,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      if (listeners.size === 1) {
        document.addEventListener("visibilitychange", open)
        open()
      }
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return
        document.removeEventListener("visibilitychange", open)
        close()
      }
    },
  }
}

/** The page's only quota store. */
export const quotaStore = createQuotaStore()

/** The queue position of a page that waits for quota. */
export interface QueuePosition {
  /** The most requests of people that are sent before it, including itself. */
  readonly position: number
  /** When its request is expected to be sent, on the page's monotonic clock in milliseconds. */
  readonly until: number
  /** True if the platform requested a pause. */
  readonly isPaused: boolean
}

/**
 * Updates a position with a new quota. Later requests queue behind, so position and time only
 * decrease, but nothing is sent before the first free call. Undefined if nobody waits for quota.
 */
export function followQueue(
  before: QueuePosition | undefined,
  snapshot: QuotaSnapshot | undefined,
): QueuePosition | undefined {
  if (!snapshot || snapshot.quota.waiting.person === 0) return undefined
  const { at, quota } = snapshot
  const { freeInSeconds, pausedSeconds, turnInSeconds } = quota
  if (!before && turnInSeconds === 0) return undefined
  const soonest = at + Math.max(freeInSeconds, pausedSeconds) * 1000
  const expected = Math.min(before?.until ?? Number.POSITIVE_INFINITY, at + turnInSeconds * 1000)
  return {
    position: Math.min(before?.position ?? Number.POSITIVE_INFINITY, quota.waiting.person),
    until: Math.max(soonest, expected),
    isPaused: pausedSeconds > 0,
  }
}

/**
 * The approximate seconds that N calls of one person take at the current quota: free calls run at
 * once, others as fast as the window allows; undefined without a limit.
 */
export function secondsForCalls(calls: number, quota: Quota): number | undefined {
  const { limit, used, waiting, windowSeconds, pausedSeconds } = quota
  if (limit === null) return undefined
  const free = Math.max(0, limit - used - waiting.person)
  const later = Math.max(0, calls - free)
  return Math.ceil(pausedSeconds + (later * windowSeconds) / limit)
}
