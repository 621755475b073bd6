import type { Quota } from "@/lib/contract"
import { api } from "./api"
import { toProblem } from "./api-problem"

export type { Quota }

/** Who a request is for: a person at a page, an export, the background. */
export type QuotaPriority = keyof Quota["usedByLane"]

/** The quota's figures and when they arrived, on the page's monotonic clock in milliseconds. */
export interface QuotaSnapshot {
  readonly quota: Quota
  readonly at: number
}

const quotaUrl = "/api/quota"
const retryMs = 30_000

/**
 * The quota as it changes, for all parts of a page: one stream of events while somebody subscribes
 * and the page is in sight, since a browser keeps few connections to one origin. `read` returns
 * undefined where nothing is known.
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

  /** Reads the figures once where the stream was refused, and tries again unless the session is over. */
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

/** The position of a page that waits in the quota's queue. */
export interface QueuePosition {
  /** At most so many persons' requests go before and with it. */
  readonly position: number
  /** When its request is expected to go, on the page's monotonic clock in milliseconds. */
  readonly until: number
  /** Whether the platform asked for a pause. */
  readonly isPaused: boolean
}

/**
 * The position after new figures: whoever comes later queues behind, so position and time only fall, but
 * nothing goes before the first free call. Undefined where no person waits for the quota.
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
 * About how many seconds so many calls of one person take, by the current figures: what is free goes at
 * once, the others as fast as the window lets them; undefined where there is no limit.
 */
export function secondsForCalls(calls: number, quota: Quota): number | undefined {
  const { limit, used, waiting, windowSeconds, pausedSeconds } = quota
  if (limit === null) return undefined
  const free = Math.max(0, limit - used - waiting.person)
  const later = Math.max(0, calls - free)
  return Math.ceil(pausedSeconds + (later * windowSeconds) / limit)
}
